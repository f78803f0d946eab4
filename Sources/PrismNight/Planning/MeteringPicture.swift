// SPDX-License-Identifier: MIT
// A raw frame as metering sees it: a small grey picture, its mean, and where its highlights are.

internal import PrismImage

/// Light of a frame, in parts of white above black.
struct MeteringPicture: Sendable {
    /// Columns of the small picture, at most.
    static let columns = 320

    let width, height: Int
    /// Pixels of the photograph per pixel of the small picture.
    let scale: Int
    /// Mean green of each block, a row after the other.
    private(set) var grey: [Float]
    /// Mean of the green samples.
    let mean: Double
    /// What 99.5 % of all samples stay below.
    private(set) var highlight = 0.0

    init(_ image: RawImage) {
        let block = max(
            1, (image.width / 2 + MeteringPicture.columns - 1) / MeteringPicture.columns)
        (width, height) = (max(1, image.width / 2 / block), max(1, image.height / 2 / block))
        scale = 2 * block
        grey = MeteringPicture.blocks(image, block: block, width: width, height: height)
        mean = grey.reduce(0.0) { $0 + Double($1) } / Double(max(1, grey.count))
        highlight = MeteringPicture.quantile(of: image)
    }

    private static func blocks(
        _ image: RawImage, block: Int, width: Int, height: Int
    ) -> [Float] {
        let channels = image.facts.order.channels
        let first = channels[0] == 1 || channels[0] == 2
        // The greens lie on one of the two diagonals.
        let (upper, lower) = first ? (0, 1) : (1, 0)
        let black = (image.facts.black[1] + image.facts.black[2]) / 2
        let count = Float(2 * block * block)
        let range = image.facts.white - black
        var grey = [Float](repeating: 0, count: width * height)
        image.withSamples { samples in
            for y in 0..<height {
                for row in 0..<block {
                    let above = (y * block + row) * 2 * image.stride
                    let below = above + image.stride
                    for x in 0..<width {
                        var sum: UInt32 = 0
                        var at = 2 * x * block
                        for _ in 0..<block {
                            sum += UInt32(samples[above + at + upper])
                            sum += UInt32(samples[below + at + lower])
                            at += 2
                        }
                        grey[y * width + x] += Float(sum)
                    }
                }
            }
        }
        return grey.map { ($0 / count - black) / range }
    }

    /// By a histogram of every fourth quad, both ways.
    private static func quantile(of image: RawImage) -> Double {
        var counts = [Int](repeating: 0, count: 1025)
        let black = image.facts.black.sum() / 4
        let scale = 1024 / (image.facts.white - black)
        var total = 0
        image.withSamples { samples in
            for y in stride(from: 0, to: image.height - 1, by: 8) {
                for x in stride(from: 0, to: image.width - 1, by: 8) {
                    let at = y * image.stride + x
                    for place in [at, at + 1, at + image.stride, at + image.stride + 1] {
                        let level = (Float(samples[place]) - black) * scale
                        counts[Int(max(0, min(1024, level)))] += 1
                        total += 1
                    }
                }
            }
        }
        var above = Int((0.005 * Double(total)).rounded())
        for bin in counts.indices.reversed() {
            above -= counts[bin]
            if above < 0 { return Double(bin) / 1024 }
        }
        return 0
    }
}
