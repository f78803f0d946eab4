// SPDX-License-Identifier: MIT
// However a capture ends, what it held is given back and nothing follows.

import Testing

import struct BridgeTestSupport.SplitMix

@testable import PrismCore

@Suite struct CaptureEndingTests {
    private let before = ControlSettings(exposure: .auto, exposureValue: -1)
    private let plan = CapturePlan([
        .hold(ControlSettings(exposure: .gainPriority(2))),
        .hold(ControlSettings(exposureValue: 1)),
        .collect(count: 2, pick: .next), .consume,
    ])
    private let touched = ControlSettings(exposure: .gainPriority(2), exposureValue: 1)

    @Test(arguments: [0, 1, 2])
    func callingItOffRestoresEverything(frames: Int) {
        var run = EngineDriver(plan, before: before)
        run.consumesAtOnce = false
        run.frames(frames)
        run.input(.cancel)
        #expect(run.outcome?.error?.code == .cancelled)
        #expect(run.restored == [touched])
        #expect(run.restoredTo == [before])
    }

    @Test(arguments: [0, 1, 2])
    func aFailureRestoresEverythingAndIsReported(frames: Int) {
        let error = PrismError(.diskFull, "no space")
        var run = EngineDriver(plan, before: before)
        run.consumesAtOnce = false
        run.frames(frames)
        run.input(.fail(error))
        #expect(run.outcome?.error == error)
        #expect(run.restored == [touched])
    }

    @Test func whatTouchedNothingRestoresNothing() {
        var run = EngineDriver(.burst(count: 2), before: before)
        run.input(.cancel)
        #expect(run.restored.isEmpty)
        #expect(run.outcome?.error?.code == .cancelled)
    }

    @Test func whileTheConsumerWorksNoFrameIsTaken() {
        var run = EngineDriver(
            CapturePlan([
                .collect(count: 1, pick: .next), .consume, .collect(count: 1, pick: .next),
                .consume,
            ]))
        run.consumesAtOnce = false
        run.frames(5)
        #expect(run.consumed == [[0]])
        run.input(.consumed)
        run.frames(1)
        #expect(run.consumed == [[0], [5]])
    }

    @Test(
        arguments: [
            CapturePlan([]), CapturePlan([.collect(count: 0, pick: .next)]),
            CapturePlan([.collect(count: -3, pick: .next)]), CapturePlan([.restore]),
            CapturePlan([.collect(count: 3, pick: .at([]))]),
            CapturePlan([.collect(count: 0, pick: .aroundTrigger(before: 0))]),
        ])
    func aPlanOfNothingEndsAtOnce(plan: CapturePlan) {
        #expect(EngineDriver(plan).outcome == CaptureEngine.Outcome(error: nil, wasReady: true))
    }

    @Test(
        arguments: [
            (CapturePlan([]), 0), (.burst(count: 5), 5), (.immediate(within: 1), 1),
            (.bracket(Array(repeating: ControlSettings(), count: 9), within: 1), 1),
            (
                CapturePlan([
                    .collect(count: 2, pick: .next), .collect(count: 3, pick: .next), .consume,
                    .collect(count: 4, pick: .next), .consume,
                ]), 5
            ),
            (CapturePlan([.collect(count: 2, pick: .aroundTrigger(before: 6)), .consume]), 8),
        ] as [(CapturePlan, Int)])
    func loansAreTheMostThatIsKeptAtATime(plan: CapturePlan, loans: Int) {
        #expect(plan.loans == loans)
    }

    @Test func noOrderOfEventsKeepsMoreThanItsLoansOrFinishesTwice() {
        var random = SplitMix(seed: 11)
        for _ in 0..<300 {
            let plan = CapturePlan(
                (0..<random.below(7)).map { _ in Self.step(&random) })
            var run = EngineDriver(plan)
            run.consumesAtOnce = random.below(2) == 0
            for _ in 0..<60 where run.outcome == nil {
                switch random.below(6) {
                case 0: run.input(.trigger)
                case 1: run.input(.consumed)
                default: run.frames(1, isSound: random.below(3) > 0)
                }
            }
            run.input(.cancel)
            #expect(run.outcome != nil)
            #expect(run.most <= plan.loans)
            let ended = run.outcome
            run.input(.fail(PrismError(.stalled, "late")))
            #expect(run.outcome == ended)
        }
    }

    private static func step(_ random: inout SplitMix) -> CapturePlan.Step {
        switch random.below(6) {
        case 0: .hold(ControlSettings(exposureValue: Double(random.below(3))))
        case 1: .awaitReady(settled: true, within: Int64(random.below(100)) * ms)
        case 2: .collect(count: random.below(4), pick: .next)
        case 3: .collect(count: random.below(3), pick: .aroundTrigger(before: random.below(4)))
        case 4: .restore
        default: .consume
        }
    }
}
