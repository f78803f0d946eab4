// SPDX-License-Identifier: MIT
// Whether a camera has something, with its limits, or why it has not.

/// Why something is absent; the text is what errors and greyed menu rows show.
public struct AbsenceReason: Hashable, Sendable {
    /// Where the lack lies.
    public enum Cause: String, CaseIterable, Hashable, Sendable {
        /// The sensor or its module has no such part.
        case sensor
        /// The tuning file leaves it out.
        case tuning
        /// The camera library is too old.
        case library
        /// The board has nothing to do it with.
        case board
        /// The present mode does not allow it; another does.
        case mode
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

    /// The limits.
    ///
    /// - Parameter what: Names the wish in the error.
    /// - Returns: Smallest and largest value.
    /// - Throws: `unsupported` with the reason where it is absent.
    func limits(_ what: String) throws(PrismError) -> ClosedRange<Value> {
        switch self {
        case .available(let range, _, _): return range
        case .absent(let reason):
            throw PrismError(.unsupported, "\(what) is not possible: \(reason.text)")
        }
    }
}

extension AbsenceReason {
    /// Why a control of libcamera's is missing from a camera's table.
    ///
    /// The first releases with each control are libcamera's own; the reason names them only to help, nothing is
    /// decided by them.
    static func missing(_ control: String, in table: ControlTable) -> AbsenceReason {
        switch control {
        case "LensPosition", "AfMode", "AfRange", "AfSpeed", "AfWindows", "AfMetering", "AfTrigger":
            table.has("LensPosition")
                ? AbsenceReason(.library, "this camera's pipeline focuses without such a setting")
                : AbsenceReason(.sensor, "this module has no motor at its lens")
        case "ColourGains", "AwbMode", "AwbEnable", "ColourCorrectionMatrix", "Saturation":
            table.has("ColourGains")
                ? AbsenceReason(.library, "this camera's pipeline has no such control")
                : AbsenceReason(
                    .sensor, "this camera sees no colours, or its pipeline leaves them alone")
        case "ColourTemperature":
            table.has("ColourGains")
                ? AbsenceReason(.library, "this libcamera takes gains only (it came with 0.4)")
                : AbsenceReason(.sensor, "this camera sees no colours")
        case "HdrMode":
            AbsenceReason(.library, "this camera's pipeline merges no exposures")
        case "AeFlickerMode":
            AbsenceReason(.library, "this libcamera does not look for flicker (it came with 0.2)")
        default:
            AbsenceReason(.sensor, "this camera's pipeline has no such control")
        }
    }
}
