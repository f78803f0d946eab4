// SPDX-License-Identifier: MIT
// Calibrations through the simulated camera, whose figures are those of Tuning/.

import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore
@testable import PrismNight

@Suite(.serialized) struct CalibrationCaptureTests {
    private func camera(_ mock: MockCamera) async throws -> CameraSession {
        mock.setAllowance(frames: 2)
        let camera = try await CameraSession.open(.mock(mock))
        var wish = try await NightConfiguration.best(for: camera)
        wish.sensorSize = PixelSize(width: 1332, height: 990)
        try await camera.configure(wish)
        return camera
    }

    @Test func theSimulatedSensorsNoiseIsFoundToFivePercent() async throws {
        var options = MockCamera.Options(sensor: "imx477", hasVirtualClock: true, seed: 11)
        options.scene = MockScene(.chart)
        options.hasFlaws = false
        let mock = try MockCamera(options)
        let camera = try await camera(mock)
        let results = try await CalibrationCapture(camera).noise(gains: [1, 4, 16])
        await camera.close()
        #expect(results.count == 3)
        let profile = try SensorCatalog.standard.profile(of: "imx477")
        for result in results {
            let truth = profile.noise.line(gain: result.gain)
            // This mode averages four pixels: their light and their reading.
            let (a, b) = (truth.a / 4, truth.b)
            #expect(abs(result.a / a - 1) < 0.05, "gain \(result.gain): \(result.a / a)")
            #expect(result.b < 1.3 * b, "gain \(result.gain): \(result.b / b)")
        }
        withExtendedLifetime(mock) {}
    }

    @Test func aDarkShowsTheHotPixels() async throws {
        var options = MockCamera.Options(sensor: "imx477", hasVirtualClock: true, seed: 4)
        options.scene = MockScene(.night)
        let mock = try MockCamera(options)
        try mock.setLight(factor: 0)
        let camera = try await camera(mock)
        let dark = try await CalibrationCapture(camera).dark(
            exposureTime: 4_000_000_000, gain: 4, count: 6)
        await camera.close()
        #expect(dark.key.exposureTime > 3_900_000_000 && dark.scale == 16)
        let profile = try SensorCatalog.standard.profile(of: "imx477")
        let hot = try HotCalibration(dark, frames: 6, profile: profile)
        #expect(hot.pixels.count > 20)
        withExtendedLifetime(mock) {}
    }

    @Test func lightInADarkIsTold() async throws {
        var options = MockCamera.Options(sensor: "imx477", hasVirtualClock: true, seed: 4)
        options.scene = MockScene(.chart)
        let mock = try MockCamera(options)
        let camera = try await camera(mock)
        let error = await prismError {
            _ = try await CalibrationCapture(camera).dark(
                exposureTime: 20_000_000, gain: 4, count: 3)
        }
        #expect(error?.code == .invalidData && error?.message.contains("cover") == true)
        #expect(await camera.settings == ControlSettings())
        await camera.close()
        withExtendedLifetime(mock) {}
    }
}
