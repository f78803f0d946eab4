// SPDX-License-Identifier: MIT
// Finds stars: peaks of the picture of quads, few of them in each cell, so that no trail owns the list.

internal import PrismFilters

/// Finds the stars of a frame.
struct StarFinder: Sendable {
    /// Most stars of a frame.
    static let most = 80
    /// Most peaks of a cell, and its side in quads (96 pixels).
    private static let mostInCell = 4
    private static let cell = 48
    /// Side in quads of the areas whose median is the sky.
    private static let skyCell = 16
    /// Deviations of noise that a peak is above the sky.
    private static let height = 6.0

    /// Levels per unit of noise in the picture of quads.
    let unit: Double

    /// The stars, the brightest first.
    func stars(in levels: NightLevels, of mosaic: NightMosaic) -> [Star] {
        let smooth = StarFinder.smooth(levels)
        let sky = SkyLevels(levels)
        var peaks = self.peaks(smooth, levels.width, levels.height, sky)
        peaks.sort { $0.height != $1.height ? $0.height > $1.height : ($0.y, $0.x) < ($1.y, $1.x) }
        let columns = levels.width / StarFinder.cell + 1
        var counts: [Int: Int] = [:]
        var stars: [Star] = []
        for peak in peaks where stars.count < StarFinder.most {
            let cell = peak.y / StarFinder.cell * columns + peak.x / StarFinder.cell
            guard counts[cell, default: 0] < StarFinder.mostInCell else { continue }
            counts[cell, default: 0] += 1
            guard let star = StarWindow(mosaic, x: 2 * peak.x, y: 2 * peak.y)?.star(),
                !stars.contains(where: { abs($0.x - star.x) < 4 && abs($0.y - star.y) < 4 })
            else { continue }
            stars.append(star)
        }
        return stars.sorted { $0.flux > $1.flux }
    }

    private struct Peak {
        var x, y: Int
        var height: Int32
    }

    /// Sums by 1 2 1 both ways: 16 times a level, with 6 / 16 of its noise.
    private static func smooth(_ levels: NightLevels) -> [Int32] {
        let (width, height) = (levels.width, levels.height)
        var rows = [Int32](repeating: 0, count: width * height)
        var result = rows
        levels.withSamples { samples in
            for y in 0..<height {
                let (from, to) = (y * levels.stride, y * width)
                for x in 1..<width - 1 {
                    rows[to + x] =
                        Int32(samples[from + x - 1]) + 2 * Int32(samples[from + x])
                        + Int32(samples[from + x + 1])
                }
            }
        }
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                let at = y * width + x
                result[at] = rows[at - width] + 2 * rows[at] + rows[at + width]
            }
        }
        return result
    }

    private func peaks(_ smooth: [Int32], _ width: Int, _ height: Int, _ sky: SkyLevels) -> [Peak] {
        let least = Int32((StarFinder.height * 6 / 16 * unit * 16).rounded())
        var peaks: [Peak] = []
        guard width > 12, height > 12 else { return [] }
        for y in 4..<height - 4 {
            for x in 4..<width - 4 {
                let at = y * width + x
                let value = smooth[at]
                // Most pixels are no peak: the cheapest questions first.
                guard value > smooth[at - 1], value >= smooth[at + 1], value > smooth[at - width],
                    value >= smooth[at + width]
                else { continue }
                let above = value - 16 * sky.level(x, y)
                guard above > least, isHighest(smooth, at, width) else { continue }
                peaks.append(Peak(x: x, y: y, height: above))
            }
        }
        return peaks
    }

    private func isHighest(_ smooth: [Int32], _ at: Int, _ width: Int) -> Bool {
        for dy in -2...2 {
            for dx in -2...2 where smooth[at + dy * width + dx] > smooth[at] { return false }
        }
        return true
    }

    /// Medians of areas.
    private struct SkyLevels {
        private let columns, rows: Int
        private var medians: [Int32] = []

        init(_ levels: NightLevels) {
            let side = StarFinder.skyCell
            columns = max(1, levels.width / side)
            rows = max(1, levels.height / side)
            levels.withSamples { samples in
                for row in 0..<rows {
                    for column in 0..<columns {
                        var values: [Int16] = []
                        for y in stride(from: 0, to: min(side, levels.height), by: 2) {
                            let from = (row * side + y) * levels.stride + column * side
                            for x in stride(from: 0, to: min(side, levels.width), by: 2) {
                                values.append(samples[from + x])
                            }
                        }
                        values.sort()
                        medians.append(Int32(values[values.count / 2]))
                    }
                }
            }
        }

        /// The median of the area that (x, y) lies in.
        func level(_ x: Int, _ y: Int) -> Int32 {
            let column = min(columns - 1, x / StarFinder.skyCell)
            return medians[min(rows - 1, y / StarFinder.skyCell) * columns + column]
        }
    }
}
