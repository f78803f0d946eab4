// SPDX-License-Identifier: MIT
// Which frames of a camera belong to a photograph, and what happens where it exposes otherwise than asked.

import PrismCore
import Testing

@testable import PrismNight

@Suite struct NightSequenceTests {
    private let plan = NightPlan(
        hold: .stable, exposureTime: 8_000_000_000, gain: 4, frames: 2,
        interval: 8_000_000_000, underexposure: 1, brightening: 1, candidates: 1,
        frameQuality: 4, memory: 0)

    private func frame(_ time: Int64, _ gain: Float) -> FrameMetadata {
        var frame = FrameMetadata()
        (frame.exposureTime, frame.analogueGain) = (time, gain)
        return frame
    }

    @Test func framesThatShowWhatIsHeldAreTaken() {
        var sequence = NightSequence(plan)
        #expect(sequence.rule(on: frame(66_000_000, 4), isSound: true) == .leave(.exposure))
        #expect(sequence.rule(on: frame(8_000_000_000, 4), isSound: false) == .leave(.unsound))
        #expect(sequence.rule(on: frame(8_000_010_000, 4.1), isSound: true) == .take)
        // From the first one on all must be alike, to 2 %.
        #expect(sequence.rule(on: frame(8_000_010_000, 3.9), isSound: true) == .leave(.exposure))
        #expect(sequence.rule(on: FrameMetadata(), isSound: true) == .take)
    }

    @Test func aCameraThatKeepsToAnotherExposureIsTakenAtItsWord() {
        var sequence = NightSequence(plan)
        for _ in 0..<9 {
            #expect(sequence.rule(on: frame(2_000_000_000, 4), isSound: true) == .leave(.exposure))
        }
        #expect(
            sequence.rule(on: frame(2_000_000_000, 4), isSound: true)
                == .adopt(exposureTime: 2_000_000_000, gain: 4))
        #expect(sequence.rule(on: frame(2_000_000_000, 4), isSound: true) == .take)
    }

    @Test func anExposureThatStillChangesIsNotAdopted() {
        var sequence = NightSequence(plan)
        for index in 0..<40 {
            let time = Int64(1_000_000_000 + index % 3 * 1_000_000)
            #expect(sequence.rule(on: frame(time, 4), isSound: true) == .leave(.exposure))
        }
    }

    @Test func theNewPlanSaysWhatWasAskedAndTakesMoreFrames() {
        let next = plan.adopting(exposureTime: 2_000_000_000, gain: 4)
        #expect(next.frames == 8 && next.exposureTime == 2_000_000_000)
        #expect(next.brightening == 3)
        #expect(next.reasons.last?.code == "refused")
        #expect(next.reasons.last?.text.contains("8 s") == true)
    }
}
