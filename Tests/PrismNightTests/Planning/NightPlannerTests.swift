// SPDX-License-Identifier: MIT
// Plans of night photographs: what decides shutter, gain, frames and memory.

import PrismCore
import PrismTesting
import Testing

@testable import PrismNight

@Suite struct NightPlannerTests {
    private var limits: NightLimits {
        var limits = NightLimits()
        limits.gains = 1...22
        limits.exposureTimes = 100_000...600_000_000_000
        limits.stars = 5.3
        (limits.width, limits.height) = (4056, 3040)
        limits.noise = NightNoise { gain in (gain / 8025, 4 * gain * gain / 8025 / 8025) }
        return limits
    }

    private func wish(_ hold: NightHold?) -> NightWish {
        var wish = NightWish()
        wish.hold = hold
        return wish
    }

    private func plan(
        _ scene: NightScene, _ hold: NightHold? = nil
    ) throws(PrismError) -> NightPlan {
        try NightPlanner.plan(scene, wish: wish(hold), limits: limits)
    }

    @Test func aHandHasShortFramesAndAtMostThreeSeconds() throws {
        let plan = try plan(NightScene(exposure: 2, shake: 20), .hand)
        #expect(plan.exposureTime <= 66_700_000)
        #expect((4...15).contains(plan.frames))
        #expect(plan.duration <= 3_000_000_000)
        #expect(plan.candidates == 3)
    }

    @Test func aCalmHandMayExposeForAnEighthOfASecond() throws {
        let plan = try plan(NightScene(exposure: 20, shake: 4), .hand)
        #expect(plan.exposureTime == 120_000_000)
    }

    @Test func aStandHasAtMostTenSeconds() throws {
        let plan = try plan(NightScene(exposure: 200, isStable: true))
        #expect(plan.hold == .stable)
        #expect(plan.exposureTime == 1_000_000_000 && plan.duration <= 10_000_000_000)
    }

    @Test func starsAreExposedAsLongAsTheyStayRound() throws {
        var wish = wish(.astro)
        wish.duration = 240_000_000_000
        let plan = try NightPlanner.plan(
            NightScene(exposure: 500), wish: wish, limits: limits)
        #expect(plan.exposureTime == 5_300_000_000)
        #expect(plan.frames == 45)
        #expect(plan.stack == .stars)
    }

    @Test func theShutterComesBeforeTheGain() throws {
        let dim = try plan(NightScene(exposure: 0.05, shake: 20), .hand)
        #expect(dim.exposureTime == 50_000_000 && dim.gain == 1)
        let darker = try plan(NightScene(exposure: 0.3, shake: 20), .hand)
        #expect(darker.exposureTime == 60_000_000)
        #expect(abs(darker.gain - 5) < 0.1)
    }

    @Test func framesAreWholeHalfPeriodsOfTheMains() throws {
        for exposure in [0.013, 0.027, 0.048] {
            let plan = try plan(NightScene(exposure: exposure, shake: 20), .hand)
            #expect(plan.exposureTime % 10_000_000 == 0, "\(plan.exposureTime)")
        }
        var limits = limits
        limits.mains = nil
        let plan = try NightPlanner.plan(
            NightScene(exposure: 0.027, shake: 20), wish: wish(.hand), limits: limits)
        #expect(plan.exposureTime == 27_000_000)
    }

    @Test func lampsDarkenTheFramesByThreeStopsAtMost() throws {
        let calm = try plan(NightScene(exposure: 0.4, highlights: 0.9, shake: 20), .hand)
        #expect(calm.underexposure == 0)
        let lamps = try plan(NightScene(exposure: 0.4, highlights: 3.8, shake: 20), .hand)
        #expect(abs(lamps.underexposure - 2) < 0.01 && abs(lamps.brightening - 2) < 0.05)
        let clipped = try plan(NightScene(exposure: 0.4, highlights: .infinity, shake: 20), .hand)
        #expect(clipped.underexposure == 3)
    }

