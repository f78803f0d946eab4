// SPDX-License-Identifier: MIT
// Help, manual pages and completion scripts, judged by what reads them: people, man and the shells.

import Foundation
import PrismCore
import Testing

@testable import prism

@Suite struct ManualTests {
    private static let table = CommandTable.prism

    @Test(arguments: table.commands)
    func helpNamesEveryOptionAndShowsExamples(_ command: Command) {
        let help = Self.table.help(for: command)
        for option in command.options {
            #expect(help.contains("--\(option.name)"))
            for alias in option.aliases { #expect(help.contains("--\(alias)")) }
        }
        for example in command.examples { #expect(help.contains(example.line)) }
        #expect(Self.table.help.contains("  \(command.name) "))
        for line in help.split(separator: "\n") where line.contains(" ") {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test(arguments: [["compat", "--help"], ["help", "compat"], ["compat", "-h"]])
    func aGroupIsExplained(words: [String]) throws {
        let run = try Run.prism(words)
        #expect(run.status == 0 && run.error == "", "\(run.error)")
        #expect(run.output.hasPrefix("Usage: prism compat COMMAND"))
        #expect(run.output.contains("  compat explain  say what such a command line means\n"))
        #expect(!run.output.contains("  still"))
    }

    @Test func theUsageLineIsOneThatWorks() throws {
        let run = try Run.prism(["compat", "explain", "--help"])
        #expect(run.output.contains("Usage: prism compat explain -- PROGRAM [OPTIONS]"))
    }

    @Test func everyKeyOfTheSimulatedCameraIsExplained() {
        let summary = CommonOptions.camera.spec.summary
        let keys = [
            "scene", "clock", "seed", "fault", "ae", "light", "flicker", "depth", "distance",
            "hour", "day", "background", "flaws",
        ]
        for key in keys { #expect(summary.contains(",\(key)="), "\(key)") }
        for kind in MockScene.Kind.allCases { #expect(summary.contains("|\(kind.rawValue)")) }
        for code in "YmdHMSjyF%" {
            #expect(OutputOptions.template.spec.summary.contains("%\(code)"))
        }
    }

    @Test func manRendersEveryPageWithoutAWarning() throws {
        var pages = [ManPage.page(for: Self.table, version: "1")]
        for command in Self.table.commands {
            pages.append(ManPage.page(for: command, in: Self.table, version: "1"))
        }
        let scratch = try Scratch()
        for page in pages {
            try page.write(toFile: scratch.path("page.1"), atomically: true, encoding: .utf8)
            guard let man = Self.find("man") else { return }
            let run = try Run(
                man, ["--warnings", "-l", scratch.path("page.1")], environment: ["MANWIDTH": "80"])
            #expect(run.status == 0)
            #expect(run.error == "", "\(run.error)")
            #expect(run.output.contains("EXIT STATUS"))
        }
    }

    @Test func thePageHasEveryCommandOptionStatusAndVariable() {
        let page = ManPage.page(for: Self.table, version: "1")
        for command in Self.table.commands {
            for option in command.options {
                #expect(page.contains(ManPage.escaped("--\(option.name)")))
            }
        }
        for status in 2...12 { #expect(page.contains("\n\\fB\(status)\\fR\n")) }
        for variable in Environment.manual {
            #expect(page.contains(ManPage.escaped(variable.name)))
        }
    }

    @Test func textCannotBecomeARoffRequest() {
        #expect(ManPage.escaped(".so /etc/passwd").hasPrefix("\\&."))
        #expect(ManPage.escaped("a\\fBb") == "a\\efBb")
        #expect(ManPage.escaped("'quoted'") == "\\(aqquoted\\(aq")
        #expect(ManPage.escaped("two\nlines") == "two lines")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func theShellAcceptsItsScript(shell: String) throws {
        guard let program = Self.find(shell) else { return }
        let scratch = try Scratch()
        try Self.script(shell).write(
            toFile: scratch.path("script"), atomically: true, encoding: .utf8)
        let run = try Run(program, ["-n", scratch.path("script")])
        #expect(run.status == 0)
        #expect(run.error == "")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func aScriptKnowsEveryOption(shell: String) {
        let script = Self.script(shell)
        for option in Self.table.commands.flatMap(\.options) {
            #expect(script.contains(shell == "fish" ? "-l \(option.name)" : "--\(option.name)"))
        }
    }

    @Test(arguments: [
        (["prism", "st"], ["still"]), (["prism", "bridge", ""], ["build"]),
        (["prism", "still", "--aw"], ["--awb", "--awbgains"]),
        (["prism", "still", "--awb", "d"], ["daylight", "d50", "d65", "d75"]),
        (["prism", "still", "-e", "p"], ["png"]), (["prism", "completion", "f"], ["fish"]),
        (["prism", "doctor", "--output", "/us"], ["/usr"]),
        (["prism", "still", "--shutter", ""], []), (["prism", "help", "st"], ["still"]),
    ])
    func bashCompletesCommandsOptionsAndValues(words: [String], expected: [String]) throws {
        guard let bash = Self.find("bash") else { return }
        let scratch = try Scratch()
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        // compopt works inside a real completion only.
        let program = """
            compopt() { :; }
            \(Self.script("bash"))
            COMP_WORDS=(\(quoted)); COMP_CWORD=\(words.count - 1)
            _prism
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        try program.write(toFile: scratch.path("try"), atomically: true, encoding: .utf8)
        let run = try Run(bash, [scratch.path("try")])
        #expect(run.error == "")
        #expect(run.outputLines.map(String.init) == expected)
    }

    private static func script(_ shell: String) -> String {
        switch shell {
        case "bash": table.bashCompletion
        case "zsh": table.zshCompletion
        default: table.fishCompletion
        }
    }

    private static func find(_ program: String) -> String? {
        ["/usr/bin/", "/bin/"].map { $0 + program }.first(
            where: FileManager.default.isExecutableFile)
    }
}
