// SPDX-License-Identifier: MIT
// Reads a whole command line: which command, and what for it.

import PrismCore

/// What a whole command line asks for.
enum Request: Sendable {
    case run(Command, Arguments)
    /// Help for one command, or for the program.
    case help(Command?)
    /// Help for the commands of a group, for example `compat`.
    case group(String)
    case version(isJSON: Bool)
}

extension CommandTable {
    /// Reads the words after the program's name.
    func read(_ words: [String]) throws(PrismError) -> Request {
        guard let first = words.first else {
            throw PrismError(.usage, "no command is given; \(name) help lists them")
        }
        if first == "--help" || first == "-h" { return .help(nil) }
        if first == "--version" { return try version(Array(words.dropFirst())) }
        if words.count == 2, ["--help", "-h"].contains(words[1]), !group(first).isEmpty {
            return .group(first)
        }
        let (command, rest) = try command(of: words)
        switch try ArgumentReader.read(rest, for: command) {
        case .help: return .help(command)
        case .run(let arguments): return .run(command, arguments)
        }
    }

    /// The command that the words name; throws `usage` with the nearest name.
    func command(of words: [String]) throws(PrismError) -> (Command, [String]) {
        let match = commands.filter { words.starts(with: $0.words) }
            .max { $0.words.count < $1.words.count }
        if let match { return (match, Array(words.dropFirst(match.words.count))) }
        let first = words.first ?? ""
        let group = group(first).map(\.name)
        guard group.isEmpty else {
            throw PrismError(.usage, "\(first) is a group; use \(group.joined(separator: ", "))")
        }
        guard !first.hasPrefix("-") else {
            throw PrismError(.usage, "options follow the command: \(name) COMMAND \(first)")
        }
        let hint = Suggestion.hint(for: first, among: commands.map { $0.words[0] })
        throw PrismError(.usage, "unknown command \"\(first)\"\(hint)")
    }

    private func version(_ rest: [String]) throws(PrismError) -> Request {
        if rest.isEmpty { return .version(isJSON: false) }
        guard rest == ["--json"] else {
            throw PrismError(.usage, "--version does not take \"\(rest[0])\"")
        }
        return .version(isJSON: true)
    }
}
