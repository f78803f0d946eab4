// SPDX-License-Identifier: MIT
// Every kind of capture as a plan, without a camera.

import Testing

@testable import PrismCore

@Suite struct CaptureEngineTests {
    private let short = ControlSettings(exposure: .manual(nanoseconds: ms, gain: 1))
    private let long = ControlSettings(exposure: .manual(nanoseconds: 20 * ms, gain: 1))

    @Test func aStillWaitsUntilExposureAndWhiteBalanceSettle() {
        var run = EngineDriver(.still(settlingWithin: second))
        run.metadata.autoExposure = .searching
        run.metadata.autoWhiteBalance = .locked
        run.frames(3)
        #expect(run.consumed.isEmpty)
        run.metadata.autoExposure = .converged
        run.frames(1)
        #expect(run.consumed == [[3]], "the settled frame itself is the picture")
        #expect(run.outcome == CaptureEngine.Outcome(error: nil, wasReady: true))
        #expect(run.set.isEmpty && run.restored.isEmpty)
    }

    @Test func aSceneThatNeverSettlesIsTakenAllTheSameAndSaysSo() {
        var run = EngineDriver(.still(settlingWithin: 100 * ms))
        run.metadata.autoWhiteBalance = .searching
        run.frames(4)
        #expect(run.consumed.isEmpty, "99 ms have passed since the first frame")
        run.frames(1)
        #expect(run.consumed == [[4]])
        #expect(run.outcome == CaptureEngine.Outcome(error: nil, wasReady: false))
    }

    @Test func anUnsoundFrameIsNoPicture() {
        var run = EngineDriver(.immediate(within: second))
        run.frames(2, isSound: false)
        run.frames(1)
        #expect(run.consumed == [[2]])
    }

    @Test func anImmediatePictureShowsWhatIsSet() {
        var run = EngineDriver(.immediate(within: second), before: long)
        run.metadata.autoExposure = .searching
        run.metadata.exposureTime = 5 * ms
        run.frames(1)
        #expect(run.consumed.isEmpty)
        run.metadata.exposureTime = 20 * ms
        run.frames(1)
        #expect(run.consumed == [[1]])
    }

    @Test(arguments: [1, 2, 7])
    func aBurstIsHandedOverWhole(count: Int) {
        var run = EngineDriver(.burst(count: count))
        run.frames(count + 3)
        #expect(run.consumed == [(0..<UInt32(count)).map { $0 }])
        #expect(run.most == CapturePlan.burst(count: count).loans)
    }

    @Test func aBracketTakesEachSettingAndGivesTheControlsBack() {
        var run = EngineDriver(.bracket([short, long], within: second))
        #expect(run.set == [short])
        run.metadata.exposureTime = ms
        run.frames(1, serial: 0)
        #expect(run.consumed.isEmpty, "an older request that shows it by chance does not count")
        run.frames(1)
        #expect(run.consumed == [[1]])
        #expect(run.set == [short, long])
        run.frames(3)
        #expect(run.consumed.count == 1, "three frames still show the first setting")
        run.metadata.exposureTime = 20 * ms
        run.frames(1)
        #expect(run.consumed == [[1], [5]])
        #expect(run.restored == [long])
        #expect(run.restoredTo == [ControlSettings()])
        #expect(run.outcome?.error == nil)
        #expect(run.restored.count == 1, "the end does not restore a second time")
    }

    @Test func aControlThatIsNotAppliedInTimeFailsAndRestores() {
        var run = EngineDriver(.bracket([short], within: 100 * ms))
        run.metadata.exposureTime = 20 * ms
        run.frames(10)
        #expect(run.outcome?.error?.code == .stalled)
        #expect(run.restored == [short])
    }

    @Test func aPreTriggerRingKeepsTheNewestBeforeAndAllAfter() {
        let plan = CapturePlan([
            .collect(count: 2, pick: .aroundTrigger(before: 3)), .consume,
        ])
        var run = EngineDriver(plan)
        run.frames(10)
        #expect(run.kept == [7, 8, 9])
        run.input(.trigger)
        run.frames(5)
        #expect(run.consumed == [[7, 8, 9, 10, 11]])
        #expect(run.most == plan.loans)
    }

    @Test func aTriggerBeforeTheRingIsFullIsHonoured() {
        var run = EngineDriver(
            CapturePlan([.collect(count: 1, pick: .aroundTrigger(before: 3)), .consume]))
        run.frames(1)
        run.input(.trigger)
        run.frames(1)
        #expect(run.consumed == [[0, 1]])
    }

    @Test func aRingOfNothingAfterTheTriggerEndsWithIt() {
        var run = EngineDriver(
            CapturePlan([.collect(count: 0, pick: .aroundTrigger(before: 2)), .consume]))
        run.frames(5)
        run.input(.trigger)
        #expect(run.consumed == [[3, 4]])
    }

    @Test func aRingDropsItsOwnFramesAndNotThoseOfAStepBefore() {
        let plan = CapturePlan([
            .collect(count: 2, pick: .next), .collect(count: 1, pick: .aroundTrigger(before: 2)),
            .consume,
        ])
        var run = EngineDriver(plan)
        run.frames(8)
        run.input(.trigger)
        run.frames(1)
        #expect(run.consumed == [[0, 1, 6, 7, 8]])
        #expect(run.most == plan.loans)
    }

    @Test func aGridTakesTheFrameNearestToEachTime() {
        let times = [100, 200, 290].map { SensorTime(nanoseconds: $0 * ms) }
        var run = EngineDriver(CapturePlan([.collect(count: 3, pick: .at(times)), .consume]))
        run.metadata.frameDuration = 33 * ms
        run.frames(12)
        #expect(run.consumed == [[3, 6, 9]], "99, 198 and 297 ms")
    }

    @Test func aGridEndsWithItsLastTime() {
        let times = [SensorTime(nanoseconds: 0)]
        var run = EngineDriver(CapturePlan([.collect(count: 9, pick: .at(times)), .consume]))
        run.frames(2)
        #expect(run.consumed == [[0]])
        #expect(run.outcome?.error == nil)
    }

    @Test func aRampIsPlansInARow() {
        var held = ControlSettings()
        for step in 1...4 {
            let setting = ControlSettings(
                exposure: .manual(nanoseconds: Int64(step) * ms, gain: Double(step)))
            var run = EngineDriver(
                CapturePlan([
                    .hold(setting), .awaitApplied(within: second), .collect(count: 1, pick: .next),
                    .consume,
                ]), before: held)
            run.metadata.exposureTime = Int64(step) * ms
            run.metadata.analogueGain = Float(step)
            run.frames(1)
            #expect(run.consumed == [[0]])
            #expect(run.restoredTo == [held])
            held = held.merging(setting)
        }
    }
}
