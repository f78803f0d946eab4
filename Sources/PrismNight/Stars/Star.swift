// SPDX-License-Identifier: MIT
// A star's place and light, measured on the mosaic.

internal import Glibc
internal import PrismFilters

/// A point of light that is no hot pixel and no trail.
struct Star: Hashable, Sendable {
    /// Centre in pixels of the mosaic.
    var x, y: Double
    /// Light above the sky.
    var flux: Double
}

/// The surroundings of a peak: sums of 2×2 samples, so that no colour is missing anywhere.
struct StarWindow {
    /// Pixels to each side.
    static let reach = 6
    /// Width of the weight in pixels; about that of a star.
    private static let width = 1.6
    /// A trail is longer than it is wide by this part of both, at least.
    private static let elongation = 0.35
    /// A hot pixel has this part of all light around it, at least.
    private static let needle = 0.45

    private let values: [Double]
    private let left, top: Int
    private let side = 2 * StarWindow.reach + 1
    private let hottest, total: Double

    /// Looks around (x, y); nil at the edges.
    init?(_ mosaic: NightMosaic, x: Int, y: Int) {
        let reach = StarWindow.reach
        guard x > reach, y > reach, x + reach + 2 < mosaic.width, y + reach + 2 < mosaic.height
        else { return nil }
        (left, top) = (x - reach, y - reach)
        var sums: [Double] = []
        for row in top...y + reach {
            for column in left...x + reach {
                let upper = mosaic.value(column, row) + mosaic.value(column + 1, row)
                let lower = mosaic.value(column, row + 1) + mosaic.value(column + 1, row + 1)
                sums.append(Double(upper + lower))
            }
        }
        let last = 2 * reach
        let rim = sums.indices.filter { index in
            let (column, row) = (index % (last + 1), index / (last + 1))
            return column == 0 || row == 0 || column == last || row == last
        }.map { sums[$0] }.sorted()
        let sky = rim[rim.count / 2]
        values = sums.map { $0 - sky }
        var most = 0.0
        var all = 0.0
        for row in y - 3...y + 3 {
            for column in x - 3...x + 3 {
                let value = Double(mosaic.value(column, row)) - sky / 4
                most = max(most, value)
                all += max(0, value)
            }
        }
        (hottest, total) = (most, all)
    }

    /// The star; nil where it is a trail, a hot pixel, or lost.
    func star() -> Star? {
        guard total > 0, hottest < StarWindow.needle * total, let centre = centre() else {
            return nil
        }
        guard moments(centre).elongation < StarWindow.elongation else { return nil }
        // A sum of 2×2 stands for the point between them.
        return Star(
            x: Double(left) + centre.x + 0.5, y: Double(top) + centre.y + 0.5, flux: total)
    }

    /// The point that is the mean of the light around it, weighed by a Gaussian about itself.
    private func centre() -> (x: Double, y: Double)? {
        var (x, y) = (Double(StarWindow.reach), Double(StarWindow.reach))
        for _ in 0..<20 {
            let found = moments((x, y))
            guard found.light > 0 else { return nil }
            // The weight holds the mean back: a star as wide as it needs twice the step.
            let (dx, dy) = (1.6 * (found.x - x), 1.6 * (found.y - y))
            (x, y) = (x + dx, y + dy)
            let reach = Double(StarWindow.reach)
            guard abs(x - reach) < 3, abs(y - reach) < 3 else { return nil }
            if abs(dx) + abs(dy) < 0.001 { break }
        }
        return (x, y)
    }

    private func moments(
        _ centre: (x: Double, y: Double)
    ) -> (light: Double, x: Double, y: Double, elongation: Double) {
        var (s, sx, sy, sxx, sxy, syy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        let factor = -0.5 / (StarWindow.width * StarWindow.width)
        for row in 0..<side {
            let dy = Double(row) - centre.y
            for column in 0..<side {
                let dx = Double(column) - centre.x
                let light = values[row * side + column] * exp(factor * (dx * dx + dy * dy))
                s += light
                (sx, sy) = (sx + light * dx, sy + light * dy)
                (sxx, sxy, syy) = (
                    sxx + light * dx * dx, sxy + light * dx * dy, syy + light * dy * dy
                )
            }
        }
        guard s > 0 else { return (0, 0, 0, 1) }
        let (mx, my) = (sx / s, sy / s)
        let (xx, xy, yy) = (sxx / s - mx * mx, sxy / s - mx * my, syy / s - my * my)
        let spread = xx + yy
        let length = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
        return (s, centre.x + mx, centre.y + my, spread > 0 ? length / spread : 1)
    }
}
