// SPDX-License-Identifier: MIT
// Reads a command line as the other suites do: values apart or behind =, unambiguous beginnings, a file beneath.

import PrismCore

/// What a command line of the other suites says: texts by option.
struct CompatArguments: Equatable, Sendable {
    private(set) var values: [String: [String]] = [:]

    /// The value of an option, or nil where it was not given.
    subscript(name: String) -> String? { values[name]?.last }

    /// All values of an option that may be given more than once.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// Whether a flag is given and not switched off.
    func has(_ name: String) -> Bool { self[name].map { CompatArguments.isTrue($0) } ?? false }

    /// These, with what only `beneath` has.
    func over(_ beneath: CompatArguments) -> CompatArguments {
        var result = self
        result.values.merge(beneath.values) { mine, _ in mine }
        return result
    }

    mutating func add(_ option: CompatOption, _ value: String, shown: String) throws(PrismError) {
        if option.form == .flag, !["", "0", "1", "true", "false"].contains(value) {
            throw PrismError(.usage, "\(shown)=\(value): a flag is 0 or 1")
        }
        guard values[option.name] == nil || option.repeats else {
            throw PrismError(.usage, "\(shown) is given twice")
        }
        values[option.name, default: []].append(value)
    }

    private static func isTrue(_ text: String) -> Bool { text != "0" && text != "false" }
}

/// Reads the words of one program.
struct CompatReader {
    private let app: CompatApp
    private var words: ArraySlice<String>
    private var arguments = CompatArguments()

    /// Reads `words`; `file` gives the text of a configuration file.
    static func read(
        _ words: [String], for app: CompatApp, file: (String) throws(PrismError) -> String
    ) throws(PrismError) -> CompatArguments {
        var reader = CompatReader(app: app, words: words[...])
        try reader.readAll()
        guard let path = reader.arguments["config"] else { return reader.arguments }
        let beneath = try CompatFile.read(try file(path), named: path, for: app)
        return reader.arguments.over(beneath)
    }

    /// The option of a long name, or of the beginning of only one.
    static func option(named name: String, of app: CompatApp) throws(PrismError) -> CompatOption {
        let all = CompatTable.options(of: app)
        if let option = all.first(where: { $0.name == name }) { return option }
        let begun = all.filter { !name.isEmpty && $0.name.hasPrefix(name) }
        if begun.count == 1 { return begun[0] }
        guard begun.isEmpty else {
            let names = begun.map { "--\($0.name)" }.joined(separator: ", ")
            throw PrismError(.usage, "--\(name) may be \(names)")
        }
        let hint = Suggestion.hint(for: name, among: all.map(\.name), prefix: "--")
        throw PrismError(.usage, "unknown option --\(name)\(hint)")
    }

    private init(app: CompatApp, words: ArraySlice<String>) {
        self.app = app
        self.words = words
    }

    private mutating func readAll() throws(PrismError) {
        while let word = words.popFirst() {
            if word.hasPrefix("--") {
                try readLong(word.dropFirst(2))
            } else if word.hasPrefix("-"), word.count > 1 {
                try readShort(word.dropFirst())
            } else {
                throw PrismError(.usage, "\"\(word)\" is no option")
            }
        }
    }

    private mutating func readLong(_ word: Substring) throws(PrismError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let option = try CompatReader.option(named: String(parts[0]), of: app)
        let shown = "--\(option.name)"
        if parts.count == 2 { return try arguments.add(option, String(parts[1]), shown: shown) }
        try arguments.add(option, try value(of: option, shown), shown: shown)
    }

    /// `-o FILE`, `-oFILE`, and flags in one word.
    private mutating func readShort(_ word: Substring) throws(PrismError) {
        var letters = word
        while let letter = letters.popFirst() {
            let option = CompatTable.options(of: app).first { $0.short == letter }
            guard let option else { throw PrismError(.usage, "unknown option -\(letter)") }
            let shown = "-\(letter)"
            guard option.form != .flag, !letters.isEmpty else {
                try arguments.add(option, try value(of: option, shown), shown: shown)
                continue
            }
            let text = letters.first == "=" ? letters.dropFirst() : letters
            return try arguments.add(option, String(text), shown: shown)
        }
    }

    /// The next word, where the option needs one.
    private mutating func value(
        of option: CompatOption, _ shown: String
    ) throws(PrismError) -> String {
        guard case .value(let implicit) = option.form else { return "" }
        if let next = words.first, !CompatReader.looksLikeOption(next) {
            words.removeFirst()
            return next
        }
        guard let implicit else { throw PrismError(.usage, "\(shown) needs a value") }
        return implicit
    }

    /// A dash alone is a file, one before a digit a number.
    private static func looksLikeOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), let next = word.dropFirst().first else { return false }
        return !("0"..."9").contains(next) && next != "."
    }
}

/// A file of options: `name=value` lines, `#` begins a comment.
enum CompatFile {
    static func read(
        _ text: String, named path: String, for app: CompatApp
    ) throws(PrismError) -> CompatArguments {
        var arguments = CompatArguments()
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            let bare = line.prefix { $0 != "#" }
            let words = bare.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { CompatFile.trimmed($0) }
            guard words != [""] else { continue }
            do throws(PrismError) {
                let option = try CompatReader.option(named: words[0], of: app)
                try arguments.add(
                    option, try value(words, option), shown: option.name)
            } catch {
                throw PrismError(error.code, "\(path):\(index + 1): \(error.message)")
            }
        }
        return arguments
    }

    private static func value(
        _ words: [String], _ option: CompatOption
    ) throws(PrismError) -> String {
        if words.count == 2 { return words[1] }
        switch option.form {
        case .flag: return ""
        case .value(let implicit?): return implicit
        case .value(nil): throw PrismError(.usage, "\(option.name) needs a value")
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
