// SPDX-License-Identifier: MIT
// What can be wished of the exposure: its two axes, and how the automatic behaves.

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

    /// Both stay where they are: the way from automatic to manual without a step in brightness.
    public static let current = Exposure(exposureTime: .current, analogueGain: .current)

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

    /// True where the camera chooses nothing.
    public var isHeld: Bool { exposureTime != .auto && analogueGain != .auto }

    /// The same, with what is to stay written out as a frame has it.
    ///
    /// Another configuration or another opening of the camera knows nothing of "now".
    public func resolved(_ metadata: FrameMetadata) -> Exposure {
        var exposure = self
        if exposureTime == .current, let time = metadata.exposureTime {
            exposure.exposureTime = .fixed(time)
        }
        if analogueGain == .current, let gain = metadata.analogueGain {
            exposure.analogueGain = .fixed(Double(gain))
        }
        return exposure
    }
}

/// Where the automatic exposure looks; raw values are those of libcamera's AeMeteringMode.
public enum MeteringMode: Int64, CaseIterable, Hashable, Sendable, ControlChoice {
    /// Everywhere, but more at the centre.
    case centreWeighted
    /// Only at the centre.
    case spot
    /// Everywhere alike.
    case matrix
    /// As the tuning file's own table says.
    case custom
}

/// What the automatic exposure must not sacrifice; raw values are those of libcamera's AeConstraintMode.
public enum ConstraintMode: Int64, CaseIterable, Hashable, Sendable, ControlChoice {
    /// A middling picture.
    case normal
    /// Highlights keep their detail.
    case highlight
    /// Shadows keep their detail.
    case shadows
    /// As the tuning file says.
    case custom
}

/// How the automatic exposure divides light between shutter and gain; libcamera's AeExposureMode.
public enum ExposureMode: Int64, CaseIterable, Hashable, Sendable, ControlChoice {
    /// A compromise.
    case normal
    /// Short times, more gain: for what moves.
    case short
    /// Long times, less gain.
    case long
    /// As the tuning file says.
    case custom
}

/// What the automatic exposure does about lamps that flicker.
public enum FlickerAvoidance: Hashable, Sendable {
    /// Nothing.
    case off
    /// Times are whole multiples of this period, in nanoseconds, where there is light enough.
    case period(Int64)
    /// The camera finds the period out by itself.
    case auto

    /// Lamps on 50 Hz mains: they flicker at 100 Hz.
    public static let mains50 = FlickerAvoidance.period(10_000_000)
    /// Lamps on 60 Hz mains: they flicker at 120 Hz.
    public static let mains60 = FlickerAvoidance.period(8_333_333)
}
