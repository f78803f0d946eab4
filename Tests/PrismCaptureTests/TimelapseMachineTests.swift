// SPDX-License-Identifier: MIT
// The course of whole runs in simulated time: metering, reboots, clock steps, stalls, slow encoders.

import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore

@Suite struct TimelapseMachineTests {
    private let second: Int64 = 1_000_000_000
    private let frameLength: Int64 = 33_333_333

    private func machine(
        state: JournalState = JournalState(), interval: Int64 = 10_000_000_000, count: Int? = nil,
        deadline: Int64 = 60_000_000_000
    ) -> TimelapseMachine {
        TimelapseMachine(
            planner: ResumePlanner(
                last: state.anchor, synchronised: state.synchronisedAnchor, next: state.next,
                interval: interval, deadline: deadline),
            interval: interval, count: count, next: state.next, patience: 5 * second)
    }

    private func moment(
        _ start: Int64, settled: Bool = true, sound: Bool = true, duration: Int64? = 33_333_333,
        clock: ClockDomain = .boottime
    ) -> FrameMoment {
        var metadata = FrameMetadata()
        metadata.timestamp = SensorTime(nanoseconds: start)
        metadata.clock = clock
        metadata.frameDuration = duration
        metadata.autoExposure = settled ? .converged : .searching
        return FrameMoment(metadata, isSound: sound, now: ManualClock().read())
    }

    private func shots(_ actions: [TimelapseMachine.Action]) -> [TimelapseMachine.Shot] {
        actions.compactMap { if case .take(let shot) = $0 { shot } else { nil } }
    }

    @Test func theFirstShotWaitsForMeteringButNotForEver() {
        let now = ManualClock().read()
        var machine = machine()
        #expect(machine.frame(moment(0, settled: false), now) == [])
        #expect(machine.frame(moment(second, settled: false), now) == [])
        var patient = machine
        #expect(shots(machine.frame(moment(2 * second), now)).map(\.due) == [2 * second])
        #expect(shots(patient.frame(moment(5 * second, settled: false), now)).map(\.index) == [0])
    }

    @Test func aFrameThatCannotBeTrustedIsNotTakenButTheNextIs() {
        let now = ManualClock().read()
        var machine = machine()
        #expect(machine.frame(moment(0, sound: false), now) == [])
        #expect(shots(machine.frame(moment(frameLength), now)).map(\.index) == [0])
        #expect(machine.frame(moment(frameLength + 10 * second, sound: false), now) == [])
        let later = machine.frame(moment(2 * frameLength + 10 * second), now)
        #expect(shots(later).map(\.index) == [1])
    }

    @Test func camerasThatDoNotTellTheFrameDurationAreTimed() {
        let now = ManualClock().read()
        var machine = machine(interval: second)
        var taken: [Int64] = []
        for frame in 0..<100 {
            let start = Int64(frame) * 100_000_000
            taken += shots(machine.frame(moment(start, duration: nil), now)).map(\.started)
        }
        #expect(taken == (0..<10).map { Int64($0) * second })
    }

    /// The camera says 14 frames a second; the machine has time for half of them, or a third.
    @Test(arguments: [139_372_822, 209_059_233] as [Int64])
    func aMachineThatCannotKeepUpLosesNoShot(_ distance: Int64) {
        let now = ManualClock().read()
        var machine = machine(interval: second)
        var taken: [TimelapseMachine.Shot] = []
        for frame in 0..<200 {
            let start = Int64(frame) * distance
            taken += shots(machine.frame(moment(start, duration: 69_686_411), now))
        }
        #expect(taken.map(\.index) == Array(0..<taken.count))
        #expect(taken.count > 25)
        #expect(taken.allSatisfy { abs($0.started - $0.due) <= distance })
    }

