// SPDX-License-Identifier: MIT
// Whole command lines: which command is meant, and what is said where none is.

import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct CommandLineReaderTests {
    private let table = CommandTable.prism

    @Test(arguments: [
        ([], "no command"), (["stil"], "did you mean still?"), (["liist"], "did you mean list?"),
        (["bridge"], "bridge build"), (["bridge", "bild"], "bridge build"),
        (["--json", "list"], "options follow the command"), (["frobnicate"], "unknown command"),
        (["--version", "--jsn"], "does not take"), (["completion", "tcsh"], "bash, zsh, fish"),
        (["completion"], "needs SHELL"), (["list", "all"], "does not take \"all\""),
    ])
    func aLineWithoutACommandSaysWhatIsWrong(words: [String], part: String) {
        let error = prismError { try table.read(words) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: CommandTable.prism.commands)
    func everyExampleOfACommandIsReadAndMeansThatCommand(_ command: Command) throws {
        #expect(!command.examples.isEmpty)
        for example in command.examples {
            let words = example.line.split(separator: " ").map { $0.filter { $0 != "'" } }
            #expect(words.first == "prism")
            guard case .run(let found, _) = try table.read(Array(words.dropFirst())) else {
                #expect(example.line.contains("help"))
                continue
            }
            #expect(found.name == command.name)
        }
    }

    @Test func versionAndHelpNeedNoCommand() throws {
        guard case .version(let isJSON) = try table.read(["--version", "--json"]) else {
            Issue.record("not a version")
            return
        }
        #expect(isJSON)
        for word in ["--help", "-h"] {
            guard case .help(nil) = try table.read([word]) else {
                Issue.record("not help")
                continue
            }
        }
    }

    @Test(
        arguments: [
            ("shuter", "shutter"), ("gian", "gain"), ("out", "output"), ("frame-rate", "framerate"),
            ("zzz", nil), ("", nil),
        ] as [(String, String?)])
    func theNearestWordIsSuggestedOnlyWhereItIsNear(word: String, nearest: String?) {
        let known = ["shutter", "gain", "output", "framerate", "every"]
        #expect(Suggestion.nearest(to: word, among: known) == nearest)
    }
}

extension Command: CustomTestStringConvertible {
    /// What test output calls it.
    public var testDescription: String { name }
}
