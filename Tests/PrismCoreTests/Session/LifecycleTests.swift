// SPDX-License-Identifier: MIT
// Opening, configuring, starting, stopping and closing, in the right order and in wrong ones.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct LifecycleTests {
    @Test func aCameraGoesThroughItsStates() async throws {
        let mock = try MockCamera(.virtual())
        let camera = try await CameraSession.open(.mock(mock))
        var states = await camera.stateStream().makeAsyncIterator()
        #expect(await states.next() == .opened)
        let report = try await camera.configure(.small)
        #expect(await states.next() == .configured)
        #expect(await camera.configuration == report.configured)
        let frames = try await camera.subscribe(.latest)
        try await camera.start()
        #expect(await states.next() == .running)
        let frame = try #require(try await frames.next())
        #expect(frame.stream().size == PixelSize(width: 640, height: 480))
        #expect(await camera.latestMetadata.timestamp != nil)
        try await camera.stop()
        #expect(await states.next() == .configured)
        await camera.close()
        #expect(await states.next() == .closed)
        #expect(await states.next() == nil)
        #expect(try await frames.next() == nil)
    }

    @Test func misuseIsAnErrorThatSaysWhatIsWrong() async throws {
        let mock = try MockCamera(.virtual())
        let camera = try await CameraSession.open(.mock(mock))
        #expect(
            await message { try await camera.start() }
                == "cannot start: the camera is not configured")
        #expect(
            await message { try await camera.set(ControlSettings(exposureValue: 1)) }
                == "cannot set controls: the camera is not configured")
        try await camera.configure(.small)
        let ticket = try await camera.set(ControlSettings(exposureValue: 1))
        #expect(
            await message { try await camera.applied(ticket) }
                == "cannot wait for controls: the camera does not run")
        try await camera.start()
        #expect(
            await message { try await camera.start() } == "cannot start: the camera runs already")
        await camera.close()
        await camera.close()
        try await camera.stop()
        let closed = "the camera is closed"
        #expect(await message { try await camera.start() }?.hasSuffix(closed) == true)
        #expect(await message { try await camera.configure(.small) }?.hasSuffix(closed) == true)
        #expect(await message { try await camera.validate(.small) }?.hasSuffix(closed) == true)
        #expect(await message { try await camera.subscribe(.latest) }?.hasSuffix(closed) == true)
        #expect(await message { try await camera.properties() }?.hasSuffix(closed) == true)
        #expect(await message { try await camera.formats(.raw) }?.hasSuffix(closed) == true)
        #expect(await message { try await camera.applied(ticket) }?.hasSuffix(closed) == true)
    }

    /// The message of the `busy` error that `body` throws.
    private func message<Value: Sendable>(_ body: () async throws -> Value) async -> String? {
        let error = await prismError(body)
        return error?.code == .busy ? error?.message : nil
    }

    @Test func aCameraIsHeldExclusively() async throws {
        let mock = try MockCamera(.virtual())
        let camera = try await CameraSession.open(.mock(mock))
        #expect(await prismError { try await CameraSession.open(.mock(mock)) }?.code == .busy)
        await camera.close()
        let again = try await CameraSession.open(.mock(mock))
        await again.close()
    }

    @Test func aBusyCameraSaysSo() async throws {
        let mock = try MockCamera(.virtual("busy:2"))
        for _ in 0..<2 {
            let error = await prismError { try await CameraSession.open(.mock(mock)) }
            #expect(error?.code == .busy)
            #expect(error?.message.contains(mock.id) == true)
        }
        let camera = try await CameraSession.open(.mock(mock))
        await camera.close()
    }

    @Test func stoppingTwiceOrBeforeStartingIsNoError() async throws {
        try await withCamera { camera in
            try await camera.stop()
            try await camera.start()
            try await camera.stop()
            try await camera.stop()
            #expect(await camera.state == .configured)
        }
    }

    @Test func stoppingDoesNotWaitForALongExposure() async throws {
        let slow = ControlSettings(frameDuration: 5 * second...5 * second)
        try await withCamera(.real()) { camera in
            try await camera.start(slow)
            let before = DedicatedExecutor.now()
            try await camera.stop()
            let took = DedicatedExecutor.now() - before
            #expect(took < 5 * second, "the frame under way was cut short")
        }
    }

    @Test func theCameraKnowsItsClock() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            let start = try #require(try await frames.next()?.metadata.timestamp)
            let (now, clock) = await camera.now()
            #expect(clock == .virtual)
            #expect(now > start)
        }
    }

    @Test func propertiesAndFormatsDescribeTheSensor() async throws {
        try await withCamera(configuration: nil) { camera in
            let properties = try await camera.properties()
            #expect(properties["Model"] == .text("imx708"))
            #expect(properties["PixelArraySize"] == .size(width: 4608, height: 2592))
            let raw = try await camera.formats(.raw)
            #expect(raw.contains { RawFormat($0.format)?.bits == 10 })
            #expect(try await camera.controls().has("ExposureTime"))
        }
    }
}
