// SPDX-License-Identifier: MIT
// The whole control surface on a camera whose pixels obey physics: what is set is what frames show, and when.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct ControlsOnCameraTests {
    @Test func whatTheStartIsGivenHoldsOnTheFirstFrameWhateverItIs() async throws {
        let wish = ControlSettings.with {
            $0.exposure = .manual(nanoseconds: 8 * ms, gain: 3)
            $0.whiteBalance = .gains(ColourGains(red: 1.5, blue: 2))
            $0.focus = .manual(.dioptres(2.5))
            $0.zoom = Zoom(2)
            $0.frameDuration = 25 * ms...25 * ms
        }
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(wish)
            let first = try #require(try await frames.next()).metadata
            let test = AppliedTest(wish, fullCrop: await camera.capabilities.fullCrop)
            #expect(test.matches(first), "\(first)")
            #expect(abs(Double(first.exposureTime ?? 0) / Double(8 * ms) - 1) < 0.05)
            #expect(abs((first.analogueGain ?? 0) / 3 - 1) < 0.05)
            #expect(abs((first.lensPosition ?? 0) - 2.5) < 0.05)
        }
    }

    @Test(arguments: [2_800, 3_500, 5_000, 6_300])
    func aTemperatureIsReportedAsItWasAskedFor(kelvin: Int) async throws {
        try await withCamera(.virtual()) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.with { $0.whiteBalance = .temperature(kelvin) })
            let first = try #require(try await frames.next()).metadata
            let told = Double(first.colourTemperature ?? 0)
            #expect(abs(told / Double(kelvin) - 1) < 0.05, "\(told) K")
        }
    }

    private static let exposures: [(Int64, Double)] = [
        (5 * ms, 1.5), (10 * ms, 3), (1 * ms, 5.8),
    ]

    @Test(arguments: exposures, [false, true])
    func fixedExposureAndGainAreThereAfterASecondAndZeroGivesThemBack(
        exposure: (Int64, Double), legacy: Bool
    ) async throws {
        try await withCamera(.virtual(legacy: legacy)) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            let begin = try #require(try await frames.next()).metadata.timestamp?.nanoseconds ?? 0
            try await camera.set(
                ControlSettings(
                    exposure: .manual(nanoseconds: exposure.0, gain: exposure.1)))
            let later = try #require(
                try await frames.metadata { ($0.timestamp?.nanoseconds ?? 0) >= begin + second })
            #expect(abs(Double(later.exposureTime ?? 0) / Double(exposure.0) - 1) < 0.05)
            #expect(abs(Double(later.analogueGain ?? 0) / exposure.1 - 1) < 0.05)
            try await camera.set(ControlSettings(exposure: .auto))
            #expect(try await frames.metadata { $0.autoExposure == .converged } != nil)
        }
    }

    @Test(arguments: [.auto, .current, .manual(nanoseconds: 10 * ms, gain: 2)] as [Exposure])
    func aSwitchFromPreviewToStillKeepsTheBrightness(exposure: Exposure) async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            _ = try await frames.metadata { $0.autoExposure == .converged }
            let ticket = try await camera.set(ControlSettings(exposure: exposure))
            let drain = Task { while try await frames.next() != nil {} }
            let before = try await camera.applied(ticket)
            drain.cancel()
            frames.cancel()
            var still = CameraConfiguration.small
            still.streams[0].size = PixelSize(width: 1280, height: 720)
            still.sensorSize = PixelSize(width: 4608, height: 2592)
            try await camera.configure(still)
            let photo = try await camera.subscribe(.next(count: 1))
            let after = try #require(try await photo.next()).metadata
            let light = Double(before.exposureTime ?? 0) * Double(before.analogueGain ?? 0)
            let now = Double(after.exposureTime ?? 0) * Double(after.analogueGain ?? 0)
            #expect(abs(now / light - 1) < 0.05, "\(before) then \(after)")
        }
    }

    @Test func automaticBecomesManualWithoutAStep() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.every(limit: 1))
            try await camera.start()
            let settled = try #require(
                try await frames.metadata { $0.autoExposure == .converged })
            let light = brightness(settled)
            let watch = Task { () -> [Double] in
                var seen: [Double] = []
                while seen.count < 20, let frame = try await frames.next() {
                    seen.append(brightness(frame.metadata))
                }
                return seen
            }
            let held = try await camera.holdExposure()
            for value in try await watch.value { #expect(abs(value / light - 1) < 0.02) }
            guard case .fixed = held.exposureTime, case .fixed = held.analogueGain else {
                Issue.record("\(held) is not fixed")
                return
            }
            #expect(await camera.settings.exposure == held)
        }
    }

    private func brightness(_ metadata: FrameMetadata) -> Double {
        Double(metadata.exposureTime ?? 0) * Double(metadata.analogueGain ?? 0)
    }

    /// From four stops beside the usual light to four on the other side, so that the automatic meets no limit.
    @Test(arguments: [16.0, 1.0 / 16])
    func aStepOfEightStopsSettlesWithoutFlapping(light: Double) async throws {
        let mock = try MockCamera(.virtual())
        try mock.setLight(factor: light)
        let camera = try await CameraSession.open(.mock(mock))
        try await camera.configure(.small)
        let frames = try await camera.subscribe(.latest)
        try await camera.start(ControlSettings(exposure: .auto, exposureValue: 0))
        let before = try #require(try await frames.metadata { $0.autoExposure == .converged })
        try mock.setLight(factor: 1 / light)
        _ = try await frames.metadata { $0.autoExposure == .searching }
        var steps: [Double] = []
        var last = brightness(before)
        var settled: FrameMetadata?
        while settled == nil, steps.count < 200, let frame = try await frames.next() {
            steps.append(brightness(frame.metadata) - last)
            last = brightness(frame.metadata)
            if frame.metadata.autoExposure == .converged { settled = frame.metadata }
        }
        let turns = zip(steps, steps.dropFirst()).filter { $0 * $1 < 0 }.count
        #expect(turns == 0, "\(steps)")
        let limits = LimitCode.all(
            for: ControlSettings(), in: try #require(settled), isSound: true,
            of: await camera.capabilities)
        #expect(limits.isEmpty, "\(limits)")
        #expect(abs(log2OfRatio(last / light, brightness(before) * light)) <= 0.3)
        await camera.close()
    }

    private func log2OfRatio(_ one: Double, _ other: Double) -> Double {
        guard one > 0, other > 0 else { return .infinity }
        // |log2 r| ≤ 0.3 is 0.812 ≤ r ≤ 1.231; the series is good to a thousandth there.
        let t = (one / other - 1) / (one / other + 1)
        return 2 * (t + t * t * t / 3) / 0.693147
    }

    @Test func thirtyFramesASecondAreThirty() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.every(limit: 1))
            try await camera.start(try .frameRate(30))
            var times: [Int64] = []
            while times.count < 60, let frame = try await frames.next() {
                times.append(frame.metadata.timestamp?.nanoseconds ?? 0)
            }
            let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
            #expect((30 * ms...36_666_666).contains(gaps[gaps.count / 2]))
        }
    }

    @Test func everyModeRunsAtItsRate() async throws {
        try await withCamera(configuration: nil) { camera in
            let modes = try await camera.sensorModes()
            #expect(modes.count >= 3)
            for mode in modes {
                let wish = try await camera.choosing(
                    .pinned(mode.size, bitDepth: mode.bitDepth), for: .small)
                let report = try await camera.configure(wish)
                #expect(report.configured.sensorSize == mode.size)
                let fastest = try #require(await camera.capabilities.frameDuration.range).lowerBound
                try await camera.start(
                    ControlSettings(
                        exposure: .manual(nanoseconds: ms, gain: 2),
                        frameDuration: fastest...fastest))
                let frames = try await camera.subscribe(.latest)
                var last: FrameMetadata?
                for _ in 0..<8 { last = try await frames.next()?.metadata }
                frames.cancel()
                let rate = 1e9 / Double(last?.frameDuration ?? 1)
                if let shortest = mode.shortestFrame {
                    #expect(abs(rate - 1e9 / Double(shortest)) <= 1, "\(mode)")
                }
                try await camera.stop()
            }
        }
    }

    @Test func theLensFollowsAndTheFocusCyclesThroughLegalStates() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.with { $0.focus = .manual(.current) })
            #expect(try await frames.next()?.metadata.autoFocus == .idle)
            let drain = Task { while try await frames.next() != nil {} }
            let moved = try await camera.applied(
                try await camera.set(.with { $0.focus = .manual(.dioptres(1.5)) }))
            #expect(abs((moved.lensPosition ?? 0) - 1.5) <= 0.05)
            let found = try await camera.focus()
            #expect(found.autoFocus == .focused)
            // The mock's subject stands at one metre.
            #expect(abs((found.lensPosition ?? 0) - 1) < 0.2)
            try await camera.set(.with { $0.focus = .continuous })
            try await camera.pauseFocus()
            try await camera.pauseFocus(.resume)
            try await camera.cancelFocus()
            drain.cancel()
        }
    }

    @Test func aGlideZoomsEvenlyEndsWhereItShouldAndSurvivesAReconfiguration() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.every(limit: 1))
            try await camera.start(
                ControlSettings(exposure: .manual(nanoseconds: 2 * ms, gain: 2)))
            _ = try await frames.next()
            let full = try #require(await camera.capabilities.fullCrop)
            let ticket = try await camera.zoom(to: Zoom(4), over: 2 * second)
            let end = Task { try await camera.applied(ticket) }
            var widths = [full.width]
            while abs((widths.last ?? 0) - full.width / 4) > 2, widths.count < 200,
                let frame = try await frames.next()
            {
                widths.append(frame.metadata.scalerCrop?.width ?? 0)
            }
            #expect(zip(widths, widths.dropFirst()).allSatisfy { $0 >= $1 })
            #expect(Set(widths).count > 20, "it glides: \(widths)")
            let drain = Task { while try await frames.next() != nil {} }
            #expect(
                abs((try await end.value.scalerCrop?.width ?? 0) - full.width / 4) <= full.width
                    / 200)
            try await camera.configure(.still)
            let whole = try #require(await camera.capabilities.fullCrop)
            let after = try await camera.applied(
                ControlTicket(serial: 0, settings: .with { $0.zoom = Zoom(4) }))
            #expect(abs((after.scalerCrop?.width ?? 0) - whole.width / 4) <= whole.width / 200)
            drain.cancel()
        }
    }

    @Test func coloursFollowEveryFormOfTheWish() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            let drain = Task { while try await frames.next() != nil {} }
            await camera.use(SensorOptics(calibration: .sample))
            let expected = try #require(ColourCalibration.sample.gains(at: 5_003))
            _ = try await camera.applied(
                try await camera.set(.with { $0.whiteBalance = .illuminant(.d50) }))
            let ticket = try await camera.set(.with { $0.whiteBalance = .gains(expected) })
            let metadata = try await camera.applied(ticket)
            #expect(metadata.colourGains == expected && metadata.autoWhiteBalance == .off)
            try await camera.set(.with { $0.whiteBalance = .preset(.cloudy) })
            try await camera.set(.with { $0.whiteBalance = .temperature(4_000) })
            let held = try await camera.holdWhiteBalance()
            #expect(held != nil)
            let conflict = await prismError {
                try await camera.set(
                    .with {
                        $0.whiteBalance = .auto
                        $0.colourMatrix = .identity
                    })
            }
            #expect(conflict?.message.contains("exclude each other") == true)
            try await camera.set(.with { $0.colourMatrix = .identity })
            let auto = await prismError { try await camera.set(.with { $0.whiteBalance = .auto }) }
            #expect(auto?.code == .unsupported, "the matrix is held")
            drain.cancel()
        }
    }

    @Test func aModuleWithoutAMotorSaysSoAndTellsItsHintsOnce() async throws {
        var options = MockCamera.Options.virtual()
        options.sensor = "imx477"
        try await withCamera(options) { camera in
            var events = await camera.eventStream().makeAsyncIterator()
            let error = await prismError { try await camera.set(.with { $0.focus = .auto }) }
            #expect(error?.code == .unsupported && error?.message.contains("no motor") == true)
            for _ in 0..<3 {
                let ticket = try await camera.set(.with { $0.focusRange = .full })
                #expect(ticket.ignored.map(\.control) == [.focusRange])
            }
            try await camera.cancelFocus()
            try await camera.pauseFocus()
            await camera.note(.with { $0.temperature = 99 })
            guard case .ignored(let wish)? = await events.next() else {
                Issue.record("the hint was not told")
                return
            }
            #expect(wish.control == .focusRange)
            #expect(await events.next() == .pressure(.critical), "told once")
        }
    }

    @Test func aTapFocusesAndMetersAndSaysWhatItCannot() async throws {
        try await withCamera { camera in
            let ticket = try await camera.focusAndExpose(on: .around(x: 0.2, y: 0.2))
            #expect(ticket.settings.focusWindows?.count == 1)
            #expect(ticket.ignored.contains { $0.control == .metering })
            let outside = await prismError {
                try await camera.focusAndExpose(
                    on: ImageRegion(x: 0.9, y: 0.9, width: 0.5, height: 0.1))
            }
            #expect(outside?.code == .outOfRange)
            let signals = try await camera.setExposureSignals([.motion, .flicker])
            #expect(signals.settings.exposureMode == .short && signals.ignored.isEmpty)
        }
    }
}

extension SystemHealth {
    fileprivate static func with(_ set: (inout SystemHealth) -> Void) -> SystemHealth {
        var health = SystemHealth()
        set(&health)
        return health
    }
}
