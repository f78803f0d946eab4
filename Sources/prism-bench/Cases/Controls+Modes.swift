// SPDX-License-Identifier: MIT
// The control surface's numbers that need many configurations or many lights.

internal import Glibc
import PrismCore

extension BenchCase {
    /// Eight stops darker and brighter: how far from the right exposure it settles, and whether it swings.
    static func lightSteps() async throws -> [Figure] {
        // From where the automatic can go eight stops without meeting a limit.
        try await lightStep("darker", 16, 1.0 / 16) + lightStep("brighter", 1.0 / 16, 16)
    }

    private static func lightStep(
        _ name: String, _ before: Double, _ after: Double
    ) async throws -> [Figure] {
        let camera = try await BenchCamera(hasVirtualClock: true)
        try camera.mock.setLight(factor: before)
        try await camera.session.configure(BenchCamera.configuration)
        let frames = try await camera.session.subscribe(.latest)
        try await camera.session.start()
        let first = try await settled(frames).last ?? 0
        try camera.mock.setLight(factor: after)
        _ = try await frames.next()
        let way = try await settled(frames)
        await camera.session.close()
        let last = way.last ?? 0
        let error = abs(log2(max(last, 1) * after / (max(first, 1) * before)))
        return [
            Figure("8 stops \(name): settles within", error, "EV", target: .atMost(0.3)),
            Figure(
                "8 stops \(name): swings back", crossings(way, of: last), "times",
                target: .exactly(0)),
        ]
    }

    /// How often the way passes its own end, by more than what a code of gain or a row of exposure makes.
    private static func crossings(_ way: [Double], of end: Double) -> Int {
        let errors = way.map { log2(max($0, 1) / end) }.filter { abs($0) > 0.03 }
        return zip(errors, errors.dropFirst()).filter { ($0 < 0) != ($1 < 0) }.count
    }

    /// Exposure × gain of each frame until the automatic says that it has settled.
    private static func settled(_ frames: FrameSubscription) async throws -> [Double] {
        var values: [Double] = []
        while values.count < 300, let metadata = try await frames.next()?.metadata {
            values.append(
                Double(metadata.exposureTime ?? 0) * Double(metadata.analogueGain ?? 0))
            if metadata.autoExposure == .converged, values.count > 4 { break }
        }
        return values
    }

    /// Every mode of every simulated sensor at its fastest, those of a sensor's own HDR included.
    static func modeRates() async throws -> Figure {
        var worst = 0.0
        for sensor in MockCameraOptions.sensors {
            let mock = try MockCamera(
                MockCamera.Options(sensor: sensor, hasVirtualClock: true, rendersPixels: false))
            let session = try await CameraSession.open(.mock(mock))
            worst = max(worst, try await rateError(session))
            await session.close()
            withExtendedLifetime(mock) {}
        }
        let mock = try MockCamera(
            MockCamera.Options(sensor: "imx708", hasVirtualClock: true, rendersPixels: false))
        let (session, hdr) = try await CameraSession.openWithSensorHDR(.mock(mock))
        worst = max(worst, try await rateError(session))
        await session.close()
        hdr.restore()
        return Figure("every sensor mode within", worst, "fps", target: .atMost(1))
    }

    /// The furthest that a mode's rate is from what the camera says of it.
    private static func rateError(_ session: CameraSession) async throws -> Double {
        var worst = 0.0
        for mode in try await session.sensorModes() {
            guard let shortest = mode.shortestFrame else { continue }
            let wish = try await session.choosing(
                .pinned(mode.size, bitDepth: mode.bitDepth), for: BenchCamera.configuration)
            try await session.configure(wish)
            try await session.start(
                ControlSettings(
                    exposure: .manual(nanoseconds: 500_000, gain: 2),
                    frameDuration: shortest...shortest))
            let frames = try await session.subscribe(.every(limit: 1))
            var times: [Int64] = []
            while times.count < 10, let frame = try await frames.next() {
                times.append(frame.metadata.timestamp?.nanoseconds ?? 0)
            }
            frames.cancel()
            try await session.stop()
            let span = Double((times.last ?? 0) - (times.first ?? 0)) / 9
            worst = max(worst, abs(1e9 / max(span, 1) - 1e9 / Double(shortest)))
        }
        return worst
    }

    /// A thousand changes of the sensor's mode with frames in between.
    static func modeSwitches() async throws -> [Figure] {
        let mock = try MockCamera(
            MockCamera.Options(sensor: "imx708", hasVirtualClock: true, rendersPixels: false))
        let session = try await CameraSession.open(.mock(mock))
        let frames = try await session.subscribe(.latest)
        var wishes: [CameraConfiguration] = []
        for mode in try await session.sensorModes() {
            wishes.append(
                try await session.choosing(
                    .pinned(mode.size, bitDepth: mode.bitDepth), for: BenchCamera.configuration))
        }
        func turn(_ round: Int) async throws {
            try await session.configure(wishes[round % wishes.count])
            try await session.start(BenchCamera.settings(frame: 100_000_000))
            _ = try await frames.next()
            try await session.stop()
        }
        for round in 0..<100 { try await turn(round) }
        let before = try ProcessFigures.now()
        for round in 100..<1_100 { try await turn(round) }
        let after = try ProcessFigures.now()
        await session.close()
        withExtendedLifetime(mock) {}
        return [
            Figure(
                "1,000 mode switches: more descriptors", after.descriptors - before.descriptors,
                target: .exactly(0)),
            Figure(
                "1,000 mode switches: more resident memory",
                after.residentKiB - before.residentKiB, "KiB", target: .atMost(1024)),
        ]
    }
}
