// SPDX-License-Identifier: MIT
// What a command line said: typed values by option, and the words besides.

/// The values of one command line.
struct Arguments: Sendable {
    private var values: [String: any Sendable] = [:]
    private var texts: [String: String] = [:]
    /// The words that belong to no option.
    var operands: [String] = []

    /// The value of an option, or nil where it was not given.
    subscript<Value>(option: Option<Value>) -> Value? { values[option.spec.name] as? Value }

    /// True where a flag was given.
    subscript(flag: Option<Bool>) -> Bool { values[flag.spec.name] != nil }

    /// The value of an option as it was written, or nil.
    func text<Value>(of option: Option<Value>) -> String? { texts[option.spec.name] }

    /// The values of several options as they were written, by name; what was not given is left out.
    func texts(of options: [OptionSpec]) -> [String: String] {
        let names = Set(options.map(\.name))
        return texts.filter { names.contains($0.key) }
    }

    /// True where the option was given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// Sets a value, or adds it to those given before.
    mutating func add(_ option: OptionSpec, _ value: any Sendable, text: String) {
        guard let before = values[option.name], let combine = option.combine else {
            return set(option.name, value, text: text)
        }
        set(option.name, combine(before, value), text: "\(texts[option.name] ?? "") \(text)")
    }

    mutating func set(_ name: String, _ value: any Sendable, text: String) {
        values[name] = value
        texts[name] = text
    }
}
