// SPDX-License-Identifier: MIT
// Whether a frame's metadata shows that wishes took effect.

/// Compares wishes with what a frame says of itself.
public struct AppliedTest: Hashable, Sendable {
    /// The wishes.
    public let settings: ControlSettings
    /// The whole picture in sensor coordinates, against which a crop is judged; nil judges none.
    public let fullCrop: SensorRectangle?
    /// The camera's least gain, which a gain of 1 stands for; nil where it is not known.
    public let leastGain: Double?

    /// Makes a test.
    public init(
        _ settings: ControlSettings, fullCrop: SensorRectangle? = nil, leastGain: Double? = nil
    ) {
        self.settings = settings
        self.fullCrop = fullCrop
        self.leastGain = leastGain
    }

    /// Makes a test of wishes on a camera.
    init(_ settings: ControlSettings, on capabilities: CameraCapabilities) {
        self.init(
            settings, fullCrop: capabilities.fullCrop,
            leastGain: capabilities.analogueGain.range?.lowerBound)
    }

    /// True where `metadata` shows every fixed wish.
    ///
    /// What is left to the camera counts as applied, and so does what frames do not tell (metering, focus range,
    /// contrast …). Sensors count exposures in rows and gains in codes, so times match within 2 % or 40 µs, gains
    /// within 5 % (the tolerance that Picamera2's own test uses; 1 is the least that a sensor has), lens positions within 0.05 dioptres (again
    /// Picamera2's), crops within 0.5 % of the picture, for image processors align them.
    public func matches(_ metadata: FrameMetadata) -> Bool {
        matchesExposure(metadata) && matchesColours(metadata) && matchesFrameDuration(metadata)
            && matchesFocus(metadata) && matchesZoom(metadata)
    }

    private func matchesExposure(_ metadata: FrameMetadata) -> Bool {
        if case .fixed(let wanted) = settings.exposure?.exposureTime,
            let time = metadata.exposureTime,
            (time - wanted).magnitude > max(wanted / 50, 40_000)
        {
            return false
        }
        if case .fixed(let wish) = settings.exposure?.analogueGain,
            let gain = metadata.analogueGain
        {
            let wanted = AppliedTest.gain(wish, least: leastGain)
            if abs(Double(gain) - wanted) > wanted * 0.05 { return false }
        }
        return settings.exposure != .current || metadata.autoExposure ?? .off != .searching
    }

    /// What a gain means: 1 is the least that there is, for some sensors' least code amplifies a little (imx708:
    /// 1.123); more than 1.25 is no longer what anybody means by 1.
    static func gain(_ wish: Double, least: Double?) -> Double {
        guard wish == 1, let least, least <= 1.25 else { return wish }
        return max(1, least)
    }

    private func matchesColours(_ metadata: FrameMetadata) -> Bool {
        guard case .gains(let wanted) = settings.whiteBalance, let gains = metadata.colourGains
        else { return true }
        return abs(gains.red - wanted.red) <= wanted.red * 0.02
            && abs(gains.blue - wanted.blue) <= wanted.blue * 0.02
    }

    private func matchesFocus(_ metadata: FrameMetadata) -> Bool {
        guard case .manual(.dioptres(let wanted)) = settings.focus,
            let position = metadata.lensPosition
        else { return true }
        return abs(Double(position) - wanted) <= 0.05
    }

    private func matchesZoom(_ metadata: FrameMetadata) -> Bool {
        guard let zoom = settings.zoom, let fullCrop, let crop = metadata.scalerCrop else {
            return true
        }
        let wanted = zoom.crop(of: fullCrop)
        func isNear(_ value: Int, _ other: Int, _ whole: Int) -> Bool {
            abs(value - other) * 200 <= max(whole, 1_600)
        }
        return isNear(crop.width, wanted.width, fullCrop.width)
            && isNear(crop.height, wanted.height, fullCrop.height)
            && isNear(crop.x, wanted.x, fullCrop.width)
            && isNear(crop.y, wanted.y, fullCrop.height)
    }

    private func matchesFrameDuration(_ metadata: FrameMetadata) -> Bool {
        guard let wanted = settings.frameDuration, let duration = metadata.frameDuration else {
            return true
        }
        let (low, high) = (wanted.lowerBound, wanted.upperBound)
        return duration >= low - max(low / 50, 40_000)
            && duration - max(high / 50, 40_000) <= high
    }
}
