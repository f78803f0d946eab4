// SPDX-License-Identifier: MIT
// Wishes that are one of few words, numbered as libcamera numbers them.

/// A wish that is one of few; its raw value is what the camera is given.
public protocol ControlChoice: RawRepresentable, CaseIterable, Hashable, Sendable
where RawValue == Int64 {}

extension ControlChoice {
    /// The case's name, as commands spell it.
    public var name: String { "\(self)" }

    /// The choice of a name.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}

/// Which of few choices a camera has, or why it has none.
public enum ChoiceCapability<Choice: ControlChoice>: Hashable, Sendable {
    /// These, in the order of their declaration.
    case available([Choice], default: Choice?)
    /// None, for this reason.
    case absent(AbsenceReason)

    /// What there is; empty where it is absent.
    public var choices: [Choice] {
        guard case .available(let choices, _) = self else { return [] }
        return choices
    }

    /// Whether the camera has this one.
    public func has(_ choice: Choice) -> Bool { choices.contains(choice) }

    /// Reads it off a control: the choices that the camera names, else those within its limits.
    init(_ control: ControlDescription?, absent: AbsenceReason) {
        guard let control, control.isInput else {
            self = .absent(absent)
            return
        }
        let choices = Choice.allCases.filter { control.allows($0.rawValue) }
        guard !choices.isEmpty else {
            self = .absent(AbsenceReason(.tuning, "\(control.name) offers nothing known here"))
            return
        }
        var usual: Choice?
        if case .integer(let value)? = control.defaultValue { usual = Choice(rawValue: value) }
        self = .available(Array(choices), default: usual)
    }
}

extension ControlDescription {
    /// Whether a number is one of the choices, or (where the camera names none) within the limits.
    func allows(_ value: Int64) -> Bool {
        guard choices.isEmpty else { return choices.contains { $0.value == value } }
        guard let low = minimum?.asDouble, let high = maximum?.asDouble else { return true }
        return Double(value) >= low && Double(value) <= high
    }
}
