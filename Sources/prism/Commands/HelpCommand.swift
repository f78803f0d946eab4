// SPDX-License-Identifier: MIT
// prism help: help and manual pages.

import PrismCore

enum HelpCommand {
    private static let man = Option(flag: "man", "Prints the manual page, for man -l - or a file.")

    static let command = Command(
        name: "help", summary: "explain the program or a command",
        discussion: ["Prints help on standard output."],
        operands: .init(placeholder: "COMMAND", count: 0...2),
        options: [man.spec, CommonOptions.json.spec, CommonOptions.help.spec],
        examples: [
            .init(line: "prism help still", purpose: "Explains prism still."),
            .init(line: "prism help --man", purpose: "The manual page prism(1)."),
        ],
        run: run)

    private static func run(_ invocation: Invocation) async throws {
        let text = try text(invocation)
        await invocation.console.show(text, ["help": .string(text)])
    }

    private static func text(_ invocation: Invocation) throws(PrismError) -> String {
        let table = invocation.table
        let words = invocation.arguments.operands
        let isManual = invocation.arguments[man]
        guard !words.isEmpty else {
            return isManual ? ManPage.page(for: table, version: Version.text) : table.help
        }
        if words.count == 1, !isManual, !table.group(words[0]).isEmpty {
            return table.help(ofGroup: words[0])
        }
        let (command, rest) = try table.command(of: words)
        guard rest.isEmpty else {
            throw PrismError(.usage, "unknown command \"\(words.joined(separator: " "))\"")
        }
        return isManual
            ? ManPage.page(for: command, in: table, version: Version.text)
            : table.help(for: command)
    }
}
