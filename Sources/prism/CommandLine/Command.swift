// SPDX-License-Identifier: MIT
// One command of the program, and the table of all: the source of reader, help, manual and completion.

import PrismCore

/// One command: what it takes, what its manual says, what it does.
struct Command: Sendable {
    /// A command line that works, and what it is for.
    struct Example: Sendable {
        let line: String
        let purpose: String
    }

    /// What may stand on the line besides options.
    struct Operands: Sendable {
        let placeholder: String
        let count: ClosedRange<Int>
        var choices: [String] = []

        static let none = Operands(placeholder: "", count: 0...0)
    }

    /// Its name; two words for a command of a group.
    let name: String
    /// One line, in the imperative, without a period.
    let summary: String
    /// Paragraphs.
    let discussion: [String]
    var operands = Operands.none
    let options: [OptionSpec]
    let examples: [Example]
    /// How long the work may take to end after a signal, in nanoseconds.
    var patience = SignalPolicy.patience
    /// Carries it out; a thrown ``PrismError`` decides the exit status.
    let run: @Sendable (Invocation) async throws -> Void

    /// The words of the name.
    var words: [String] { name.split(separator: " ").map(String.init) }

    /// The option of a long name.
    func option(named name: String) -> OptionSpec? {
        options.first { $0.longNames.contains(name) }
    }

    /// The option of a letter.
    func option(short: Character) -> OptionSpec? { options.first { $0.short == short } }
}

/// The whole program, as a table.
struct CommandTable: Sendable {
    let name: String
    let summary: String
    let discussion: [String]
    let commands: [Command]

    /// The command of a name, in one or two words.
    func command(named name: String) -> Command? { commands.first { $0.name == name } }

    /// The commands of a group, for example `compat`; empty where it is none.
    func group(_ name: String) -> [Command] {
        commands.filter { $0.words.count > 1 && $0.words[0] == name }
    }
}
