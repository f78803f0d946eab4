// SPDX-License-Identifier: MIT
// Brings a frame's sky to the brightness of the reference's, by what is added: clouds, moonlight, dawn.

internal import PrismFilters
internal import PrismImage

/// Medians of a frame's cells for each place of the 2×2, in samples.
struct SkyMap: Sendable {
    /// Side of a cell in pixels.
    static let cell = 64

    let columns, rows: Int
    /// Four for each cell, a row of cells after the other.
    fileprivate(set) var levels: [Float]

    init(_ image: RawImage) {
        let cell = SkyMap.cell
        columns = max(1, image.width / cell)
        rows = max(1, image.height / cell)
        let (columns, rows) = (self.columns, self.rows)
        levels = image.withSamples { samples in
            var levels: [Float] = []
            for row in 0..<rows {
                for column in 0..<columns {
                    for place in 0..<4 {
                        let corner =
                            (row * cell + place / 2) * image.stride + column * cell + place % 2
                        levels.append(
                            SkyMap.median(
                                samples, from: corner, of: image, row: row, column: column)
                        )
                    }
                }
            }
            return levels
        }
    }

    /// The median of every second sample of one place of the 2×2, to a part of a step: many samples have the same value.
    private static func median(
        _ samples: UnsafeBufferPointer<UInt16>, from corner: Int, of image: RawImage, row: Int,
        column: Int
    ) -> Float {
        let high = min(cell, image.height - row * cell) - 1
        let wide = min(cell, image.width - column * cell) - 1
        var values: [UInt16] = []
        for y in stride(from: 0, to: high, by: 4) {
            for x in stride(from: 0, to: wide, by: 4) {
                values.append(samples[corner + y * image.stride + x])
            }
        }
        values.sort()
        // The mean of the middle third: as robust, and finer than a step.
        let middle = values[(values.count / 3)..<max(values.count / 3 + 1, values.count * 2 / 3)]
        return Float(middle.reduce(0) { $0 + Int($1) }) / Float(middle.count)
    }

    /// Between the four nearest cells' centres, for a place of the 2×2.
    func level(_ x: Double, _ y: Double, _ place: Int) -> Float {
        let u = max(0, min(Double(columns - 1), x / Double(SkyMap.cell) - 0.5))
        let v = max(0, min(Double(rows - 1), y / Double(SkyMap.cell) - 0.5))
        let (i, j) = (min(Int(u), max(0, columns - 2)), min(Int(v), max(0, rows - 2)))
        let (s, t) = (Float(u) - Float(i), Float(v) - Float(j))
        func at(_ column: Int, _ row: Int) -> Float {
            levels[4 * (min(row, rows - 1) * columns + min(column, columns - 1)) + place]
        }
        let upper = at(i, j) + (at(i + 1, j) - at(i, j)) * s
        let lower = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * s
        return upper + (lower - upper) * t
    }
}

/// Matches frames to the reference's sky.
struct SkyMatcher: Sendable {
    private let reference: SkyMap

    init(_ image: RawImage) { reference = SkyMap(image) }

    /// The frame with what its sky has more than the reference's taken off, sample by sample, on the frame's own scale.
    ///
    /// - Parameters:
    ///   - image: The frame.
    ///   - transform: From the reference's mosaic to the frame's.
    /// - Returns: The frame; nil where it cannot be made.
    func matched(_ image: RawImage, transform: FrameTransform) -> RawImage? {
        var excess = SkyMap(image)
        let back = transform.inverse
        for row in 0..<excess.rows {
            for column in 0..<excess.columns {
                let centre = (
                    x: (Double(column) + 0.5) * Double(SkyMap.cell),
                    y: (Double(row) + 0.5) * Double(SkyMap.cell)
                )
                let there = back(centre.x, centre.y)
                for place in 0..<4 {
                    excess.levels[4 * (row * excess.columns + column) + place] -=
                        reference.level(there.x, there.y, place)
                }
            }
        }
        excess.calm()
        return SkyMatcher.subtract(excess, from: image)
    }

    /// Rounding by a pattern that has no mean, so that steps do not show.
    private static func subtract(_ excess: SkyMap, from image: RawImage) -> RawImage? {
        let most = Int32(image.facts.white)
        let (width, height) = (image.width, image.height)
        let samples = RawSamples(count: width * height) { out in
            image.withSamples { samples in
                var offsets = [Int32](repeating: 0, count: width)
                for y in 0..<height {
                    // 256ths of a sample; between cells the line is straight enough for every eighth column.
                    for x in stride(from: 0, to: width, by: 8) {
                        for place in 0..<2 {
                            let level = excess.level(Double(x + 4), Double(y), (y & 1) * 2 + place)
                            let fixed = Int32((level * 256).rounded())
                            for at in stride(from: x + place, to: min(width, x + 8), by: 2) {
                                offsets[at] = fixed
                            }
                        }
                    }
                    for x in 0..<width {
                        let sample = Int32(samples[y * image.stride + x])
                        let pattern = Int32(truncatingIfNeeded: (x &* 181 &+ y &* 359) & 255)
                        let value = sample - (offsets[x] + pattern) >> 8
                        out[y * width + x] = UInt16(
                            sample >= most ? most : max(0, min(most, value)))
                    }
                }
            }
        }
        return try? RawImage(samples, width: width, height: height, facts: image.facts)
    }
}

extension SkyMap {
    /// The median of 3×3 cells: a bright star or a lamp that fills a cell is no sky.
    fileprivate mutating func calm() {
        let source = self
        for row in 0..<rows {
            for column in 0..<columns {
                for place in 0..<4 {
                    var near: [Float] = []
                    for j in max(0, row - 1)...min(rows - 1, row + 1) {
                        for i in max(0, column - 1)...min(columns - 1, column + 1) {
                            near.append(source.levels[4 * (j * columns + i) + place])
                        }
                    }
                    near.sort()
                    levels[4 * (row * columns + column) + place] = near[near.count / 2]
                }
            }
        }
    }
}
