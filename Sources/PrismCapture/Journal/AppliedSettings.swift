// SPDX-License-Identifier: MIT
// What was in force when a picture was taken, from the frame's own metadata.

public import PrismCore

/// What was in force when a picture was taken; nil where the camera did not say.
public struct AppliedSettings: Codable, Hashable, Sendable {
    /// Exposure time in nanoseconds.
    public var exposureTime: Int64?
    /// Gain before digitisation.
    public var analogueGain: Float?
    /// Gain after digitisation.
    public var digitalGain: Float?
    /// White balance gain of red.
    public var redGain: Float?
    /// White balance gain of blue.
    public var blueGain: Float?
    /// Estimated colour temperature in kelvin.
    public var colourTemperature: Float?
    /// Frame duration in nanoseconds.
    public var frameDuration: Int64?
    /// Lens position in dioptres.
    public var lensPosition: Float?
    /// Estimated illuminance in lux.
    public var lux: Float?
    /// Sensor temperature in degrees Celsius.
    public var sensorTemperature: Float?
    /// Whether the automatic exposure had settled.
    public var isExposureConverged: Bool?

    /// Reads a frame's metadata; what is no number (infinite, not a number) is left out.
    public init(_ metadata: FrameMetadata) {
        exposureTime = metadata.exposureTime
        analogueGain = finite(metadata.analogueGain)
        digitalGain = finite(metadata.digitalGain)
        redGain = finite(metadata.colourGains?.red)
        blueGain = finite(metadata.colourGains?.blue)
        colourTemperature = finite(metadata.colourTemperature)
        frameDuration = metadata.frameDuration
        lensPosition = finite(metadata.lensPosition)
        lux = finite(metadata.lux)
        sensorTemperature = finite(metadata.sensorTemperature)
        isExposureConverged = metadata.autoExposure.map { $0 != .searching }
    }
}

private func finite(_ value: Float?) -> Float? {
    value.flatMap { $0.isFinite ? $0 : nil }
}
