// SPDX-License-Identifier: MIT
// Holding what the automatics have found, without a step in brightness or colour.

extension CameraSession {
    /// Goes from automatic to manual exposure without a flicker.
    ///
    /// The automatic stops first; when a frame shows that it has, that frame's values become the fixed ones. So
    /// no value is written that the sensor does not have already.
    ///
    /// - Parameter nanoseconds: Longest wait for such a frame.
    /// - Returns: What is held from now on.
    /// - Throws: `unsupported` where the exposure cannot be held; as ``applied(_:within:)``.
    @discardableResult
    public func holdExposure(
        within nanoseconds: Int64 = 10_000_000_000
    ) async throws(PrismError) -> Exposure {
        let ticket = try set(ControlSettings(exposure: .current))
        let metadata = try await applied(ticket, within: nanoseconds)
        // A frame may show a gain a rounding beyond what the camera takes as input.
        let exposure = Exposure.current.resolved(metadata).clamped(to: capabilities)
        try set(ControlSettings(exposure: exposure))
        return exposure
    }

    /// Holds the white balance where it is.
    ///
    /// - Parameter nanoseconds: Longest wait for a frame that shows it.
    /// - Returns: The gains that are held from now on; nil where frames do not tell them.
    /// - Throws: `unsupported` where it cannot be held; as ``applied(_:within:)``.
    @discardableResult
    public func holdWhiteBalance(
        within nanoseconds: Int64 = 10_000_000_000
    ) async throws(PrismError) -> ColourGains? {
        let ticket = try set(ControlSettings(whiteBalance: .locked))
        let metadata = try await applied(ticket, within: nanoseconds)
        guard let gains = metadata.colourGains else { return nil }
        if capabilities.colourGains.range != nil {
            try set(ControlSettings(whiteBalance: .gains(gains)))
        }
        return gains
    }
}

extension Exposure {
    /// The same with fixed values moved to a camera's limits, where they are just beyond.
    func clamped(to capabilities: CameraCapabilities) -> Exposure {
        var exposure = self
        if case .fixed(let time) = exposureTime, let range = capabilities.exposureTime.range {
            exposure.exposureTime = .fixed(
                min(max(time, range.lowerBound, 1_000), range.upperBound))
        }
        if case .fixed(let gain) = analogueGain, let range = capabilities.analogueGain.range {
            exposure.analogueGain = .fixed(min(max(gain, range.lowerBound), range.upperBound))
        }
        return exposure
    }
}
