// SPDX-License-Identifier: MIT
// Reads the words after a command's name: strict, one clear refusal, nothing guessed.

import PrismCore

/// Reads the options and operands of one command.
struct ArgumentReader {
    /// What the words ask for.
    enum Outcome: Sendable {
        case run(Arguments)
        case help
    }

    private let command: Command
    private var words: ArraySlice<String>
    private var arguments = Arguments()
    private var isHelp = false

    /// Reads `words`; throws `usage` for whatever is not in the command's table.
    static func read(_ words: [String], for command: Command) throws(PrismError) -> Outcome {
        var reader = ArgumentReader(command: command, words: words[...])
        try reader.readAll()
        return reader.isHelp ? .help : .run(reader.arguments)
    }

    private init(command: Command, words: ArraySlice<String>) {
        self.command = command
        self.words = words
    }

    private mutating func readAll() throws(PrismError) {
        while let word = words.popFirst(), !isHelp {
            if word == "--" {
                arguments.operands += words
                words = []
            } else if word.hasPrefix("--") {
                try readLong(word.dropFirst(2))
            } else if word.hasPrefix("-") && word != "-" {
                try readShort(word.dropFirst())
            } else {
                arguments.operands.append(word)
            }
        }
        if !isHelp { try checkWhole() }
    }

    private mutating func readLong(_ word: Substring) throws(PrismError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = command.option(named: name) else {
            let known = command.options.flatMap(\.longNames)
            let hint = Suggestion.hint(for: name, among: known, prefix: "--")
            throw PrismError(.usage, "unknown option --\(name)\(hint)")
        }
        guard option.takesValue else {
            guard parts.count == 1 else { throw PrismError(.usage, "--\(name) takes no value") }
            return try set(option, "", shown: "--\(name)")
        }
        let value = try parts.count == 2 ? String(parts[1]) : takeValue("--\(name)", option)
        try set(option, value, shown: "--\(name)")
    }

    /// `-o FILE`, `-oFILE`, and flags in one word.
    private mutating func readShort(_ word: Substring) throws(PrismError) {
        var letters = word
        while let letter = letters.popFirst(), !isHelp {
            guard let option = command.option(short: letter) else {
                throw PrismError(.usage, "unknown option -\(letter)")
            }
            guard option.takesValue else {
                try set(option, "", shown: "-\(letter)")
                continue
            }
            guard letters.first != "=" else {
                let value = option.placeholder ?? "VALUE"
                throw PrismError(
                    .usage,
                    "-\(word): a short option takes its value without =: -\(letter) \(value)")
            }
            let value = try letters.isEmpty ? takeValue("-\(letter)", option) : String(letters)
            try set(option, value, shown: "-\(letter)")
            return
        }
    }

    /// The next word, unless it looks like an option; a value with a dash is written `--name=-x`.
    private mutating func takeValue(
        _ shown: String, _ option: OptionSpec
    ) throws(PrismError) -> String {
        guard let next = words.first, !ArgumentReader.looksLikeOption(next) else {
            throw PrismError(
                .usage, "\(shown) needs a value: \(shown) \(option.placeholder ?? "VALUE")")
        }
        words.removeFirst()
        return next
    }

    private static func looksLikeOption(_ word: String) -> Bool {
        guard word.hasPrefix("-"), word != "-", let next = word.dropFirst().first else {
            return false
        }
        return !("0"..."9").contains(next) && next != "."
    }

    private mutating func set(
        _ option: OptionSpec, _ text: String, shown: String
    ) throws(PrismError) {
        isHelp = isHelp || option.name == CommonOptions.help.spec.name
        guard !arguments.has(option.name) || option.combine != nil else {
            throw PrismError(.usage, "\(shown) is given twice")
        }
        do {
            arguments.add(option, try option.read(text), text: text)
        } catch {
            throw PrismError(error.code, "\(shown): \(error.message)")
        }
    }

    private func checkWhole() throws(PrismError) {
        for option in command.options where option.isRequired && !arguments.has(option.name) {
            let value = option.placeholder.map { " \($0)" } ?? ""
            throw PrismError(.usage, "\(command.name) needs --\(option.name)\(value)")
        }
        let count = arguments.operands.count
        guard count <= command.operands.count.upperBound else {
            let extra = arguments.operands[command.operands.count.upperBound]
            throw PrismError(.usage, "\(command.name) does not take \"\(extra)\"")
        }
        guard count >= command.operands.count.lowerBound else {
            throw PrismError(.usage, "\(command.name) needs \(command.operands.placeholder)")
        }
        for operand in arguments.operands where !command.operands.choices.isEmpty {
            guard !command.operands.choices.contains(operand) else { continue }
            let known = command.operands.choices.joined(separator: ", ")
            throw PrismError(.usage, "\(command.name): \"\(operand)\": use \(known)")
        }
    }
}
