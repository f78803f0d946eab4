// SPDX-License-Identifier: MIT
// Calibrated colours, signals, explanations, and what "as it is now" turns into.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct ColourTests {
    @Test func gainsAreInterpolatedAlongTheReciprocalTemperature() throws {
        let table = ColourCalibration.sample
        #expect(table.gains(at: 2_860) == ColourGains(red: 1, blue: 3))
        #expect(table.gains(at: 6_500) == ColourGains(red: 2, blue: 1.5))
        #expect(table.gains(at: 2_700) == nil && table.gains(at: 6_800) == nil)
        // Half way in mired: 2 / (1/2860 + 1/6500) = 3972 K.
        let middle = try #require(table.gains(at: 3_972))
        #expect(abs(middle.red - 1.5) < 0.001 && abs(middle.blue - 2.25) < 0.001)
        #expect(ColourCalibration([]).gains(at: 5_000) == nil)
    }

    @Test func signalsBecomeTheNearestPolicy() {
        let all: ExposureSignals = [.motion, .document, .group, .flicker]
        let rich = all.plan(for: CameraCapabilities(.full))
        #expect(rich.ignored.isEmpty)
        #expect(rich.settings.exposureMode == .short && rich.settings.constraint == .highlight)
        #expect(rich.settings.metering == .matrix && rich.settings.flicker == .auto)
        let poor = all.plan(for: CameraCapabilities(.modern))
        #expect(poor.settings.isEmpty)
        #expect(
            poor.ignored.map(\.control) == [.exposureMode, .constraint, .metering, .flicker])
        #expect(ExposureSignals().plan(for: CameraCapabilities(.full)).settings.isEmpty)
    }

    @Test func lowLightMakesFramesLongerWithinWhatTheCameraCan() {
        let rich = ControlSettings.lowLightBoost(for: CameraCapabilities(.full))
        #expect(rich.exposureMode == .long && rich.frameDuration?.upperBound == 200 * ms)
        let short = ControlSettings.lowLightBoost(for: CameraCapabilities(.modern), longest: 0)
        #expect(short.exposureMode == nil && short.frameDuration?.count == 1)
        #expect(ControlSettings.lowLightBoost(for: CameraCapabilities(ControlTable([]))).isEmpty)
    }

    @Test func asItIsNowIsWrittenOutForAnotherMode() {
        var frame = FrameMetadata()
        frame.exposureTime = 5 * ms
        frame.analogueGain = 2
        frame.colourGains = ColourGains(red: 1.5, blue: 2)
        frame.lensPosition = 3
        let now = ControlSettings.with {
            $0.exposure = .current
            $0.whiteBalance = .locked
            $0.focus = .manual(.current)
        }
        let resolved = now.resolved(frame)
        #expect(resolved.exposure == .manual(nanoseconds: 5 * ms, gain: 2))
        #expect(resolved.whiteBalance == .gains(ColourGains(red: 1.5, blue: 2)))
        #expect(resolved.focus == .manual(.dioptres(3)))
        #expect(now.resolved(FrameMetadata()) == now)
    }

    @Test func laterWishesLieOverEarlierOnesFieldByField() {
        let early = ControlSettings.with {
            $0.zoom = Zoom(2)
            $0.contrast = 3
            $0.focus = .auto
        }
        let late = ControlSettings.with {
            $0.contrast = 1
            $0.hdr = .night
        }
        let both = early.merging(late)
        #expect(both.zoom == Zoom(2) && both.contrast == 1 && both.hdr == .night)
        #expect(both.reverting(late, to: early).contrast == 3)
        #expect(both.reverting(late, to: early) == early)
    }

    @Test func anExplanationSaysWhatWasAskedWhatCameAndWhy() throws {
        let wish = ControlSettings.with {
            $0.exposure = .shutterPriority(nanoseconds: 10 * ms)
            $0.zoom = Zoom(2)
            $0.flicker = .mains50
        }
        var frame = FrameMetadata()
        frame.exposureTime = 5 * ms
        frame.analogueGain = 16
        frame.autoExposure = .searching
        frame.scalerCrop = SensorRectangle(x: 1440, y: 648, width: 1728, height: 1296)
        let lines = ControlExplanation(wish, in: frame, of: CameraCapabilities(.full)).lines
        #expect(lines.map(\.control) == [.shutter, .gain, .flicker, .zoom])
        #expect(lines[0].requested == "10 ms" && lines[0].applied == "5 ms")
        #expect(lines[0].limitedBy == [.exposureSearching, .exposureTimeNotApplied])
        #expect(lines[1].requested == "auto" && lines[1].limitedBy == [.gainAtMaximum])
        #expect(lines[2].requested == "50hz" && lines[2].applied == nil)
        #expect(lines[3].applied?.hasPrefix("2.0 ") == true && lines[3].limitedBy.isEmpty)
    }

    @Test func anAutomaticAtItsEndSaysWhatEndedIt() {
        var frame = FrameMetadata()
        frame.exposureTime = 66 * ms
        frame.analogueGain = 16
        frame.autoExposure = .converged
        let capabilities = CameraCapabilities(.full)
        func limits(_ settings: ControlSettings) -> [LimitCode] {
            LimitCode.all(for: settings, in: frame, isSound: true, of: capabilities)
        }
        #expect(limits(ControlSettings()) == [.gainAtMaximum, .exposureLimitedByTuning])
        #expect(
            limits(ControlSettings(frameDuration: ms...70 * ms))
                == [.gainAtMaximum, .exposureLimitedByFrameDuration])
        #expect(limits(ControlSettings(exposure: .gainPriority(16))).isEmpty)
    }
}
