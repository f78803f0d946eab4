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
func withCamera<Result>(
    _ options: MockCamera.Options = .virtual(), recovery: RecoveryPolicy = RecoveryPolicy(),
    configuration: CameraConfiguration? = .small,
    _ body: (CameraSession) async throws -> Result
) async throws -> Result {
    let mock = try MockCamera(options)
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

/// Runs `body` on an actor, all at once.
extension CameraSession {
    func run<Result: Sendable>(_ body: (isolated CameraSession) throws -> Result) rethrows -> Result
    {
        try body(self)
    }
}
