// SPDX-License-Identifier: MIT
// Completion for zsh, made of the command table.

extension CommandTable {
    /// A script for a folder of fpath, under the name `_prism`.
    var zshCompletion: String {
        let firstWords = Self.unique(commands.map { $0.words[0] }).map { word in
            let exact = commands.first { $0.name == word }
            return "        '\(word):\(Self.zshText(exact?.summary ?? "a group of commands"))'"
        }
        let cases = Self.unique(commands.map { $0.words[0] }).map { word in
            let group = commands.filter { $0.words[0] == word }
            return "        \(word))\n" + zshCase(group) + "\n            ;;"
        }
        return """
            #compdef \(name)
            # zsh completion for \(name); made by: \(name) completion zsh
            _\(name)() {
                local -a commands
                commands=(
            \(firstWords.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe 'command' commands
                    return
                fi
                local command=$words[2]
                shift words
                (( CURRENT-- ))
                case $command in
            \(cases.joined(separator: "\n"))
                esac
            }
            _\(name) "$@"

            """
    }

    /// One command, or a group whose second word is still to come.
    private func zshCase(_ group: [Command]) -> String {
        guard let command = group.first else { return "" }
        guard command.words.count > 1 else { return zshArguments(command) }
        let seconds = group.compactMap(\.words.last).joined(separator: " ")
        let options = group.map { zshArguments($0) }.joined(separator: "\n")
        return """
                        if (( CURRENT == 2 )); then
                            compadd \(seconds)
                            return
                        fi
                        shift words
                        (( CURRENT-- ))
            \(options)
            """
    }

    private func zshArguments(_ command: Command) -> String {
        var rows = command.options.flatMap { option -> [String] in
            let names = ["--\(option.name)"] + (option.short.map { ["-\($0)"] } ?? [])
            return names.map { zshRow(option, $0, others: names) }
        }
        let words = operandWords(of: command)
        if !words.isEmpty {
            rows.append("'1:\(command.operands.placeholder):(\(words.joined(separator: " ")))'")
        }
        let indent = String(repeating: " ", count: 16)
        return "            _arguments -S \\\n"
            + rows.map { indent + $0 }.joined(separator: " \\\n")
    }

    private func zshRow(_ option: OptionSpec, _ name: String, others: [String]) -> String {
        var row = "'(\(others.joined(separator: " ")))\(name)[\(Self.zshText(option.summary))]"
        if let placeholder = option.placeholder {
            let action =
                switch (option.choices.isEmpty, option.completion) {
                case (false, _): "(\(option.choices.joined(separator: " ")))"
                case (true, .file): "_files"
                case (true, .directory): "_files -/"
                case (true, .nothing): " "
                }
            row += ":\(placeholder):\(action)"
        }
        return row + "'"
    }

    /// Text inside single quotes and brackets of an argument row.
    private static func zshText(_ text: String) -> String {
        text.map { character -> String in
            switch character {
            case "'": "'\\''"
            case "[", "]", ":", "\\": "\\\(character)"
            default: String(character)
            }
        }.joined()
    }
}
