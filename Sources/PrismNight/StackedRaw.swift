// SPDX-License-Identifier: MIT
// What a stack has become: samples, weights and the report.

public import PrismImage

/// The mean of a burst: linear samples at 16 times the frames' scale, black not subtracted, and what is known of them.
public struct StackedRaw: Sendable {
    /// The mean; ``RawFacts/noise`` is what is left of the noise where every frame counts.
    public var image: RawImage
    /// Samples of ``image`` per sample of a frame: 16, or less where 16 bits would not hold a frame's white.
    public var scale: Int
    /// The sum of weights of each 2×2 of the mosaic, a row after the other; 255 is one whole frame.
    public var weights: WeightMap
    /// What became of the frames.
    public var report: StackReport
}

/// How much each place of a stack rests on.
public struct WeightMap: Sendable {
    /// Quads in a row.
    public let width: Int
    /// Rows of quads.
    public let height: Int
    /// Sums of weights, a row after the other; 255 is one whole frame.
    public let totals: [UInt16]

    /// Frames that count at a quad.
    public func frames(_ x: Int, _ y: Int) -> Double { Double(totals[y * width + x]) / 255 }

    /// The number of frames that a part of the picture (0 to 1) has at most.
    public func quantile(_ part: Double) -> Double {
        var counts = [Int](repeating: 0, count: 65536)
        for total in totals { counts[Int(total)] += 1 }
        let wanted = max(1, (part * Double(totals.count)).rounded(.up))
        var seen = 0
        for (total, count) in counts.enumerated() {
            seen += count
            if Double(seen) >= wanted { return Double(total) / 255 }
        }
        return 0
    }
}
