// SPDX-License-Identifier: MIT
// Long exposures are metered with short frames: settling by frames of ten seconds would take a minute.

internal import PrismCore

/// A photograph whose shutter is held for so long that nothing else can settle meanwhile. Pure.
struct LongExposure: Hashable, Sendable {
    /// From this exposure time on, in nanoseconds.
    static let threshold: Int64 = 1_000_000_000
    /// Longest time for metering, in nanoseconds of the camera's time.
    static let meteringTime: Int64 = 2_000_000_000

    private let settings: ControlSettings
    /// The exposure time in nanoseconds.
    let time: Int64

    /// Nil where the exposure is short, or nothing about the picture is automatic.
    init?(_ settings: ControlSettings) {
        guard let exposure = settings.exposure, case .fixed(let time) = exposure.exposureTime,
            time >= LongExposure.threshold
        else { return nil }
        let isBalanced = settings.whiteBalance?.isAutomatic == false
        guard exposure.analogueGain == .auto || !isBalanced else { return nil }
        self.settings = settings
        self.time = time
    }

    /// What is set while metering: short frames, everything else as asked for.
    var metering: ControlSettings {
        var metering = settings
        metering.exposure = .auto
        metering.frameDuration = nil
        return metering
    }

    /// What is set for the photograph: nothing is automatic any more.
    ///
    /// - Parameters:
    ///   - metered: A frame after metering.
    ///   - gains: What the camera allows; nil allows all.
    /// - Returns: The settings.
    func shot(after metered: FrameMetadata, gains: ClosedRange<Double>?) -> ControlSettings {
        var shot = settings
        if settings.exposure?.analogueGain == .auto {
            let range = gains ?? 1...1024
            let light =
                Double(metered.exposureTime ?? time) * Double(metered.analogueGain ?? 1)
                * Double(metered.digitalGain ?? 1)
            let gain = min(max(light / Double(time), range.lowerBound), range.upperBound)
            shot.exposure = .manual(nanoseconds: time, gain: gain)
        }
        if settings.whiteBalance?.isAutomatic ?? true, let found = metered.colourGains {
            shot.whiteBalance = .gains(found)
        }
        return shot
    }

    /// What is set again afterwards.
    var afterwards: ControlSettings {
        var settings = self.settings
        settings.whiteBalance = settings.whiteBalance ?? .auto
        return settings
    }
}

extension PhotoCapture {
    /// Meters with short frames, then takes the first frame of a fresh start, so that the sensor exposes once only.
    func captureLong(
        _ long: LongExposure, from camera: CameraSession, _ frames: FrameSubscription
    ) async throws(PrismError) -> Photo {
        try await begin(camera, long.metering)
        _ = try await CaptureRunner(camera).run(
            .still(settlingWithin: LongExposure.meteringTime), subscription: frames
        ) { _ in }
        let shot = long.shot(
            after: await camera.latestMetadata,
            gains: await camera.capabilities.analogueGain.range)
        try await camera.stop()
        try await camera.start(shot)
        let photo = try await take(PhotoTiming.immediate.plan, from: camera, frames)
        try await camera.set(long.afterwards)
        return photo
    }
}
