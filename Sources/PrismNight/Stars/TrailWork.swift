// SPDX-License-Identifier: MIT
// Star trails: the brightest of all frames at each pixel, without gaps, on the sensor's own grid.

internal import PrismCore
internal import PrismImage

/// The brightest and the darkest so far.
///
/// Nothing is aligned or interpolated. What is bright in every frame though the sky turns is a hot pixel.
final class TrailWork {
    private let geometry: FrameGeometry
    private let decay: Double
    private var top: [UInt16]
    private var low: [UInt16]
    private(set) var used = 0

    init(_ image: RawImage, decay: Double) throws(PrismError) {
        geometry = try FrameGeometry(image)
        self.decay = decay
        top = [UInt16](repeating: 0, count: geometry.width * geometry.height)
        low = [UInt16](repeating: .max, count: geometry.width * geometry.height)
    }

    /// Why a frame does not fit; nil where it was added.
    func add(_ image: RawImage) -> (FrameVerdict.Reason, String)? {
        if let objection = geometry.mismatch(image) { return objection }
        if decay < 1, used > 0 { fade() }
        let (width, height) = (geometry.width, geometry.height)
        image.withSamples { samples in
            top.withUnsafeMutableBufferPointer { top in
                low.withUnsafeMutableBufferPointer { low in
                    for y in 0..<height {
                        let (from, to) = (y * image.stride, y * width)
                        for x in 0..<width {
                            let sample = samples[from + x]
                            top[to + x] = max(top[to + x], sample)
                            low[to + x] = min(low[to + x], sample)
                        }
                    }
                }
            }
        }
        used += 1
        return nil
    }

    /// A comet's tail: what was there loses some of its light with each frame.
    private func fade() {
        let black = geometry.facts.black.sum() / 4
        let factor = Float(decay)
        top.withUnsafeMutableBufferPointer { top in
            for index in top.indices {
                let above = Float(top[index]) - black
                if above > 0 { top[index] = UInt16(black + above * factor + 0.5) }
            }
        }
    }

    /// The trails, hot pixels filled.
    func finish(_ report: StackReport) throws(PrismError) -> StackedRaw {
        var report = report
        let (width, height) = (geometry.width, geometry.height)
        let hot = hotPixels()
        for pixel in hot { top[pixel.y * width + pixel.x] = neighbour(pixel, in: top) }
        report.hotPixels = hot
        for part in [5, 25, 50, 75, 95] { report.effectiveFrames[String(part)] = 1 }
        let whole = UInt16(255 * max(1, min(used, 257)))
        let weights = WeightMap(
            width: width / 2, height: height / 2,
            totals: [UInt16](repeating: whole, count: width / 2 * (height / 2)))
        let image = try RawImage(
            RawSamples(top), width: width, height: height, facts: geometry.facts)
        return StackedRaw(image: image, scale: 1, weights: weights, report: report)
    }

    /// Pixels whose darkest value is far above all of their colour's neighbours'.
    private func hotPixels() -> [HotPixel] {
        guard used >= 3 else { return [] }
        let noise = geometry.facts.noise ?? RawNoise(slope: 1e-3, offset: 1e-5)
        let range = Double(geometry.facts.white) - Double(geometry.facts.black.sum() / 4)
        let black = Double(geometry.facts.black.sum() / 4)
        var hot: [HotPixel] = []
        for y in 2..<geometry.height - 2 {
            for x in 2..<geometry.width - 2 {
                let value = low[y * geometry.width + x]
                let pixel = HotPixel(x: x, y: y)
                // Most are no brighter than the first neighbour.
                guard value > low[y * geometry.width + x - 2] else { continue }
                let near = Double(neighbour(pixel, in: low))
                let light = max(0, near - black) / range
                let variance = noise.slope.sum() / 4 * light + noise.offset.sum() / 4
                if Double(value) - near > 5 * variance.squareRoot() * range { hot.append(pixel) }
            }
        }
        return hot
    }

    /// The second greatest of the eight neighbours of one colour.
    private func neighbour(_ pixel: HotPixel, in samples: [UInt16]) -> UInt16 {
        var (first, second): (UInt16, UInt16) = (0, 0)
        for y in [pixel.y - 2, pixel.y, pixel.y + 2] where (0..<geometry.height).contains(y) {
            for x in [pixel.x - 2, pixel.x, pixel.x + 2]
            where (0..<geometry.width).contains(x) && (x, y) != (pixel.x, pixel.y) {
                let value = samples[y * geometry.width + x]
                if value > first {
                    (first, second) = (value, first)
                } else {
                    second = max(second, value)
                }
            }
        }
        return second
    }
}