    @Test func whatMovesShortensTheFrames() throws {
        let plan = try plan(NightScene(exposure: 100, motion: 30, isStable: true))
        #expect(plan.exposureTime == 30_000_000, "one pixel at 30 a second, on the mains' grid")
        #expect(plan.reasons.contains { $0.code == "motion" })
    }

    @Test func missingLightIsMadeUpByBrightening() throws {
        let plan = try plan(NightScene(exposure: 16, shake: 20), .hand)
        #expect(plan.gain == 16)
        let light = Double(plan.exposureTime) / 1e9 * plan.gain
        #expect(plan.brightening <= 6 && plan.brightening > 2)
        #expect(light * 64 > 1)
    }

    @Test func byDayOneFrameIsEnough() throws {
        let plan = try plan(NightScene(exposure: 0.0005, shake: 20), .hand)
        #expect(plan.frames == 1 && plan.gain == 1)
        #expect(plan.reasons.contains { $0.code == "daylight" })
    }

    @Test func aLensCapIsRefusedButForStars() throws {
        let black = NightScene(exposure: 1200, isBlack: true)
        let error = prismError { _ = try plan(black, .stable) }
        #expect(error?.code == .outOfRange && error?.message.contains("covered") == true)
        #expect(try plan(black, .astro).frames > 1)
    }

    @Test func wishesBeyondTheCameraAreRefused() {
        var long = wish(.stable)
        long.exposureTime = 700_000_000_000
        var loud = wish(.stable)
        loud.gain = 100
        var many = wish(.stable)
        many.frames = 1000
        for wish in [long, loud, many] {
            let error = prismError {
                _ = try NightPlanner.plan(NightScene(exposure: 1), wish: wish, limits: limits)
            }
            #expect(error?.code == .outOfRange)
        }
    }

    @Test func aBoardWithoutMemoryIsToldBeforeAnythingIsTaken() {
        var limits = limits
        limits.availableMemory = 60_000_000
        let error = prismError {
            _ = try NightPlanner.plan(NightScene(exposure: 1), limits: limits)
        }
        #expect(error?.code == .noMemory)
    }

    @Test func fewBuffersMeanFewCandidates() throws {
        var limits = limits
        limits.buffers = NightLimits.buffers(of: 24_600_000, free: 130_000_000)
        #expect(limits.buffers == 5)
        let plan = try NightPlanner.plan(
            NightScene(exposure: 2, shake: 20), wish: wish(.hand), limits: limits)
        #expect(plan.candidates == 1)
    }

    @Test func everyPlanExplainsItself() throws {
        let plan = try plan(NightScene(exposure: 8, highlights: 20, motion: 30, shake: 50))
        #expect(plan.explanation.count > 3)
        #expect(plan.explanation[0].contains("\(plan.frames) frames"))
    }

    @Test(arguments: [NightHold.hand, .stable, .astro])
    func anyScenePlansWithinTheLimits(_ hold: NightHold) throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<400 {
            let scene = NightScene(
                exposure: Double.random(in: -12...12, using: &random).exponential,
                highlights: Double.random(in: -6...8, using: &random).exponential,
                motion: Double.random(in: -2...10, using: &random).exponential,
                shake: Double.random(in: -2...10, using: &random).exponential)
            let plan = try plan(scene, hold)
            #expect(limits.exposureTimes.contains(plan.exposureTime))
            #expect(limits.gains.contains(plan.gain))
            #expect((1...StackPlan.maximumFrames).contains(plan.frames))
            #expect((0...6).contains(plan.brightening) && plan.interval >= plan.exposureTime)
        }
    }
}

extension Double {
    /// Two to the power of it.
    fileprivate var exponential: Double {
        var value = 1.0
        for _ in 0..<Int(abs(self)) { value *= self < 0 ? 0.5 : 2 }
        return value * (1 + (abs(self) - abs(self).rounded(.down)))
    }
}
