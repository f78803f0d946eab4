// SPDX-License-Identifier: MIT
// The manual page in roff (man macros), made of the command table and the error table.

import PrismCore

/// Writes one page.
struct ManPage {
    private var lines: [String] = []

    /// The page of the whole program: `prism(1)`.
    static func page(for table: CommandTable, version: String) -> String {
        var page = ManPage()
        page.head(table.name, "\(table.name) \(version)", table.summary)
        page.section("SYNOPSIS", [])
        for command in table.commands { page.synopsis(table.synopsis(of: command)) }
        page.section("DESCRIPTION", table.discussion)
        page.section("COMMANDS", [])
        for command in table.commands { page.body(of: command, in: table) }
        page.section("SIGNALS", ManPage.signals)
        page.environment()
        page.exitStatus()
        return page.text
    }

    private static let signals = [
        "INT, TERM, HUP and QUIT end the work in order, within two seconds; a second one ends it at"
            + " once. A time-lapse that was ended by a signal is whole as far as it came. HUP is ignored"
            + " where it was ignored at the start (nohup).",
        "A pipe that nobody reads any more ends nothing: what is printed is dropped.",
    ]

    /// The page of one command: `prism-still(1)`.
    static func page(for command: Command, in table: CommandTable, version: String) -> String {
        var page = ManPage()
        let title = ([table.name] + command.words).joined(separator: "-")
        page.head(title, "\(table.name) \(version)", command.summary)
        page.section("SYNOPSIS", [])
        page.synopsis(table.synopsis(of: command))
        page.section("DESCRIPTION", command.discussion)
        page.section("OPTIONS", [])
        for option in command.options { page.option(option) }
        page.section("EXAMPLES", [])
        for example in command.examples { page.item(example.line, example.purpose) }
        page.environment()
        page.exitStatus()
        return page.text
    }

    private var text: String { lines.joined(separator: "\n") + "\n" }

    private mutating func head(_ title: String, _ source: String, _ summary: String) {
        lines = [
            ".TH \(ManPage.quoted(title.uppercased())) 1 \"\" \(ManPage.quoted(source))",
            ".SH NAME", "\(ManPage.escaped(title)) \\- \(ManPage.escaped(summary))",
        ]
    }

    private mutating func section(_ title: String, _ paragraphs: [String]) {
        lines.append(".SH \(title)")
        for (number, paragraph) in paragraphs.enumerated() {
            if number > 0 { lines.append(".PP") }
            lines.append(ManPage.escaped(paragraph))
        }
    }

    private mutating func synopsis(_ line: String) {
        lines += [".nf", "\\fB\(ManPage.escaped(line))\\fR", ".fi"]
    }

    private mutating func body(of command: Command, in table: CommandTable) {
        lines.append(".SS \(ManPage.quoted(table.name + " " + command.name))")
        lines.append(ManPage.escaped(command.summary + "."))
        for paragraph in command.discussion { lines += [".PP", ManPage.escaped(paragraph)] }
        for option in command.options { self.option(option) }
        for example in command.examples {
            lines += [".PP", ManPage.escaped(example.purpose)]
            lines += [".RS 4", ".nf", ManPage.escaped(example.line), ".fi", ".RE"]
        }
    }

    private mutating func option(_ option: OptionSpec) {
        item(option.signature.drop { $0 == " " }, option.fullSummary)
    }

    private mutating func item(_ term: some StringProtocol, _ text: String) {
        lines += [".TP", "\\fB\(ManPage.escaped(String(term)))\\fR", ManPage.escaped(text)]
    }

    private mutating func environment() {
        section("ENVIRONMENT", [])
        for variable in Environment.manual { item(variable.name, variable.text) }
    }

    private mutating func exitStatus() {
        section("EXIT STATUS", [])
        item("0", "All that was asked for is done; also after a signal, where the work is whole.")
        let byStatus = Dictionary(grouping: PrismError.Code.allCases, by: \.exitStatus)
        for (status, codes) in byStatus.sorted(by: { $0.key < $1.key }) where status != 0 {
            item("\(status)", codes.map(\.summary).joined(separator: "; ") + ".")
        }
        item("128+N", "Signal N came before the work was whole; no part of a file is left.")
    }

    /// Text that roff takes literally: no control lines, no escapes, dashes as typed.
    static func escaped(_ text: String) -> String {
        let plain = text.map { character -> String in
            switch character {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            // Places where a long word may be broken.
            case "/": "/\\:"
            case ",": ",\\:"
            case "\n": " "
            default: String(character)
            }
        }.joined()
        // A blank breaks a line by itself, and groff cannot adjust one with both.
        let words = plain.replacing(",\\: ", with: ", ")
        return words.hasPrefix(".") ? "\\&" + words : words
    }

    private static func quoted(_ text: String) -> String {
        "\"" + escaped(text).split(separator: "\"").joined(separator: "\\(dq") + "\""
    }
}
