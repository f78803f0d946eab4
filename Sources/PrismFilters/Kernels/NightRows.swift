// SPDX-License-Identifier: MIT
// Divides the night stack's rows among threads, with scratch for each part.

internal import Dispatch

/// Threads for rows, and the scratch that goes with them.
///
/// `@unchecked Sendable`: only the one caller of ``run(rows:multiple:scratch:body:)`` changes `scratch`, between runs.
package final class NightRows: @unchecked Sendable {
    /// Parts that run at the same time.
    package let threads: Int
    private var scratch: [NightBlock<UInt64>] = []

    package init(threads: Int) { self.threads = max(1, min(threads, 64)) }

    /// Runs `body` for parts of the rows, and returns when all are done.
    ///
    /// - Parameters:
    ///   - rows: All rows.
    ///   - multiple: Parts begin at multiples of this.
    ///   - bytes: Scratch that a part needs.
    ///   - body: Gets the part's rows, its index and its scratch.
    func run(
        rows: Range<Int>, multiple: Int = 1, scratch bytes: Int,
        body: (Range<Int>, Int, UnsafeMutableRawPointer) -> Void
    ) {
        let parts = self.parts(of: rows, multiple: multiple)
        let words = bytes / 8 + 8
        if scratch.count < parts.count || (scratch.first.map { $0.count < words } ?? true) {
            scratch = (0..<parts.count).map { _ in NightBlock(repeating: 0, count: words) }
        }
        guard parts.count > 1 else {
            if let rows = parts.first { body(rows, 0, UnsafeMutableRawPointer(scratch[0].base)) }
            return
        }
        withoutActuallyEscaping(body) { body in
            // Each part touches rows and scratch of its own, and all end before this returns.
            nonisolated(unsafe) let body = body
            let scratch = scratch
            DispatchQueue.concurrentPerform(iterations: parts.count) { index in
                body(parts[index], index, UnsafeMutableRawPointer(scratch[index].base))
            }
        }
    }

    /// Equal parts, one for each thread.
    func parts(of rows: Range<Int>, multiple: Int) -> [Range<Int>] {
        let units = (rows.count + multiple - 1) / multiple
        let count = min(threads, units)
        return (0..<count).map { part in
            let from = rows.lowerBound + units * part / count * multiple
            let to = rows.lowerBound + units * (part + 1) / count * multiple
            return from..<min(to, rows.upperBound)
        }
    }
}
