// SPDX-License-Identifier: MIT
// Whether a camera has something, with its limits, or why it has not.

/// Why something is absent; the text is what errors and greyed menu rows show.
public struct AbsenceReason: Hashable, Sendable {
    /// Where the lack lies.
    public enum Cause: String, Hashable, Sendable {
        case sensor, tuning, library, board, mode
    }

    /// Where the lack lies.
    public let cause: Cause
    /// One sentence for a person.
    public let text: String

    /// Makes a reason.
    public init(_ cause: Cause, _ text: String) {
        self.cause = cause
        self.text = text
    }
}

/// Something a camera may have, recomputed after each configuration.
public enum Capability<Value: Comparable & Hashable & Sendable>: Hashable, Sendable {
    /// It is there, within these limits.
    case available(ClosedRange<Value>, default: Value?, unit: String)
    /// It is not, for this reason.
    case absent(AbsenceReason)

    /// The limits, where it is there.
    public var range: ClosedRange<Value>? {
        guard case .available(let range, _, _) = self else { return nil }
        return range
    }
}

/// What a camera can do in its present configuration.
public struct CameraCapabilities: Hashable, Sendable {
    /// Exposure time in nanoseconds.
    public let exposureTime: Capability<Int64>
    /// Analogue gain as a factor.
    public let analogueGain: Capability<Double>
    /// Frame duration in nanoseconds.
    public let frameDuration: Capability<Int64>
    /// White balance gains.
    public let colourGains: Capability<Double>
    /// Exposure compensation in stops.
    public let exposureValue: Capability<Double>
    /// True where exposure and gain each have a mode of their own (libcamera 0.5 and later).
    public let hasPriorityModes: Bool

    /// Reads the capabilities off a control table.
    public init(_ controls: ControlTable) {
        let missing = AbsenceReason(.sensor, "this camera's pipeline has no such control")
        exposureTime = Self.nanoseconds(controls["ExposureTime"], absent: missing)
        analogueGain = Self.number(controls["AnalogueGain"], unit: "×", absent: missing)
        frameDuration = Self.nanoseconds(controls["FrameDurationLimits"], absent: missing)
        colourGains = Self.number(controls["ColourGains"], unit: "×", absent: missing)
        exposureValue = Self.number(controls["ExposureValue"], unit: "EV", absent: missing)
        hasPriorityModes = controls.has("ExposureTimeMode") && controls.has("AnalogueGainMode")
    }

    private static func nanoseconds(
        _ control: ControlDescription?, absent: AbsenceReason
    ) -> Capability<Int64> {
        guard let control, control.isInput, let low = control.minimum?.asDouble,
            let high = control.maximum?.asDouble
        else { return .absent(absent) }
        // libcamera counts both times in microseconds; a maximum of 0 means "not known".
        let shortest = nanoseconds(max(0, low))
        let longest = high > 0 ? nanoseconds(high) : Int64.max
        return .available(
            shortest...max(longest, shortest),
            default: control.defaultValue?.asDouble.map { nanoseconds($0) }, unit: "ns")
    }

    /// Some handlers say "no limit" by the largest number there is.
    private static func nanoseconds(_ microseconds: Double) -> Int64 {
        Int64(exactly: (microseconds * 1_000).rounded()) ?? .max
    }

    private static func number(
        _ control: ControlDescription?, unit: String, absent: AbsenceReason
    ) -> Capability<Double> {
        guard let control, control.isInput, let low = control.minimum?.asDouble,
            let high = control.maximum?.asDouble, low <= high
        else { return .absent(absent) }
        return .available(low...high, default: control.defaultValue?.asDouble, unit: unit)
    }
}
