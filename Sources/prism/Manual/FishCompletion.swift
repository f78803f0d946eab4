// SPDX-License-Identifier: MIT
// Completion for fish, made of the command table.

extension CommandTable {
    /// A script for ~/.config/fish/completions.
    var fishCompletion: String {
        var lines = [
            "# fish completion for \(name); made by: \(name) completion fish",
            "complete -c \(name) -f",
        ]
        for word in Self.unique(commands.map { $0.words[0] }) {
            let summary = commands.first { $0.name == word }?.summary ?? "a group of commands"
            lines.append(
                "complete -c \(name) -n __fish_use_subcommand -a \(word) -d \(Self.fishText(summary))"
            )
        }
        for command in commands {
            lines += secondWord(of: command)
            lines += command.options.map { fishRow($0, command) }
            let words = operandWords(of: command)
            if !words.isEmpty {
                lines.append(
                    "complete -c \(name) \(condition(command)) -a "
                        + Self.fishText(words.joined(separator: " ")))
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func secondWord(of command: Command) -> [String] {
        guard command.words.count > 1 else { return [] }
        let group = command.words[0]
        return [
            "complete -c \(name) -n '__fish_seen_subcommand_from \(group)' -a \(command.words[1])"
                + " -d \(Self.fishText(command.summary))"
        ]
    }

    private func condition(_ command: Command) -> String {
        let seen = command.words.map { "__fish_seen_subcommand_from \($0)" }
        return "-n '\(seen.joined(separator: "; and "))'"
    }

    private func fishRow(_ option: OptionSpec, _ command: Command) -> String {
        var row = "complete -c \(name) \(condition(command)) -l \(option.name)"
        if let short = option.short { row += " -s \(short)" }
        if option.takesValue {
            switch (option.choices.isEmpty, option.completion) {
            case (false, _): row += " -x -a " + Self.fishText(option.choices.joined(separator: " "))
            case (true, .file), (true, .directory): row += " -r -F"
            case (true, .nothing): row += " -x"
            }
        }
        return row + " -d " + Self.fishText(option.summary)
    }

    private static func fishText(_ text: String) -> String {
        let plain = text.map { character -> String in
            character == "'" || character == "\\" ? "\\\(character)" : String(character)
        }
        return "'" + plain.joined() + "'"
    }
}
