// SPDX-License-Identifier: MIT
// A sensor's mosaic with what is known of it; the common currency of readers, stack and writers.

public import PrismCore

/// A Bayer mosaic of 16-bit samples at their native depth.
///
/// A value that shares its samples: copies are cheap and the pixels are never changed.
public struct RawImage: Sendable {
    /// The samples; row `y` begins at `offset + y * stride`.
    public let samples: RawSamples
    /// Index of the top left sample.
    public let offset: Int
    /// Samples from one row to the next, at least ``width``.
    public let stride: Int
    /// Samples in a row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// What is known of the samples.
    public var facts: RawFacts

    /// Makes an image of samples that somebody else may share.
    ///
    /// - Throws: `outOfRange` where a side is not 2 to 65500; `invalidData` where samples are missing or the
    ///   facts contradict themselves.
    public init(
        _ samples: RawSamples, offset: Int = 0, stride: Int? = nil, width: Int, height: Int,
        facts: RawFacts
    ) throws(PrismError) {
        let stride = stride ?? width
        guard (2...65_500).contains(width), (2...65_500).contains(height) else {
            throw PrismError(
                .outOfRange, "a raw picture of \(width)×\(height): expected sides of 2 to 65500")
        }
        let last = offset.addingReportingOverflow((height - 1) * stride + width)
        guard offset >= 0, (width...1 << 20).contains(stride), !last.overflow,
            last.partialValue <= samples.count
        else {
            throw PrismError(
                .invalidData,
                "\(samples.count) samples are too few for a raw picture of \(width)×\(height)")
        }
        try facts.check(width: width, height: height)
        self.samples = samples
        self.offset = offset
        self.stride = stride
        self.width = width
        self.height = height
        self.facts = facts
    }

    /// Lends the samples from the top left one on, for one call: sample (x, y) is at `y * stride + x`.
    public func withSamples<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt16>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try samples.withUnsafeBuffer { (all) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: all[offset...]))
        }
    }
}
