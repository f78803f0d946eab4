// SPDX-License-Identifier: MIT
// One control of one camera in words: its limits or its choices, or why it is not there.

/// What a camera says of one control.
public struct ControlSummary: Hashable, Sendable {
    /// Which one.
    public let control: ControlName
    /// Smallest and largest value where it is a number, in ``unit``.
    public let range: ClosedRange<Double>?
    /// What it has by itself, in ``unit``.
    public let defaultValue: Double?
    /// The unit of numbers: "ns", "×", "EV", "K", "dpt", "windows" or nothing.
    public let unit: String
    /// The words where it is one of few.
    public let choices: [String]
    /// Why it is not there; nil where it is.
    public let absence: AbsenceReason?

    /// The limits or the choices, for people.
    public var text: String {
        if let absence { return "absent (\(absence.cause.rawValue)): \(absence.text)" }
        guard let range else { return choices.joined(separator: ", ") }
        if control == .frameDuration {
            return "\(ControlSummary.rate(range.upperBound)) to"
                + " \(ControlSummary.rate(range.lowerBound)) fps"
        }
        return "\(show(range.lowerBound)) to \(show(range.upperBound))"
    }

    private func show(_ value: Double) -> String {
        switch unit {
        case "ns": Int64(exactly: value).map(ControlPlan.text) ?? "no limit"
        case "": "\(Float(value))"
        case "windows": "\(Int(value)) windows"
        default: "\(Float(value)) \(unit)"
        }
    }

    /// Frames per second of a duration in nanoseconds, to four digits behind the point.
    private static func rate(_ nanoseconds: Double) -> Double {
        (1e13 / nanoseconds).rounded() / 1e4
    }

    private init<Value>(
        _ control: ControlName, _ capability: Capability<Value>, _ number: (Value) -> Double,
        words: [String] = []
    ) {
        self.control = control
        choices = words
        switch capability {
        case .available(let limits, let usual, let unit):
            range = number(limits.lowerBound)...number(limits.upperBound)
            defaultValue = usual.map(number)
            self.unit = unit
            absence = nil
        case .absent(let reason):
            (range, defaultValue, unit, absence) = (nil, nil, "", reason)
        }
    }

    private init<Choice>(_ control: ControlName, _ capability: ChoiceCapability<Choice>) {
        self.control = control
        (range, defaultValue, unit) = (nil, nil, "")
        choices = capability.choices.map(\.name)
        if case .absent(let reason) = capability { absence = reason } else { absence = nil }
    }

    private init(_ control: ControlName, words: [String], absence: AbsenceReason?) {
        self.control = control
        (range, defaultValue, unit) = (nil, nil, "")
        choices = absence == nil ? words : []
        self.absence = absence
    }

    /// What `capabilities` say of a control.
    public init(_ control: ControlName, of capabilities: CameraCapabilities) {
        let all = capabilities
        switch control {
        case .shutter: self.init(control, all.exposureTime) { Double($0) }
        case .gain: self.init(control, all.analogueGain) { $0 }
        case .ev: self.init(control, all.exposureValue) { $0 }
        case .metering: self.init(control, all.metering)
        case .constraint: self.init(control, all.constraint)
        case .exposureMode: self.init(control, all.exposureMode)
        case .flicker: self.init(control, all.flickerPeriod, { Double($0) }, words: ["off"])
        case .whiteBalance: self.init(control, all.colourGains, { $0 }, words: ["auto"])
        case .colourMatrix: self.init(control, all.colourMatrix) { $0 }
        case .focus: self.init(focus: all)
        case .focusRange: self.init(control, all.focusRange)
        case .focusSpeed: self.init(control, all.focusSpeed)
        case .focusWindows: self.init(control, all.focusWindows) { Double($0) }
        case .hdr: self.init(control, all.hdr)
        case .frameDuration: self.init(control, all.frameDuration) { Double($0) }
        case .zoom: self.init(control, all.zoom) { $0 }
        case .brightness: self.init(control, all.brightness) { $0 }
        case .contrast: self.init(control, all.contrast) { $0 }
        case .saturation: self.init(control, all.saturation) { $0 }
        case .sharpness: self.init(control, all.sharpness) { $0 }
        case .gamma: self.init(control, all.gamma) { $0 }
        case .noiseReduction: self.init(control, all.noiseReduction)
        }
    }

    /// A lens that can be set has limits; one that only focuses by itself has words.
    private init(focus capabilities: CameraCapabilities) {
        let words = capabilities.hasAutoFocus ? ["auto", "continuous"] : []
        if capabilities.lensPosition.range == nil, !words.isEmpty {
            self.init(.focus, words: words, absence: nil)
        } else {
            self.init(.focus, capabilities.lensPosition, { $0 }, words: words)
        }
    }
}

extension CameraCapabilities {
    /// Every control of Prism's, present or not.
    public var summaries: [ControlSummary] {
        ControlName.allCases.map { ControlSummary($0, of: self) }
    }
}
