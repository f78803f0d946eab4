// SPDX-License-Identifier: MIT
// A time-lapse that is killed again and again: nothing partial, nothing lost, nothing doubled.

import Foundation
import PrismTesting
import Testing

@Suite(.serialized) struct KillTests {
    /// Ten times as many for `make soak`.
    private static let factor = ProcessInfo.processInfo.environment["PRISM_SOAK"] == nil ? 1 : 10

    struct Case: CustomTestStringConvertible {
        let clock: String
        let durability: String
        let kills: Int
        /// Longest time from the last line to the kill.
        let milliseconds: Int
        /// Most pictures in a session before it is killed.
        let pictures: Int

        var testDescription: String { "\(kills) kills, clock \(clock), durability \(durability)" }
    }

    static let cases = [
        Case(
            clock: "real", durability: "each", kills: 8 * factor, milliseconds: 120, pictures: 5),
        Case(
            clock: "virtual", durability: "none", kills: 8 * factor, milliseconds: 30,
            pictures: 20),
        // A batch is named every two seconds, so the kill may come before, in or after one.
        Case(
            clock: "real", durability: "batch", kills: 4 * factor, milliseconds: 2600, pictures: 0),
    ]

    @Test(arguments: cases)
    func aKilledTimelapseIsWholeAfterItsResumption(_ plan: Case) throws {
        let run = TimelapseUnderTest(
            directory: try TemporaryDirectory(), clock: plan.clock, durability: plan.durability)
        var random = SeededGenerator(seed: 7)
        for _ in 0..<plan.kills {
            let process = try TimelapseProcess(run, count: 1_000_000)
            #expect(process.waitForSaved(Int.random(in: 0...plan.pictures, using: &random)))
            process.kill(afterMilliseconds: Int.random(in: 0...plan.milliseconds, using: &random))
        }
        // Enough that some are still due when a slow machine has started the process.
        let count = try TimelapseAudit(run.directory).next + 60
        let end = try TimelapseProcess(run, count: count).finish()
        #expect(end.status == 0, "\(end.errors)")
        let audit = try TimelapseAudit(run.directory)
        #expect(audit.done.count > 0)
        #expect(audit.misplacedIndices(count: count) == [])
        #expect(try audit.strayFiles() == [])
        #expect(try audit.damagedFiles() == [])
        if plan.clock == "real" {
            let off = audit.offGrid(
                interval: TimelapseUnderTest.interval, frame: TimelapseUnderTest.frame)
            #expect(off == [])
        }
    }
}
