// SPDX-License-Identifier: MIT
// Completion for bash, made of the command table.

extension CommandTable {
    /// A script to be sourced, or put into /usr/share/bash-completion/completions.
    var bashCompletion: String {
        let firstWords = Self.unique(commands.map { $0.words[0] }).joined(separator: " ")
        let groups = Self.unique(commands.filter { $0.words.count > 1 }.map { $0.words[0] })
        let groupCases = groups.map { group in
            let seconds = commands.filter { $0.words[0] == group }.compactMap(\.words.last)
            return "        \(group)) words='\(seconds.joined(separator: " "))' ;;"
        }
        let valueCases = commands.flatMap { command in
            command.options.filter(\.takesValue).map { bashValueCase($0, command) }
        }
        let wordCases = commands.map { command in
            let options = command.options.map { "--\($0.name)" } + operandWords(of: command)
            return "        '\(command.name)') words='\(options.joined(separator: " "))' ;;"
        }
        return """
            # bash completion for \(name); made by: \(name) completion bash
            _\(name)() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
                local command='' words='' i
                COMPREPLY=()
                for ((i = 1; i < COMP_CWORD; i++)); do
                    case ${COMP_WORDS[i]} in -*) break ;; esac
                    command="${command:+$command }${COMP_WORDS[i]}"
                done
                case "$command:$prev" in
            \(valueCases.joined(separator: "\n"))
                esac
                case "$command" in
                    '') words='\(firstWords) --help --version' ;;
            \((groupCases + wordCases).joined(separator: "\n"))
                esac
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
            }
            complete -F _\(name) \(name)

            """
    }

    private func bashValueCase(_ option: OptionSpec, _ command: Command) -> String {
        let names = option.longNames.map { "--\($0)" } + (option.short.map { ["-\($0)"] } ?? [])
        let patterns = names.map { "'\(command.name):\($0)'" }.joined(separator: "|")
        let reply =
            switch (option.choices.isEmpty, option.completion) {
            case (false, _):
                "mapfile -t COMPREPLY < <(compgen -W '\(option.choices.joined(separator: " "))' -- \"$cur\")"
            case (true, .file):
                "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"
            case (true, .directory):
                "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")"
            case (true, .nothing): ":"
            }
        return "        \(patterns)) \(reply); return ;;"
    }

    /// What may stand on the line besides options; help takes the commands.
    func operandWords(of command: Command) -> [String] {
        command.name == "help"
            ? Self.unique(commands.map { $0.words[0] }) : command.operands.choices
    }

    /// The words, each once, in their first order.
    static func unique(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { seen.insert($0).inserted }
    }
}
