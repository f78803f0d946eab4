// SPDX-License-Identifier: MIT
// A small simulated camera, opened, configured and running, for tests of what runs on one.

import PrismCore

/// A running simulated camera; the mock lives as long as this.
struct RunningCamera {
    let mock: MockCamera
    let session: CameraSession

    /// Opens and configures a camera of 320 × 240 pixels; `start` starts it.
    init(
        _ options: MockCamera.Options = MockCamera.Options(hasVirtualClock: true),
        recovery: RecoveryPolicy = RecoveryPolicy(), buffers: Int? = nil,
        start settings: ControlSettings? = ControlSettings()
    ) async throws {
        mock = try MockCamera(options)
        session = try await CameraSession.open(.mock(mock), recovery: recovery)
        let size = PixelSize(width: 320, height: 240)
        try await session.configure(
            CameraConfiguration(
                streams: [StreamConfiguration(.video, size: size)], bufferCount: buffers))
        if let settings { try await session.start(settings) }
    }
}
