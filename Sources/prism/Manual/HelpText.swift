// SPDX-License-Identifier: MIT
// What --help prints, made of the command table.

extension CommandTable {
    /// Help for the whole program.
    var help: String {
        let paragraphs = discussion.flatMap { [""] + TextWrap.lines($0, indent: 0) }
        let lines =
            ["\(name) - \(summary)", "", "Usage: \(name) COMMAND [options]"] + paragraphs
            + ["", "Commands:"] + list(commands)
            + ["", "\(name) help COMMAND explains one; \(name) help --man prints the manual."]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Help for the commands of a group.
    func help(ofGroup group: String) -> String {
        let lines =
            ["Usage: \(name) \(group) COMMAND [options]", "", "Commands:"] + list(self.group(group))
            + ["", "\(name) help \(group) COMMAND explains one."]
        return lines.joined(separator: "\n") + "\n"
    }

    private func list(_ commands: [Command]) -> [String] {
        let width = (commands.map(\.name.count).max() ?? 0) + 2
        return commands.map { "  " + $0.name.padded(to: width) + $0.summary }
    }

    /// Help for one command.
    func help(for command: Command) -> String {
        var lines = ["\(name) \(command.name) - \(command.summary)", ""]
        lines += ["Usage: \(synopsis(of: command))"]
        lines += command.discussion.flatMap { [""] + TextWrap.lines($0, indent: 0) }
        lines += ["", "Options:"] + command.options.flatMap(\.helpLines)
        lines += ["", "Examples:"]
        for example in command.examples {
            lines += ["  \(example.line)"] + TextWrap.lines(example.purpose, indent: 6)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// `prism still -o FILE [options]`.
    func synopsis(of command: Command) -> String {
        let required = command.options.filter(\.isRequired).map { option in
            let shown = option.short.map { "-\($0)" } ?? "--\(option.name)"
            return option.placeholder.map { "\(shown) \($0)" } ?? shown
        }
        let operands =
            command.operands.count.upperBound == 0
            ? []
            : [
                command.operands.count.lowerBound == 0
                    ? "[\(command.operands.placeholder)]" : command.operands.placeholder
            ]
        return ([name, command.name] + operands + required + ["[options]"]).joined(separator: " ")
    }
}

extension OptionSpec {
    /// `-o, --output FILE`.
    var signature: String {
        let value = placeholder.map { " \($0)" } ?? ""
        return (short.map { "-\($0), " } ?? "    ") + "--" + name + value
    }

    /// The summary with the choices, the default, examples and other names.
    var fullSummary: String {
        var text = summary
        if !choices.isEmpty { text += " One of " + choices.joined(separator: ", ") + "." }
        if choices.isEmpty, !examples.isEmpty {
            text += " For example " + examples.joined(separator: " or ") + "."
        }
        if let fallback { text += " Default: \(fallback)." }
        if !aliases.isEmpty {
            text += " Also: " + aliases.map { "--\($0)" }.joined(separator: ", ") + "."
        }
        return text
    }

    var helpLines: [String] {
        let column = 28
        let left = "  " + signature
        let right = TextWrap.lines(fullSummary, indent: column)
        guard left.count + 2 <= column, let first = right.first else { return [left] + right }
        return [left.padded(to: column) + first.dropFirst(column)] + right.dropFirst()
    }
}

extension String {
    /// The text with blanks behind it up to `width` columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
