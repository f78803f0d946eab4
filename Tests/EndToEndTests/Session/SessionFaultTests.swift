// SPDX-License-Identifier: MIT
// What goes wrong with a camera reaches its users as typed errors and events, and what can go on does.

import PrismCore
import Testing

@Suite struct SessionFaultTests {
    private static let quick = RecoveryPolicy(maxRestarts: 2, firstPause: 1_000_000)

    private static func camera(
        _ faults: String, recovery: RecoveryPolicy = quick
    ) async throws -> RunningCamera {
        try await RunningCamera(
            MockCamera.Options(faults: faults), recovery: recovery, buffers: 6, start: nil)
    }

    private func frames(
        _ camera: RunningCamera, _ count: Int
    ) async throws -> (frames: Int, events: [CameraEvent]) {
        let events = await camera.session.eventStream()
        let frames = try await camera.session.subscribe(.latest)
        try await camera.session.start()
        var seen = 0
        while seen < count, try await frames.next() != nil { seen += 1 }
        await camera.session.close()
        var told: [CameraEvent] = []
        for await event in events { told.append(event) }
        return (seen, told)
    }

    @Test(.timeLimit(.minutes(1))) func aStallIsHealedByARestart() async throws {
        let result = try await frames(try await Self.camera("stall@5"), 10)
        #expect(result.frames == 10)
        #expect(result.events.contains(.recovered(attempts: 1)))
    }

    @Test(.timeLimit(.minutes(1))) func aTimeOutIsHealedByARestart() async throws {
        let result = try await frames(try await Self.camera("cancel@5:3"), 10)
        #expect(result.frames == 10)
        #expect(result.events.contains(.timedOut))
    }

    @Test(.timeLimit(.minutes(1))) func anUnpluggedCameraEndsEverySubscription() async throws {
        let camera = try await Self.camera("unplug@5")
        let first = try await camera.session.subscribe(.latest)
        let second = try await camera.session.subscribe(.latest)
        try await camera.session.start()
        for frames in [first, second] {
            await #expect(throws: PrismError.self) {
                while try await frames.next() != nil {}
            }
        }
        let state = await camera.session.state
        guard case .failed(let error) = state else {
            Issue.record("\(state)")
            return
        }
        #expect(error.code == .unplugged)
        await camera.session.close()
    }

    @Test(.timeLimit(.minutes(1))) func aCameraThatComesBackGoesOn() async throws {
        let waiting = RecoveryPolicy(
            maxRestarts: 5, firstPause: 1_000_000, returnTimeout: 20_000_000_000)
        let result = try await frames(
            try await Self.camera("unplug@5:50", recovery: waiting), 12)
        #expect(result.frames == 12)
        #expect(result.events.contains(.unplugged))
        #expect(result.events.contains(.returned))
    }

    @Test func aBusyCameraSaysSo() async throws {
        let mock = try MockCamera(MockCamera.Options(faults: "busy"))
        do {
            _ = try await CameraSession.open(.mock(mock))
            Issue.record("it opened")
        } catch {
            #expect(error.code == .busy)
        }
    }

    @Test(.timeLimit(.minutes(1))) func closingEndsAConsumerThatWaits() async throws {
        let camera = try await RunningCamera(MockCamera.Options(), start: nil)
        let frames = try await camera.session.subscribe(.latest)
        let session = camera.session
        let waiter = Task { try await frames.next() }
        await session.close()
        #expect(try await waiter.value == nil)
    }
}
