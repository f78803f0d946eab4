// SPDX-License-Identifier: MIT
// The limits of a night photograph, as camera, sensor and board have them.

internal import PrismCore
internal import PrismImage
internal import PrismNight

extension NightLimits {
    /// Reads the limits of a configured camera.
    init(
        _ camera: CameraSession, profile: SensorProfile?, memory: SystemHealth
    ) async {
        self.init()
        let capabilities = await camera.capabilities
        if let range = capabilities.exposureTime.range {
            exposureTimes = max(1_000, range.lowerBound)...max(1_000, range.upperBound)
        }
        if let range = capabilities.analogueGain.range, range.lowerBound > 0 { gains = range }
        if let range = capabilities.frameDuration.range {
            shortestFrame = max(1_000_000, range.lowerBound)
        }
        if let profile { add(profile) }
        availableMemory = memory.availableMemory
        guard let configuration = await camera.configuration else { return }
        buffers = configuration.bufferCount ?? buffers
        let stream = configuration.streams.first { $0.role == .raw } ?? configuration.streams.first
        if let size = stream?.size { (width, height) = (size.width, size.height) }
        if let format = stream?.format { readsInPlace = RawImage.isReadInPlace(format) }
    }

    private mutating func add(_ profile: SensorProfile) {
        handheld = profile.night.handheld
        stand = profile.night.stand
        stars = profile.night.stars
        worthwhileGain = profile.night.gain
        noise = NightNoise { gain in
            let line = profile.noise.line(gain: gain)
            return (line.a, line.b)
        }
        if !gains.contains(worthwhileGain) {
            worthwhileGain = min(max(worthwhileGain, gains.lowerBound), gains.upperBound)
        }
    }
}