    /// Frames come slowly for a moment only: what is late by the camera's own frame is late.
    @Test func aStallIsNoLongFrame() {
        let now = ManualClock().read()
        var machine = machine(interval: second)
        for frame in 0..<29 { _ = machine.frame(moment(Int64(frame) * frameLength), now) }
        let late = machine.frame(moment(second + 2 * frameLength), now)
        #expect(late == [.skip(1..<2)])
    }

    @Test func timeThatPassesWithoutFramesCostsTheShotsThatWereDue() {
        let clock = ManualClock(boottime: 0)
        var machine = machine(interval: second, count: 5)
        _ = machine.frame(moment(0), clock.read())
        #expect(machine.end(clock.read()) == 5 * second)
        #expect(machine.passTime(to: clock.read()).isEmpty)
        #expect(machine.passTime(to: ManualClock(boottime: 3 * second).read()) == 1..<3)
        #expect(machine.passTime(to: ManualClock(boottime: 9 * second).read()) == 3..<5)
        #expect(machine.isFinished)
    }

    @Test func aVirtualCamerasGridLiesOnItsOwnTime() {
        let clock = ManualClock(boottime: 500 * second)
        var machine = machine()
        let actions = machine.frame(moment(7 * second, clock: .virtual), clock.read())
        let shot = shots(actions).first
        #expect(shot?.due == 7 * second)
        #expect(shot?.certainty == .virtual)
        #expect(shot?.utc == clock.read().utc)
        let later = shots(machine.frame(moment(17 * second, clock: .virtual), clock.read())).first
        #expect(later?.utc == clock.read().utc + 10 * second)
    }

    @Test func monotonicTimestampsArePlacedOnBoottime() {
        var metadata = FrameMetadata()
        metadata.timestamp = SensorTime(nanoseconds: 5)
        metadata.clock = .monotonic
        var now = ManualClock(boottime: 1000).read()
        now.monotonic = 900
        #expect(FrameMoment(metadata, isSound: true, now: now).start == 105)
        metadata.clock = .unknown
        metadata.frameDuration = 30
        #expect(FrameMoment(metadata, isSound: true, now: now).start == 970)
    }

    @Test func aFinishedRunTakesNothing() {
        var machine = machine(count: 1)
        let now = ManualClock().read()
        #expect(machine.frame(moment(0), now).last == .finish)
        #expect(machine.isFinished)
        #expect(machine.frame(moment(10 * second), now) == [.finish])
    }

    /// Ten thousand shots over many reboots, clock steps and stalls, as one would find them in the journal.
    @Test(arguments: [7, 8, 9, 10])
    func anyLifeOfARunSettlesEachIndexOnceAndNearItsTime(_ seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var life = RunLife(interval: 2 * second, count: 10_000, &random)
        while !life.isFinished { try life.session(&random) }
        #expect(life.state.settled.gaps(below: 10_000) == [])
        #expect(life.state.done + life.state.skipped == 10_000)
        #expect(life.state.done > 2000)
    }

    @Test func theClockArrivingMovesTheDueTimeAndNoIndex() throws {
        var random = SeededGenerator(seed: 11)
        var life = RunLife(interval: 10 * second, count: 100, &random)
        try life.session(&random, shots: 5, reboot: true, synchronisedAfter: 0)
        let next = life.state.next
        try life.session(&random, shots: 5, reboot: true, synchronisedAfter: 200 * second)
        #expect(life.state.next == next + 5)
        #expect(life.state.anchor?.certainty == .uncertain)
        try life.session(&random, shots: 5, reboot: true, synchronisedAfter: 200 * second)
        #expect(life.state.next == next + 10)
        try life.session(&random, shots: 20, reboot: false, synchronisedAfter: 100 * second)
        #expect(life.state.next == next + 30)
        #expect(life.state.anchor?.certainty == .certain)
    }
}

