// SPDX-License-Identifier: MIT
// What is said of a control: one line for people, one object for programs.

import PrismCore

private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
}

extension ControlSummary {
    /// `shutter          8 µs to 112.015 s`, with a default where there is one.
    var line: String {
        let words = range == nil || choices.isEmpty ? "" : "; " + choices.joined(separator: ", ")
        let name = padded(control.rawValue, 16)
        return name + text + (absence == nil ? words : "") + "\n"
    }

    var json: JSONValue {
        let reason = absence.map { absence -> JSONValue in
            ["cause": .string(absence.cause.rawValue), "text": .string(absence.text)]
        }
        return [
            "event": "control", "control": .string(control.rawValue),
            "summary": .string(control.summary), "available": .bool(absence == nil),
            "minimum": range.map { .number($0.lowerBound) } ?? nil,
            "maximum": range.map { .number($0.upperBound) } ?? nil,
            "default": defaultValue.map { .number($0) } ?? nil, "unit": .string(unit),
            "choices": .array(choices.map { .string($0) }),
            "whenAbsent": .string(control.whenAbsent.rawValue), "reason": reason ?? nil,
            "libcamera": .string(control.libcameraName),
        ]
    }
}

extension ControlDescription {
    /// `libcamera ExposureTime   integer(8) … integer(112015443)`.
    var line: String {
        let limits = [minimum, maximum].map { $0.map { "\($0)" } ?? "?" }
        let names = choices.map { "\($0.value) \($0.name)" }.joined(separator: ", ")
        let text = choices.isEmpty ? limits.joined(separator: " … ") : names
        return padded("\(vendor) \(name)", 36) + text + "\n"
    }

    var json: JSONValue {
        [
            "event": "libcamera", "name": .string(name), "vendor": .string(vendor),
            "isInput": .bool(isInput),
            "minimum": minimum.map { .string("\($0)") } ?? nil,
            "maximum": maximum.map { .string("\($0)") } ?? nil,
            "default": defaultValue.map { .string("\($0)") } ?? nil,
            "choices": .array(
                choices.map { ["value": .integer($0.value), "name": .string($0.name)] }),
        ]
    }
}

extension ControlExplanation.Line {
    /// `shutter  10 ms → 9.98 ms`, and with `explains` what limits it.
    func text(explains: Bool) -> String {
        let name = padded(control.rawValue, 16)
        guard explains else { return name + (applied ?? requested ?? "?") + "\n" }
        let asked = requested ?? "(not set)"
        let came = applied ?? "(frames do not tell)"
        let limits = limitedBy.map { "\n                  limited by: \($0.text)" }.joined()
        return "\(name)\(asked) → \(came)\(limits)\n"
    }

    var json: JSONValue {
        [
            "event": "control", "control": .string(control.rawValue),
            "requested": requested.map { .string($0) } ?? nil,
            "applied": applied.map { .string($0) } ?? nil,
            "limitedBy": .array(limitedBy.map { .string($0.rawValue) }),
        ]
    }
}
