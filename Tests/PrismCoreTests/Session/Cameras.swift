// SPDX-License-Identifier: MIT
// Simulated cameras and small configurations for the session's tests.

import PrismTesting
import Testing

@testable import PrismCore

extension CameraConfiguration {
    /// 640x480 for the screen, in the sensor's fastest mode.
    static let small = CameraConfiguration(
        streams: [
            StreamConfiguration(
                .viewfinder, format: .yuv420, size: PixelSize(width: 640, height: 480))
        ])

    /// The same with so many buffers.
    static func small(buffers: Int) -> CameraConfiguration {
        var configuration = small
        configuration.bufferCount = buffers
        return configuration
    }
}

extension MockCamera.Options {
    /// A camera whose time moves with its frames.
    static func virtual(_ faults: String? = nil, legacy: Bool = false) -> MockCamera.Options {
        MockCamera.Options(
            hasVirtualClock: true, faults: faults, hasLegacyExposure: legacy, rendersPixels: false)
    }

    /// A camera in real time that hands its buffers over undrawn.
    static func real(_ faults: String? = nil) -> MockCamera.Options {
        MockCamera.Options(faults: faults, rendersPixels: false)
    }
}

/// Runs `body` with a configured session, which is closed afterwards.
///
/// Virtual time goes on while at most `allowance` frames are held.
func withCamera<Result>(
    allowance: Int = 0, _ options: MockCamera.Options = .virtual(),
    recovery: RecoveryPolicy = RecoveryPolicy(),
    configuration: CameraConfiguration? = .small,
    _ body: (CameraSession) async throws -> Result
) async throws -> Result {
    let mock = try MockCamera(options)
    mock.setAllowance(frames: allowance)
    let session = try await CameraSession.open(.mock(mock), recovery: recovery)
    do {
        if let configuration { try await session.configure(configuration) }
        let result = try await body(session)
        await session.close()
        return result
    } catch {
        await session.close()
        throw error
    }
}

extension ControlSettings {
    /// Everything fixed, at 120 frames a second: no start-up frames, so the first frame is number 0.
    static let fixed = ControlSettings(
        exposure: .manual(nanoseconds: 2_000_000, gain: 2),
        whiteBalance: .gains(ColourGains(red: 1, blue: 1)),
        frameDuration: 8_333_000...8_333_000)
}

extension CameraSession {
    /// Runs `body` on the camera's thread, all at once.
    func run<Result: Sendable>(
        _ body: @Sendable (isolated CameraSession) throws -> Result
    ) rethrows -> Result {
        try body(self)
    }

    /// Frames handed to subscriptions in a first run with ``ControlSettings/fixed`` settings.
    var routed: Int { latest.timestamp == nil ? 0 : Int(latest.sequence) + 1 }

    /// Waits until so many were handed out.
    nonisolated func routed(atLeast count: Int) async {
        while await routed < count { await Task.yield() }
    }
}