/// A machine that loses power now and then, with the journal as its only memory.
struct RunLife {
    let interval: Int64
    let count: Int
    private(set) var state = JournalState()
    private var boot = 1
    private var clock: ManualClock
    /// What a perfect clock would say: seconds the machine was off count too.
    private var truth: Int64
    private let frameLength: Int64 = 33_333_333

    var isFinished: Bool { state.next >= count }

    init(interval: Int64, count: Int, _ random: inout SeededGenerator) {
        self.interval = interval
        self.count = count
        truth = 1_760_000_000_000_000_000
        clock = ManualClock(boottime: 20_000_000_000, utc: truth)
    }

    /// One process' life with everything random.
    mutating func session(_ random: inout SeededGenerator) throws {
        try session(
            &random, shots: Int.random(in: 1...600, using: &random),
            reboot: Bool.random(using: &random),
            synchronisedAfter: Int64.random(in: 0...120, using: &random) * 1_000_000_000,
            isSteady: false)
    }

    /// One process' life, in order or with stalls, stepped clocks and a busy writer.
    mutating func session(
        _ random: inout SeededGenerator, shots: Int, reboot: Bool, synchronisedAfter: Int64,
        isSteady: Bool = true
    ) throws {
        if reboot { restart(off: Int64.random(in: 3...500, using: &random), synchronisedAfter) }
        var machine = TimelapseMachine(
            planner: ResumePlanner(
                last: state.anchor, synchronised: state.synchronisedAnchor, next: state.next,
                interval: interval, deadline: clock.read().boottime + 60_000_000_000),
            interval: interval, count: count, next: state.next, patience: 0)
        var left = shots
        while left > 0, !machine.isFinished {
            var pause = frameLength
            if !isSteady, Int.random(in: 0..<4000, using: &random) == 0 {
                pause += 60 * frameLength
                let hours: Int64 = Bool.random(using: &random) ? 3 : -3
                clock.stepWallClock(by: hours * 3_600_000_000_000)
                clock.setSynchronised(false)
            }
            clock.advance(by: pause)
            truth += pause
            left -= try frame(&machine, &random, isSteady)
        }
    }

    private mutating func frame(
        _ machine: inout TimelapseMachine, _ random: inout SeededGenerator, _ isSteady: Bool
    ) throws -> Int {
        var metadata = FrameMetadata()
        metadata.clock = .boottime
        metadata.frameDuration = frameLength
        metadata.timestamp = SensorTime(nanoseconds: clock.read().boottime - frameLength)
        let moment = FrameMoment(metadata, isSound: true, now: clock.read())
        var taken = 0
        for action in machine.frame(moment, clock.read()) {
            switch action {
            case .anchor(let anchor): try note(anchor.record)
            case .skip(let range): try note(.skipped(range, "late"))
            case .take(let shot):
                try #require(abs(shot.started - shot.due) <= frameLength)
                taken += 1
                if !isSteady, Int.random(in: 0..<50, using: &random) == 0 {
                    try note(.skipped(shot.index..<shot.index + 1, "busy"))
                } else {
                    var done = JournalRecord(.done, index: shot.index)
                    done.file = "\(shot.index)"
                    try note(done)
                }
            case .finish: break
            }
        }
        return taken
    }

    private mutating func restart(off seconds: Int64, _ synchronisedAfter: Int64) {
        boot += 1
        truth += seconds * 1_000_000_000
        let isSynchronised = synchronisedAfter == 0
        // A board without a battery begins in 1970 until a server tells it the time.
        clock = ManualClock(
            boottime: 20_000_000_000, utc: isSynchronised ? truth : 20_000_000_000,
            isSynchronised: isSynchronised, bootIdentifier: "boot-\(boot)")
        if !isSynchronised {
            clock.synchronise(
                atBoottime: 20_000_000_000 + synchronisedAfter, step: truth - 20_000_000_000)
        }
    }

    private mutating func note(_ record: JournalRecord) throws {
        let why = state.add(record)
        try #require(why == nil, "\(why ?? "")")
    }
}
