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
    /// running one gets the settings. An exposure of a second and more is metered with short frames first, for two
    /// seconds at most, where gain or colours are automatic; then the camera starts anew and exposes once.
    ///
    /// - Parameters:
    ///   - camera: A configured or running camera.
    ///   - ring: The caller's own subscription to the newest frame. Where the frame that waits in it shows what is
    ///     wanted, it is the photograph: without lag, for it was exposed before this call. Nil looks at frames that
    ///     come from now on.
    /// - Returns: The photograph, which holds one of the camera's buffers.
    /// - Throws: `cancelled` where the task was; `unsupported` or `outOfRange` for settings; what ends the
    ///   camera.
    public func capture(
        from camera: CameraSession, ring: FrameSubscription? = nil
    ) async throws(PrismError) -> Photo {
        let own = ring == nil ? try await camera.subscribe(.latest) : nil
        defer { own?.cancel() }
        guard let frames = ring ?? own else {
            throw PrismError(.cancelled, "the photograph was called off")
        }
        // A time that the camera does not allow is refused at once, as any other.
        if timing != .immediate, let long = LongExposure(settings),
            await camera.capabilities.exposureTime.range?.contains(long.time) ?? true
        {
            return try await captureLong(long, from: camera, frames)
        }
        try await begin(camera, settings)
        return try await take(timing.plan, from: camera, frames)
    }

    /// Takes what a plan keeps.
    func take(
        _ plan: CapturePlan, from camera: CameraSession, _ frames: FrameSubscription
    ) async throws(PrismError) -> Photo {
        var taken: CameraFrame?
        _ = try await CaptureRunner(camera).run(plan, subscription: frames) {
            (kept: [CameraFrame]) throws(PrismError) in taken = kept.first
        }
        guard let taken else { throw PrismError(.cancelled, "the photograph was called off") }
        return Photo(
            taken, requested: settings, of: await camera.capabilities, at: clock.read())
    }

    /// Starts the camera, or gives a running one the settings.
    func begin(
        _ camera: CameraSession, _ settings: ControlSettings
    ) async throws(PrismError) {
        if await camera.state == .configured {
            try await camera.start(settings)
        } else {
            try await camera.set(settings)
        }
    }
}
