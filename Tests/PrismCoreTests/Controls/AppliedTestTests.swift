// SPDX-License-Identifier: MIT
// When metadata counts as showing a wish.

import Testing

@testable import PrismCore

@Suite struct AppliedTestTests {
    private func metadata(_ change: (inout FrameMetadata) -> Void) -> FrameMetadata {
        var metadata = FrameMetadata()
        change(&metadata)
        return metadata
    }

    @Test(
        arguments: [
            (10 * ms, 10 * ms, true), (10 * ms, 10_150_000, true), (10 * ms, 9_850_000, true),
            (10 * ms, 10_250_000, false), (100_000, 61_000, true), (100_000, 59_000, false),
            (10 * second, 9_900 * ms, true), (10 * second, 9_700 * ms, false),
        ] as [(Int64, Int64, Bool)])
    func exposureTimesMatchWithinARowOrTwo(wanted: Int64, shown: Int64, matches: Bool) {
        let test = AppliedTest(ControlSettings(exposure: .shutterPriority(nanoseconds: wanted)))
        #expect(test.matches(metadata { $0.exposureTime = shown }) == matches)
    }

    @Test(
        arguments: [(4, 4, true), (4, 4.15, true), (4, 3.7, false), (1, 1.1, false)]
            as [(Double, Float, Bool)])
    func gainsMatchWithinTheirCodes(wanted: Double, shown: Float, matches: Bool) {
        let test = AppliedTest(ControlSettings(exposure: .gainPriority(wanted)))
        #expect(test.matches(metadata { $0.analogueGain = shown }) == matches)
    }

    @Test(
        arguments: [(2, 2, true), (2.03, 2, true), (2.2, 2, false), (2, 2.2, false)]
            as [(Float, Float, Bool)])
    func bothWhiteBalanceGainsCount(red: Float, blue: Float, matches: Bool) {
        let wish = WhiteBalance.gains(ColourGains(red: 2, blue: 2))
        let test = AppliedTest(ControlSettings(whiteBalance: wish))
        let shown = metadata { $0.colourGains = ColourGains(red: red, blue: blue) }
        #expect(test.matches(shown) == matches)
    }

    private static let fixedFrames: ClosedRange<Int64> = 40_000_000...40_000_000
    private static let longFrames: ClosedRange<Int64> = 33_000_000...10_000_000_000

    @Test(
        arguments: [
            (fixedFrames, 40, true), (fixedFrames, 33, false), (fixedFrames, 41, false),
            (longFrames, 33, true), (longFrames, 9_000, true), (longFrames, 20, false),
            (longFrames, 11_000, false), (0...Int64.max, 33, true),
        ] as [(ClosedRange<Int64>, Int64, Bool)])
    func frameDurationsLieInTheirRange(wish: ClosedRange<Int64>, shown: Int64, matches: Bool) {
        let test = AppliedTest(ControlSettings(frameDuration: wish))
        #expect(test.matches(metadata { $0.frameDuration = shown * ms }) == matches)
    }

    @Test func whatTheCameraDoesNotSayOrChoosesItselfCountsAsApplied() {
        let fixed = ControlSettings(
            exposure: .manual(nanoseconds: ms, gain: 2),
            whiteBalance: .gains(ColourGains(red: 1, blue: 1)), frameDuration: ms...ms)
        #expect(AppliedTest(fixed).matches(FrameMetadata()))
        let free = ControlSettings(exposure: .auto, exposureValue: 1, whiteBalance: .auto)
        let shown = metadata {
            $0.exposureTime = second
            $0.analogueGain = 16
            $0.colourGains = ColourGains(red: 3, blue: 3)
        }
        #expect(AppliedTest(free).matches(shown))
    }

    @Test func laterWishesLieOverEarlierOnes() {
        let first = ControlSettings(exposure: .auto, exposureValue: 1)
        let merged = first.merging(ControlSettings(exposureValue: 2, whiteBalance: .auto))
        #expect(
            merged == ControlSettings(exposure: .auto, exposureValue: 2, whiteBalance: .auto))
    }

    @Test func revertingChangesWhatWasTouchedAndNothingElse() {
        let now = ControlSettings(
            exposure: .gainPriority(2), exposureValue: 2, frameDuration: ms...ms)
        let touched = ControlSettings(exposure: .gainPriority(2), frameDuration: ms...ms)
        let before = ControlSettings(exposure: .auto, exposureValue: 1)
        #expect(
            now.reverting(touched, to: before)
                == ControlSettings(exposure: .auto, exposureValue: 2))
    }
}
