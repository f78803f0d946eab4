// SPDX-License-Identifier: MIT
// Whether a frame's metadata shows that wishes took effect.

/// Compares wishes with what a frame says of itself.
public struct AppliedTest: Hashable, Sendable {
    /// The wishes.
    public let settings: ControlSettings

    /// Makes a test.
    public init(_ settings: ControlSettings) { self.settings = settings }

    /// True where `metadata` shows every fixed wish.
    ///
    /// What is left to the camera counts as applied. Sensors count exposures in rows and gains in codes, so
    /// times match within 2 % or 40 µs, gains within 5 % (the tolerance that Picamera2's own test uses).
    public func matches(_ metadata: FrameMetadata) -> Bool {
        if case .fixed(let wanted) = settings.exposure?.exposureTime,
            let time = metadata.exposureTime,
            (time - wanted).magnitude > max(wanted / 50, 40_000)
        {
            return false
        }
        if case .fixed(let wanted) = settings.exposure?.analogueGain,
            let gain = metadata.analogueGain,
            abs(Double(gain) - wanted) > wanted * 0.05
        {
            return false
        }
        if case .gains(let wanted) = settings.whiteBalance, let gains = metadata.colourGains,
            abs(gains.red - wanted.red) > wanted.red * 0.02
                || abs(gains.blue - wanted.blue) > wanted.blue * 0.02
        {
            return false
        }
        return matchesFrameDuration(metadata)
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
