// SPDX-License-Identifier: MIT
// The night stack's pictures and sums: memory that is allocated once and written in place by the kernels.

internal import CPrismKernels

/// A block of memory for kernels, zeroed.
///
/// `@unchecked Sendable`: kernels on several threads write disjoint rows between two calls of the one owner.
package final class NightBlock<Element>: @unchecked Sendable {
    package let count: Int
    let base: UnsafeMutablePointer<Element>

    package init(repeating value: Element, count: Int) {
        self.count = max(1, count)
        base = .allocate(capacity: self.count)
        base.initialize(repeating: value, count: self.count)
    }

    deinit { base.deallocate() }

    /// Lends the elements for one call.
    package func withElements<Result>(
        _ body: (UnsafeMutableBufferPointer<Element>) -> Result
    ) -> Result {
        body(UnsafeMutableBufferPointer(start: base, count: count))
    }
}

/// A picture of levels: 16 bits, in the domain where noise has one size everywhere.
package final class NightLevels: Sendable {
    package let width, height: Int
    let block: NightBlock<Int16>

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        // A row more than the picture: vectors read past the last one.
        block = NightBlock(repeating: 0, count: (width + pad) * (height + 1))
    }

    /// Samples from a row to the next.
    package var stride: Int { width + pad }

    /// Lends the samples; (x, y) is at `y * stride + x`.
    package func withSamples<Result>(_ body: (UnsafeMutableBufferPointer<Int16>) -> Result)
        -> Result
    {
        block.withElements(body)
    }

    var pointer: prism_night_levels {
        prism_night_levels(
            data: block.base, stride: stride, width: Int32(width), height: Int32(height))
    }
}

/// A picture of bytes per quad: differences or weights.
package final class NightBytes: Sendable {
    package let width, height: Int
    let block: NightBlock<UInt8>

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        block = NightBlock(repeating: 0, count: (width + pad) * (height + 1))
    }

    package var stride: Int { width + pad }

    /// The bytes as signed differences.
    var signed: UnsafeMutablePointer<Int8> {
        UnsafeMutableRawPointer(block.base).assumingMemoryBound(to: Int8.self)
    }

    /// The mean of all bytes.
    package var mean: Double {
        var sum = 0
        for y in 0..<height {
            for x in 0..<width { sum += Int(block.base[y * stride + x]) }
        }
        return Double(sum) / Double(max(1, width * height))
    }

    /// Lends the bytes; (x, y) is at `y * stride + x`.
    package func withBytes<Result>(_ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result
    {
        block.withElements(body)
    }
}

/// The accumulators: a weighted sum for each pixel, a weight for each quad.
package final class NightSums: Sendable {
    package let width, height: Int
    let sums: NightBlock<Int32>
    let totals: NightBlock<UInt16>

    package init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        sums = NightBlock(repeating: 0, count: width * height)
        totals = NightBlock(repeating: 0, count: width / 2 * (height / 2))
    }

    /// Lends the sums, a row after the other.
    package func withSums<Result>(_ body: (UnsafeMutableBufferPointer<Int32>) -> Result) -> Result {
        sums.withElements(body)
    }

    /// Lends the weights of quads, a row after the other; 255 is one whole frame.
    package func withTotals<Result>(_ body: (UnsafeMutableBufferPointer<UInt16>) -> Result)
        -> Result
    {
        totals.withElements(body)
    }

    var pointer: prism_night_stack {
        prism_night_stack(
            sums: sums.base, totals: totals.base, width: Int32(width), height: Int32(height))
    }
}

private let pad = Int(PRISM_NIGHT_PAD)
