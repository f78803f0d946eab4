// SPDX-License-Identifier: MIT
// One option of a command: its names, its type, and the words of its manual.

import PrismCore

/// What help, manual, completion and reader know about an option, whatever its type.
struct OptionSpec: Sendable {
    /// What a shell offers as the value.
    enum Completion: Sendable {
        case nothing, file, directory
    }

    /// The long name, without dashes.
    let name: String
    /// The one-letter name.
    var short: Character?
    /// Other long names, understood but not shown first.
    var aliases: [String] = []
    /// What the value is called, e.g. `TIME`; nil where the option takes none.
    var placeholder: String?
    /// The values, where they are few.
    var choices: [String] = []
    /// What a shell offers as the value where there are no choices.
    var completion = Completion.nothing
    /// What it does: one sentence or two.
    let summary: String
    /// What holds without it, for people.
    var fallback: String?
    /// Values that it takes, for the manual.
    var examples: [String] = []
    /// True where the command cannot run without it.
    var isRequired = false
    /// Joins the values of an option that may be given more than once; nil refuses a second one.
    var combine: (@Sendable (any Sendable, any Sendable) -> any Sendable)?
    /// Reads the value.
    let read: @Sendable (String) throws(PrismError) -> any Sendable

    /// The long names, the shown one first.
    var longNames: [String] { [name] + aliases }
    var takesValue: Bool { placeholder != nil }
}

/// An option with its type, by which its value is taken out of ``Arguments``.
struct Option<Value: Sendable>: Sendable {
    var spec: OptionSpec

    /// An option with a value.
    init(
        _ name: String, short: Character? = nil, aliases: [String] = [], _ placeholder: String,
        _ summary: String, fallback: String? = nil, examples: [String],
        completion: OptionSpec.Completion = .nothing,
        read: @escaping @Sendable (String) throws(PrismError) -> Value
    ) {
        spec = OptionSpec(
            name: name, short: short, aliases: aliases, placeholder: placeholder,
            completion: completion, summary: summary, fallback: fallback, examples: examples,
            read: { (text: String) throws(PrismError) -> any Sendable in try read(text) })
    }

    /// The same option, without which its command cannot run.
    var required: Option {
        var copy = self
        copy.spec.isRequired = true
        return copy
    }
}

extension Option {
    /// The same option, which may be given more than once; its values are added up.
    func repeatable<Element: Sendable>() -> Option where Value == [Element] {
        var copy = self
        copy.spec.combine = { (($0 as? Value) ?? []) + (($1 as? Value) ?? []) }
        return copy
    }
}

extension Option where Value == Bool {
    /// An option without a value.
    init(flag name: String, short: Character? = nil, _ summary: String) {
        spec = OptionSpec(
            name: name, short: short, summary: summary,
            read: { (_: String) throws(PrismError) -> any Sendable in true })
    }
}

extension Option where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// An option whose value is one of few words.
    init(
        choice name: String, short: Character? = nil, aliases: [String] = [],
        _ placeholder: String, _ summary: String, fallback: String? = nil
    ) {
        let choices = Value.allCases.map(\.rawValue)
        self.init(
            name, short: short, aliases: aliases, placeholder, summary, fallback: fallback,
            examples: choices
        ) { (text: String) throws(PrismError) -> Value in
            if let value = Value(rawValue: text) { return value }
            let hint = Suggestion.hint(for: text, among: choices)
            throw PrismError(
                .usage, "\"\(text)\": use \(choices.joined(separator: ", "))\(hint)")
        }
        spec.choices = choices
    }
}
