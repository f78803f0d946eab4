// SPDX-License-Identifier: MIT
// What a user wants of exposure, white balance and frame duration; nil leaves a thing as it is.

/// One axis of the exposure: the shutter or the gain.
public enum ExposureAxis<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The camera chooses.
    case auto
    /// Held where it is now.
    case current
    /// Held at a value.
    case fixed(Value)
}

/// Exposure by its two axes; shutter priority and gain priority are one axis fixed.
public struct Exposure: Hashable, Sendable {
    /// Exposure time in nanoseconds.
    public var exposureTime: ExposureAxis<Int64>
    /// Analogue gain as a factor (1 = none).
    public var analogueGain: ExposureAxis<Double>

    /// Makes an exposure.
    public init(exposureTime: ExposureAxis<Int64>, analogueGain: ExposureAxis<Double>) {
        self.exposureTime = exposureTime
        self.analogueGain = analogueGain
    }

    /// The camera chooses both.
    public static let auto = Exposure(exposureTime: .auto, analogueGain: .auto)

    /// The shutter is held, the gain follows the scene.
    public static func shutterPriority(nanoseconds: Int64) -> Exposure {
        Exposure(exposureTime: .fixed(nanoseconds), analogueGain: .auto)
    }

    /// The gain is held, the shutter follows the scene.
    public static func gainPriority(_ gain: Double) -> Exposure {
        Exposure(exposureTime: .auto, analogueGain: .fixed(gain))
    }

    /// Both are held.
    public static func manual(nanoseconds: Int64, gain: Double) -> Exposure {
        Exposure(exposureTime: .fixed(nanoseconds), analogueGain: .fixed(gain))
    }
}

/// White balance.
public enum WhiteBalance: Hashable, Sendable {
    /// The camera chooses.
    case auto
    /// Held at these gains.
    case gains(ColourGains)
}

/// Wishes for the controls; nil leaves a control as it is.
public struct ControlSettings: Hashable, Sendable {
    /// Exposure time and gain.
    public var exposure: Exposure?
    /// Exposure compensation in stops, for what is automatic.
    public var exposureValue: Double?
    /// White balance.
    public var whiteBalance: WhiteBalance?
    /// Shortest and longest frame duration in nanoseconds; equal values fix the frame rate.
    public var frameDuration: ClosedRange<Int64>?

    /// Makes wishes.
    public init(
        exposure: Exposure? = nil, exposureValue: Double? = nil,
        whiteBalance: WhiteBalance? = nil, frameDuration: ClosedRange<Int64>? = nil
    ) {
        self.exposure = exposure
        self.exposureValue = exposureValue
        self.whiteBalance = whiteBalance
        self.frameDuration = frameDuration
    }

    /// These wishes with `later` ones laid over them.
    public func merging(_ later: ControlSettings) -> ControlSettings {
        ControlSettings(
            exposure: later.exposure ?? exposure,
            exposureValue: later.exposureValue ?? exposureValue,
            whiteBalance: later.whiteBalance ?? whiteBalance,
            frameDuration: later.frameDuration ?? frameDuration)
    }

    /// These wishes, but those that `touched` names as `before` has them.
    func reverting(_ touched: ControlSettings, to before: ControlSettings) -> ControlSettings {
        ControlSettings(
            exposure: touched.exposure == nil ? exposure : before.exposure,
            exposureValue: touched.exposureValue == nil ? exposureValue : before.exposureValue,
            whiteBalance: touched.whiteBalance == nil ? whiteBalance : before.whiteBalance,
            frameDuration: touched.frameDuration == nil ? frameDuration : before.frameDuration)
    }
}
