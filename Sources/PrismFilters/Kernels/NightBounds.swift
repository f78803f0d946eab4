// SPDX-License-Identifier: MIT
// The least and the greatest of the first frames at each pixel, so that what is in one of them only can be told.

internal import CPrismKernels

/// Bounds of the frames that began a stack, which kappa-sigma cannot judge: there is no mean yet.
///
/// They take 4 bytes a pixel until ``settle(_:limits:rows:)``.
package final class NightBounds: Sendable {
    private let low, high: NightBlock<Int16>
    private let width: Int
    private let count: NightBlock<Int>

    package init(width: Int, height: Int) {
        self.width = width
        low = NightBlock(repeating: .max, count: width * height)
        high = NightBlock(repeating: .min, count: width * height)
        count = NightBlock(repeating: 0, count: 1)
    }

    /// Frames that were added.
    package var frames: Int { count.base[0] }

    func addedFrame() { count.base[0] += 1 }

    /// Rows of one strip.
    static let strip = 32

    /// Sums and weights of rows before a frame is added.
    struct Before {
        var sums: [Int32]
        var totals: [UInt16]

        init(_ stack: NightSums, _ rows: Range<Int>) {
            let (width, half) = (stack.width, stack.width / 2)
            sums = Array(
                UnsafeBufferPointer(
                    start: stack.sums.base + rows.lowerBound * width, count: rows.count * width))
            totals = Array(
                UnsafeBufferPointer(
                    start: stack.totals.base + rows.lowerBound / 2 * half,
                    count: rows.count / 2 * half))
        }
    }

    /// Notes what a frame added to rows; only whole weights count.
    func note(_ before: Before, _ stack: NightSums, _ rows: Range<Int>) {
        let half = width / 2
        for (index, y) in rows.enumerated() {
            for x in 0..<width {
                let quad = y / 2 * half + x / 2
                let was = before.totals[index / 2 * half + x / 2]
                guard stack.totals.base[quad] &- was == 255 else { continue }
                let at = y * width + x
                let value = (stack.sums.base[at] - before.sums[index * width + x]) / 255
                low.base[at] = min(low.base[at], Int16(clamping: value))
                high.base[at] = max(high.base[at], Int16(clamping: value))
            }
        }
    }

    /// Puts the mean of the others in the place of a least or greatest value that is too far from it.
    ///
    /// - Parameters:
    ///   - stack: The sums of exactly the frames that were noted.
    ///   - limits: How far a value may be from the others' mean, by the mean / 64: 256 values.
    ///   - rows: Threads.
    package func settle(_ stack: NightSums, limits: [Int16], rows: NightRows) {
        precondition(limits.count == 256)
        guard frames >= 4 else { return }
        let half = width / 2
        rows.run(rows: 0..<stack.height, scratch: 0) { part, _, _ in
            for y in part {
                for x in 0..<width {
                    // At the edges fewer frames count, but whole ones; with less than four none can be judged.
                    let total = Int32(stack.totals.base[y / 2 * half + x / 2])
                    let frames = total / 255
                    guard frames >= 4, total == 255 * frames else { continue }
                    let at = y * width + x
                    let sum = stack.sums.base[at]
                    let (least, most) = (Int32(low.base[at]), Int32(high.base[at]))
                    let mean = (sum / 255 - least - most) / (frames - 2)
                    // A hot pixel that was filled meanwhile is no longer the sum of what was noted.
                    guard (least...most).contains(mean) else { continue }
                    let limit = Int32(limits[Int(max(0, min(255, mean >> 6)))])
                    var change: Int32 = 0
                    if most - mean > limit { change -= most - mean }
                    if mean - least > limit { change += mean - least }
                    stack.sums.base[at] = sum + 255 * change
                }
            }
        }
    }
}
