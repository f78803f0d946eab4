// SPDX-License-Identifier: MIT
// The simulated camera of most cases: 640x480, undrawn, so that only the path of a frame is timed.

import PrismCore

struct BenchCamera {
    let mock: MockCamera
    let session: CameraSession

    static let rate = 120.0
    static var frame: Int64 { Int64(1e9 / rate) }
    /// The smallest sensor whose fastest mode exceeds the rate.
    private static let sensor = "imx219"

    static let configuration = CameraConfiguration(
        streams: [
            StreamConfiguration(
                .viewfinder, format: .nv12, size: PixelSize(width: 640, height: 480))
        ], bufferCount: 4)

    /// Opens a camera that is not configured yet.
    init(hasVirtualClock: Bool = false) async throws {
        mock = try MockCamera(
            MockCamera.Options(
                sensor: BenchCamera.sensor, hasVirtualClock: hasVirtualClock, rendersPixels: false))
        session = try await CameraSession.open(.mock(mock))
    }

    /// Frames at one rate and a fixed exposure, so that there are no start-up frames.
    static func settings(frame: Int64) -> ControlSettings {
        ControlSettings(
            exposure: .manual(nanoseconds: 5_000_000, gain: 2),
            whiteBalance: .gains(ColourGains(red: 1.9, blue: 1.6)), frameDuration: frame...frame)
    }
}
