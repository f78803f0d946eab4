// SPDX-License-Identifier: MIT
// Settings reach the sensor, on cameras of both kinds, and can be awaited.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct ExposureTests {
    @Test(arguments: [false, true])
    func whatStartIsGivenHoldsOnTheVeryFirstFrame(legacy: Bool) async throws {
        let settings = ControlSettings(
            exposure: .manual(nanoseconds: 5 * ms, gain: 3),
            whiteBalance: .gains(ColourGains(red: 1.25, blue: 2.5)),
            frameDuration: 40 * ms...40 * ms)
        try await withCamera(.virtual(legacy: legacy)) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(settings)
            let first = try #require(try await frames.next()).metadata
            #expect(AppliedTest(settings).matches(first))
            // The register has codes: 3 becomes the nearest below it.
            #expect(abs((first.analogueGain ?? 0) - 3) < 0.01)
            #expect(first.colourGains == ColourGains(red: 1.25, blue: 2.5))
            #expect(first.autoExposure == .off && first.autoWhiteBalance == .off)
        }
    }

    @Test func whatWasSetBeforeTheStartHoldsToo() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.set(ControlSettings(exposure: .manual(nanoseconds: ms, gain: 2)))
            try await camera.start(
                ControlSettings(whiteBalance: .gains(ColourGains(red: 1, blue: 1))))
            let first = try #require(try await frames.next()).metadata
            #expect(first.analogueGain == 2)
            #expect(first.colourGains == ColourGains(red: 1, blue: 1))
        }
    }

    @Test(
        arguments: [
            .auto, .shutterPriority(nanoseconds: 4 * ms), .gainPriority(2),
            .manual(nanoseconds: 7 * ms, gain: 5), .shutterPriority(nanoseconds: 300 * ms),
        ] as [Exposure], [false, true])
    func anExposureIsAppliedAndTheRestFollows(exposure: Exposure, legacy: Bool) async throws {
        try await withCamera(.virtual(legacy: legacy)) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(ControlSettings(exposure: .manual(nanoseconds: 9 * ms, gain: 9)))
            let drain = Task { while try await frames.next() != nil {} }
            let ticket = try await camera.set(ControlSettings(exposure: exposure))
            let applied = try await camera.applied(ticket)
            #expect(AppliedTest(ControlSettings(exposure: exposure)).matches(applied))
            let isFixed = exposure.exposureTime != .auto && exposure.analogueGain != .auto
            let state = await camera.latestMetadata.autoExposure
            #expect((state == .off) == isFixed)
            drain.cancel()
        }
    }

    @Test(arguments: [false, true])
    func anAutomaticAxisKeepsTheBrightness(legacy: Bool) async throws {
        try await withCamera(.virtual(legacy: legacy)) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(
                ControlSettings(exposure: .shutterPriority(nanoseconds: 4 * ms)))
            let settled = try await frames.metadata { $0.autoExposure == .converged }
            // The mock's scene is right at exposure time × gain = 20 ms.
            #expect(abs((settled?.analogueGain ?? 0) - 5) < 0.1)
        }
    }

    @Test(arguments: [false, true])
    func theCurrentExposureIsHeld(legacy: Bool) async throws {
        try await withCamera(.virtual(legacy: legacy)) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            let settled = try await frames.metadata { $0.autoExposure == .converged }
            let hold = Exposure(exposureTime: .current, analogueGain: .current)
            try await camera.set(ControlSettings(exposure: hold, exposureValue: 2))
            let held = try await frames.metadata { $0.autoExposure == .off }
            #expect(held?.exposureTime == settled?.exposureTime)
            #expect(held?.analogueGain == settled?.analogueGain)
        }
    }

    @Test func anAutomaticShutterDoesNotInheritLongFrames() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(ControlSettings(exposure: .manual(nanoseconds: second, gain: 1)))
            let slow = try #require(try await frames.next()).metadata.frameDuration ?? 0
            #expect(slow >= second)
            try await camera.set(ControlSettings(exposure: .auto))
            let fast = try await frames.metadata { ($0.frameDuration ?? .max) < 100 * ms }
            #expect(fast != nil)
        }
    }

    @Test func aFrameDurationIsApplied() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            try await camera.set(ControlSettings(frameDuration: 20 * ms...20 * ms))
            let frame = try await frames.metadata { ($0.frameDuration ?? 0) < 21 * ms }
            #expect(frame?.frameDuration == 20 * ms)
        }
    }

    @Test func aWaitRunsOutWithAnErrorThatSaysSo() async throws {
        try await withSilentCamera { camera in
            try await camera.start()
            let ticket = try await camera.set(ControlSettings(exposure: .gainPriority(4)))
            let error = await prismError { try await camera.applied(ticket, within: 20 * ms) }
            #expect(error?.code == .stalled)
            #expect(error?.message == "no frame showed the controls in time")
        }
    }

    @Test func aWaitIsCalledOffWithItsTask() async throws {
        try await withSilentCamera { camera in
            try await camera.start()
            let ticket = try await camera.set(ControlSettings(exposure: .gainPriority(4)))
            let wait = Task { await prismError { try await camera.applied(ticket) } }
            wait.cancel()
            #expect(await wait.value?.code == .cancelled)
        }
    }

    @Test func closingEndsAWait() async throws {
        try await withSilentCamera { camera in
            try await camera.start()
            let ticket = try await camera.set(ControlSettings(exposure: .gainPriority(4)))
            let wait = Task {
                await prismError { try await camera.applied(ticket, within: 3_600 * second) }
            }
            while await camera.run({ $0.waits.isEmpty }) { await Task.yield() }
            await camera.close()
            #expect(await wait.value?.code == .cancelled)
        }
    }

    @Test func aRefusedSettingChangesNothing() async throws {
        try await withCamera { camera in
            try await camera.start(ControlSettings(exposure: .gainPriority(2)))
            let error = await prismError {
                try await camera.set(
                    ControlSettings(exposure: .gainPriority(99), exposureValue: 1))
            }
            #expect(error?.code == .outOfRange)
            #expect(await camera.held == ControlSettings(exposure: .gainPriority(2)))
        }
    }
}

/// Runs `body` with a camera that never gives a frame, and a session that never gives it up.
private func withSilentCamera(_ body: (CameraSession) async throws -> Void) async throws {
    try await withCamera(
        .real("stall@0:999"), recovery: RecoveryPolicy(maxRestarts: 999), body)
}
