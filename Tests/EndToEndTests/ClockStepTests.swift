// SPDX-License-Identifier: MIT
// Somebody sets the wall clock three hours forward and back during a time-lapse: the grid does not move.

import Foundation
import PrismCapture
import PrismTesting
import Testing

private let isSanitized = ProcessInfo.processInfo.environment["PRISM_SANITIZED"] != nil

@Suite(
    .enabled(if: ClockShim.compiler != nil, "needs a C compiler"),
    .disabled(if: isSanitized, "a sanitizer's library must be the first one"))
struct ClockStepTests {
    private static let hours: Int64 = 3 * 3600

    @Test(arguments: [hours, -hours])
    func aSteppedWallClockMovesNoShot(_ step: Int64) throws {
        let shim = try ClockShim()
        let run = TimelapseUnderTest(directory: try TemporaryDirectory())
        let first = try TimelapseProcess(run, count: 1_000_000, environment: shim.environment)
        #expect(first.waitForSaved(5))
        try shim.set(seconds: step)
        #expect(first.waitForSaved(5))
        try shim.set(seconds: -step)
        #expect(first.waitForSaved(5))
        first.kill(afterMilliseconds: 10)
        // The clock steps once more while nothing runs.
        try shim.set(seconds: step)
        let count = try TimelapseAudit(run.directory).next + 20
        let end = try TimelapseProcess(run, count: count, environment: shim.environment).finish()
        #expect(end.status == 0, "\(end.errors)")
        try judge(run, count: count, step: step)
    }

    private func judge(_ run: TimelapseUnderTest, count: Int, step: Int64) throws {
        let audit = try TimelapseAudit(run.directory)
        #expect(audit.misplacedIndices(count: count) == [])
        #expect(try audit.strayFiles() == [])
        #expect(try audit.damagedFiles() == [])
        let off = audit.offGrid(
            interval: TimelapseUnderTest.interval, frame: TimelapseUnderTest.frame)
        #expect(off == [])
        // The program did see the steps: the wall clock's times jump where the grid's do not.
        let jumps = audit.wallClockJumps(beyond: 3600 * 1_000_000_000)
        #expect(jumps == [step, -2 * step, 2 * step].map { $0 > 0 ? 1 : -1 })
    }
}

extension TimelapseAudit {
    /// Directions in which the shots' wall clock times jump against their times on the grid.
    func wallClockJumps(beyond limit: Int64) -> [Int] {
        let offsets = records.compactMap { record -> Int64? in
            guard record.state == .intent, let utc = record.utc, let started = record.started
            else { return nil }
            return utc - started
        }
        return zip(offsets, offsets.dropFirst()).map { $1 - $0 }
            .filter { abs($0) > limit }.map { $0 > 0 ? 1 : -1 }
    }
}
