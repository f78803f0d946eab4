// SPDX-License-Identifier: MIT
// A sensor's noise out of pairs of frames: the variance of a difference against the mean, cell by cell.

internal import Glibc
public import PrismCore
public import PrismImage

/// Measures variance = a · x + b for each gain.
///
/// Two frames of one scene differ by noise alone, so any still scene will do, best one from dark to nearly white, out
/// of focus: half the variance of the difference is a frame's (Janesick, Photon Transfer, 2007).
public struct NoiseCalibration: Sendable {
    /// What was measured at one gain.
    public struct Result: Hashable, Codable, Sendable {
        /// Analogue gain.
        public var gain: Double
        /// Variance per signal.
        public var a: Double
        /// Variance without light.
        public var b: Double
        /// Cells that it rests on.
        public var cells: Int
    }

    private struct Point: Sendable {
        var x, variance: Double
    }

    /// Side of a cell in samples of one colour.
    private static let cell = 32
    /// Brightest cell that is not bent by clipping.
    private static let brightest = 0.85
    /// Fewest cells for a line.
    private static let fewest = 40

    private var points: [Double: [Point]] = [:]

    /// Makes a calibration that has seen nothing.
    public init() {}

    /// Takes two frames of one scene with one exposure.
    ///
    /// - Parameters:
    ///   - first: A frame.
    ///   - second: Another of the same.
    ///   - gain: Their gain.
    /// - Throws: `invalidData` where they do not fit each other, or the scene moved or flickered between them.
    public mutating func add(
        _ first: RawImage, _ second: RawImage, gain: Double
    ) throws(PrismError) {
        guard first.width == second.width, first.height == second.height,
            first.facts.order == second.facts.order, first.facts.white == second.facts.white
        else { throw PrismError(.invalidData, "two frames of a pair differ in size or depth") }
        let key = (gain * 1000).rounded() / 1000
        var found: [Point] = []
        var (sum, drift) = (0.0, 0.0)
        let side = 2 * NoiseCalibration.cell
        for top in stride(from: 0, to: first.height - side, by: side) {
            for left in stride(from: 0, to: first.width - side, by: side) {
                for place in 0..<4 {
                    let cell = NoiseCalibration.cell(
                        first, second, x: left + place % 2, y: top + place / 2, place: place)
                    guard let cell else { continue }
                    found.append(cell.point)
                    (sum, drift) = (sum + cell.point.x, drift + cell.drift)
                }
            }
        }
        let change = abs(drift) / max(sum, 1e-9)
        guard found.isEmpty || sum / Double(max(1, found.count)) < 0.01 || change < 0.02 else {
            throw PrismError(
                .invalidData,
                "the light changed by \(NightPlan.text(change * 100)) % between two frames of a pair"
            )
        }
        points[key, default: []] += found
    }

    /// The lines of all gains that have cells enough, by rising gain.
    public func results() -> [Result] {
        points.keys.sorted().compactMap { gain in
            guard let list = points[gain], list.count >= NoiseCalibration.fewest else { return nil }
            let line = NoiseCalibration.fit(list)
            return Result(gain: gain, a: line.a, b: line.b, cells: list.count)
        }
    }

    private static func cell(
        _ first: RawImage, _ second: RawImage, x: Int, y: Int, place: Int
    ) -> (point: Point, drift: Double)? {
        let black = Double(first.facts.black[first.facts.order.channels[place]])
        let white = Double(first.facts.white)
        let range = white - black
        var (sum, other, squares, most, count) = (0.0, 0.0, 0.0, 0.0, 0.0)
        first.withSamples { a in
            second.withSamples { b in
                for row in 0..<cell {
                    let from = (y + 2 * row) * first.stride + x
                    let there = (y + 2 * row) * second.stride + x
                    for column in 0..<cell {
                        let one = Double(a[from + 2 * column])
                        let two = Double(b[there + 2 * column])
                        (sum, other) = (sum + one, other + two)
                        squares += (one - two) * (one - two)
                        most = max(most, one, two)
                        count += 1
                    }
                }
            }
        }
        let mean = (sum + other) / (2 * count)
        let shift = (sum - other) / count
        let variance = (squares / count - shift * shift) * count / (count - 1) / 2
        let level = (mean - black) / range
        guard most < white, level < brightest else { return nil }
        return (Point(x: max(0, level), variance: variance / (range * range)), shift / range)
    }

    /// Weighted least squares, the weights from the line of the round before: a variance's own deviation is as large as
    /// itself. Cells farther off than four deviations moved, or are hot, and do not count.
    private static func fit(_ points: [Point]) -> (a: Double, b: Double) {
        let samples = Double(cell * cell)
        var line = (a: 0.0, b: points.map(\.variance).sorted()[points.count / 2])
        for round in 0..<8 {
            var (s, sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0)
            for point in points {
                let expected = max(1e-12, line.a * point.x + line.b)
                let deviation = expected * (2 / (samples - 1)).squareRoot()
                guard round < 3 || abs(point.variance - expected) < 4 * deviation else { continue }
                let weight = 1 / (deviation * deviation)
                (s, sx, sy) = (s + weight, sx + weight * point.x, sy + weight * point.variance)
                sxx += weight * point.x * point.x
                sxy += weight * point.x * point.variance
            }
            let determinant = s * sxx - sx * sx
            guard s > 0, determinant > 1e-9 * s * sxx else { return (line.a, s > 0 ? sy / s : 0) }
            line.a = max(0, (s * sxy - sx * sy) / determinant)
            line.b = max(1e-12, (sxx * sy - sx * sxy) / determinant)
        }
        return line
    }
}
