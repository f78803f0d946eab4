// SPDX-License-Identifier: MIT
// Photographs from the simulated camera, through the real bridge.

import PrismImage
import PrismTesting
import Testing

@testable import PrismCapture
@testable import PrismCore

@Suite struct PhotoCaptureTests {
    private let encoder = PictureEncoder(ImageEncoder(format: .jpeg(JPEGOptions())))

    private func camera(_ mock: MockCamera) async throws -> CameraSession {
        let camera = try await CameraSession.open(.mock(mock))
        let stream = StreamConfiguration(
            .still, format: .yuv420, size: PixelSize(width: 320, height: 240))
        try await camera.configure(CameraConfiguration(streams: [stream]))
        return camera
    }

    @Test func aSettledPhotographHasConvergedExposureAndColours() async throws {
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await camera(mock)
        let photo = try await PhotoCapture().capture(from: camera)
        #expect(photo.frame.metadata.autoExposure == .converged)
        #expect(photo.frame.metadata.autoWhiteBalance == .locked)
        #expect(photo.limitedBy == [])
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func anImmediatePhotographSaysWhatHadNotSettled() async throws {
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await camera(mock)
        let photo = try await PhotoCapture(timing: .immediate).capture(from: camera)
        #expect(photo.limitedBy.contains(.exposureSearching))
        #expect(photo.frame.metadata.sequence <= 3)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aFixedExposureIsInForceInTheVeryPhotograph() async throws {
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await camera(mock)
        let settings = ControlSettings(exposure: .manual(nanoseconds: 200_000_000, gain: 2))
        let photo = try await PhotoCapture(settings: settings).capture(from: camera)
        let time = try #require(photo.applied.exposureTime)
        #expect(abs(time - 200_000_000) < 4_000_000)
        #expect(photo.requested == settings)
        #expect(photo.limitedBy == [])
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aLongExposureIsMeteredShortAndExposedOnce() async throws {
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await camera(mock)
        let settings = ControlSettings(exposure: .shutterPriority(nanoseconds: 10_000_000_000))
        let photo = try await PhotoCapture(settings: settings).capture(from: camera)
        let metadata = photo.frame.metadata
        #expect(try #require(metadata.exposureTime) > 9_900_000_000)
        // Metered: colours are those of the scene, and the first frame after the start is the photograph.
        #expect(metadata.colourGains != nil && metadata.sequence <= 1)
        #expect(await camera.settings.whiteBalance == .auto)
        #expect(await camera.settings.exposure == settings.exposure)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aLongExposureWithNothingAutomaticIsTakenAtOnce() {
        var settings = ControlSettings(exposure: .manual(nanoseconds: 2_000_000_000, gain: 2))
        settings.whiteBalance = .gains(ColourGains(red: 2, blue: 1.5))
        #expect(LongExposure(settings) == nil)
        settings.whiteBalance = nil
        var metered = FrameMetadata()
        metered.exposureTime = 100_000_000
        metered.analogueGain = 4
        metered.colourGains = ColourGains(red: 2, blue: 1.5)
        let held = LongExposure(settings)?.shot(after: metered, gains: 1...16)
        #expect(held?.exposure == .manual(nanoseconds: 2_000_000_000, gain: 2))
        #expect(held?.whiteBalance == .gains(ColourGains(red: 2, blue: 1.5)))
        settings.exposure = .shutterPriority(nanoseconds: 1_000_000_000)
        let dark = LongExposure(settings)?.shot(after: metered, gains: 1...16)
        #expect(dark?.exposure == .manual(nanoseconds: 1_000_000_000, gain: 1))
        metered.analogueGain = 16
        metered.digitalGain = 2
        let bright = LongExposure(settings)?.shot(after: metered, gains: 1...16)
        #expect(bright?.exposure == .manual(nanoseconds: 1_000_000_000, gain: 3.2))
    }

    @Test func aRunningCameraTakesNewSettingsForThePhotograph() async throws {
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await camera(mock)
        try await camera.start()
        let settings = ControlSettings(exposure: .manual(nanoseconds: 5_000_000, gain: 1))
        let photo = try await PhotoCapture(settings: settings, timing: .immediate).capture(
            from: camera)
        let time = try #require(photo.applied.exposureTime)
        #expect(abs(time - 5_000_000) < 200_000)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func anExposureBeyondTheMaximumIsRefused() async throws {
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await camera(mock)
        let settings = ControlSettings(exposure: .shutterPriority(nanoseconds: .max / 2))
        let error = await prismError {
            _ = try await PhotoCapture(settings: settings).capture(from: camera)
        }
        #expect(error?.code == .outOfRange)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aPhotographReadsBackFromItsFile() async throws {
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await camera(mock)
        let directory = try TemporaryDirectory()
        let photo = try await PhotoCapture().capture(from: camera)
        let checksum = try photo.write(to: directory.file("a.jpg"), with: encoder)
        #expect(try FileChecksum(ofFile: directory.file("a.jpg")) == checksum)
        let picture = try ImageDecoder().decode(path: directory.file("a.jpg"))
        #expect((picture.width, picture.height) == (320, 240))
        #expect(throws: PrismError.self) {
            try photo.write(to: directory.file("a.jpg"), with: encoder)
        }
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func aCancelledPhotographEnds() async throws {
        let options = MockCamera.Options(hasVirtualClock: true, faults: "stall@0:1000")
        let mock = try MockCamera(options)
        let camera = try await camera(mock)
        let task = Task { try await PhotoCapture().capture(from: camera) }
        task.cancel()
        let error = await prismError { _ = try await task.value }
        #expect(error?.code == .cancelled)
        await camera.close()
        withExtendedLifetime(mock) {}
    }

    @Test func filesOfAnUnsynchronisedClockSaySo() {
        let facts = encoder.facts(of: FrameMetadata(), WallTime(utc: 0, isSynchronised: false))
        #expect(facts.userComment == "clock unsynchronised")
        #expect(
            encoder.facts(of: FrameMetadata(), WallTime(utc: 0, isSynchronised: true)).userComment
                == nil)
    }
}
