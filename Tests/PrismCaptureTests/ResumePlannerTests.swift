// SPDX-License-Identifier: MIT
// Where an interrupted run goes on, for every state of the clock.

import PrismCore
import PrismTesting
import Testing

@testable import PrismCapture

@Suite struct ResumePlannerTests {
    private let second: Int64 = 1_000_000_000
    private let clock = ManualClock(boottime: 100_000_000_000)

    private func anchor(
        _ index: Int = 0, synchronised: Bool = true, certainty: AnchorCertainty = .certain
    ) -> GridAnchor {
        clock.setSynchronised(synchronised)
        return GridAnchor(
            index: index, due: clock.read().boottime, at: clock.read(), certainty: certainty)
    }

    private func planner(
        _ last: GridAnchor?, synchronised: GridAnchor? = nil, next: Int = 5
    ) -> ResumePlanner {
        let synchronised = synchronised ?? (last?.isSynchronised == true ? last : nil)
        return ResumePlanner(
            last: last, synchronised: synchronised, next: next, interval: 10 * second,
            deadline: 60 * second)
    }

    /// The machine's next start: `off` seconds after the old one's now, `up` seconds after power-on.
    private func reboot(off: Int64, up: Int64, synchronised: Bool) -> ManualClock {
        ManualClock(
            boottime: up * second, utc: clock.read().utc + off * second,
            isSynchronised: synchronised,
            bootIdentifier: "boot-2")
    }

    @Test func aNewRunBeginsWithItsFirstFrame() {
        #expect(planner(nil, next: 0).decide(clock.read()) == .begin(index: 0, .certain))
    }

    @Test func withinOneBootTheGridIsStillThere() {
        let last = anchor(synchronised: false)
        clock.advance(by: 77 * second)
        clock.stepWallClock(by: -10800 * second)
        #expect(planner(last).decide(clock.read()) == .follow(last))
    }

    @Test func afterARebootTheGridIsFoundThroughUTC() throws {
        let last = anchor(3)
        let now = reboot(off: 95, up: 20, synchronised: true).read()
        guard case .follow(let mapped) = planner(last).decide(now) else {
            Issue.record("not mapped")
            return
        }
        #expect(mapped.index == 3)
        #expect(mapped.due == 20 * second - 95 * second)
        #expect(mapped.utc == last.utc)
        #expect(mapped.bootIdentifier == "boot-2")
        let decision = mapped.grid(interval: 10 * second, count: nil)
            .decide(start: 25 * second, duration: second, next: 5)
        #expect(decision == TimelapseGrid.Decision(skipped: 5..<13, take: 13))
    }

    @Test func theClockIsWaitedForButNotForEver() {
        let planner = planner(anchor())
        let rebooted = reboot(off: 95, up: 20, synchronised: false)
        #expect(planner.decide(rebooted.read()) == .wait(until: 20 * second + second / 2))
        rebooted.advance(by: 39 * second + 800_000_000)
        #expect(planner.decide(rebooted.read()) == .wait(until: 60 * second))
        rebooted.advance(by: 200_000_000)
        #expect(planner.decide(rebooted.read()) == .begin(index: 5, .uncertain))
    }

    @Test func aRunThatNeverKnewTheTimeGoesOnAtOnce() {
        let planner = planner(anchor(synchronised: false))
        let now = reboot(off: 95, up: 20, synchronised: true).read()
        #expect(planner.decide(now) == .begin(index: 5, .uncertain))
    }

    @Test func anUncertainSessionBetweenTwoCertainOnesDoesNotLoseTheGrid() {
        let first = anchor()
        let second = anchor(5, synchronised: false, certainty: .uncertain)
        let now = reboot(off: 500, up: 20, synchronised: true).read()
        let action = planner(second, synchronised: first, next: 9).decide(now)
        guard case .follow(let mapped) = action else {
            Issue.record("not mapped: \(action)")
            return
        }
        #expect(mapped.index == 0)
    }

    @Test func aMappedGridInTheFutureIsNotBelieved() {
        let now = reboot(off: -10800, up: 20, synchronised: true).read()
        #expect(planner(anchor()).decide(now) == .begin(index: 5, .uncertain))
    }

    @Test func aVirtualCamerasTimeEndsWithItsProcess() {
        let last = anchor(certainty: .virtual)
        #expect(planner(last).decide(clock.read()) == .begin(index: 5, .virtual))
    }

    @Test func whenTheClockArrivesOnlyTheNextDueTimeMoves() throws {
        let first = anchor(0)
        let rebooted = reboot(off: 1003, up: 20, synchronised: false)
        let current = GridAnchor(
            index: 5, due: rebooted.read().boottime, at: rebooted.read(), certainty: .uncertain)
        let planner = planner(first, next: 5)
        rebooted.advance(by: 12 * second)
        #expect(planner.improved(current, next: 7, rebooted.read()) == nil)
        rebooted.setSynchronised(true)
        let better = try #require(planner.improved(current, next: 7, rebooted.read()))
        #expect(better.index == 7)
        #expect(better.certainty == .certain)
        #expect((better.utc - first.utc) % (10 * second) == 0)
        #expect(abs(better.due - 40 * second) <= 5 * second)
        #expect(better.due >= rebooted.read().boottime)
    }

    @Test func aGridThatNeverStoppedOnlyLearnsItsUTC() throws {
        let current = anchor(0, synchronised: false)
        clock.advance(by: 12 * second)
        clock.stepWallClock(by: 3600 * second)
        clock.setSynchronised(true)
        let better = try #require(planner(nil, next: 0).improved(current, next: 2, clock.read()))
        #expect(better.due == current.due + 20 * second)
        #expect(better.utc == clock.read().utc + 8 * second)
    }
}
