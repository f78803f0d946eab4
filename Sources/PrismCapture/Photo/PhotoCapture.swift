// SPDX-License-Identifier: MIT
// Takes one photograph from a camera session.

public import PrismCore

/// Takes photographs.
public struct PhotoCapture: Sendable {
    /// What is wanted of exposure, white balance and frame duration.
    public var settings: ControlSettings
    /// Which frame becomes the photograph.
    public var timing: PhotoTiming
    /// Where wall clock times come from.
    public var clock: any SystemClock

    /// Makes a way of taking photographs.
    public init(
        settings: ControlSettings = ControlSettings(), timing: PhotoTiming = .automatic,
        clock: any SystemClock = KernelClock()
    ) {
        self.settings = settings
        self.timing = timing
        self.clock = clock
    }

    /// Takes a photograph.
    ///
    /// A configured camera is started, with the settings in force from the first frame, and left running; a
    /// running one gets the settings.
    ///
    /// - Parameter camera: A configured or running camera.
    /// - Returns: The photograph, which holds one of the camera's buffers.
    /// - Throws: `cancelled` where the task was; `unsupported` or `outOfRange` for settings; what ends the
    ///   camera.
    public func capture(from camera: CameraSession) async throws(PrismError) -> Photo {
        let frames = try await camera.subscribe(.latest)
        defer { frames.cancel() }
        try await begin(camera)
        var taken: CameraFrame?
        _ = try await CaptureRunner(camera).run(timing.plan, subscription: frames) {
            (kept: [CameraFrame]) throws(PrismError) in taken = kept.first
        }
        guard let taken else { throw PrismError(.cancelled, "the photograph was called off") }
        return Photo(
            taken, requested: settings, of: await camera.capabilities, at: clock.read())
    }

    private func begin(_ camera: CameraSession) async throws(PrismError) {
        if await camera.state == .configured {
            try await camera.start(settings)
        } else {
            try await camera.set(settings)
        }
    }
}
