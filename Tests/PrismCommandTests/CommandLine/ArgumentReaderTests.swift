// SPDX-License-Identifier: MIT
// Every option of every command, in every way it may and may not be written.

import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct ArgumentReaderTests {
    /// One option of one command.
    struct Case: CustomTestStringConvertible, Sendable {
        let command: Command
        let option: OptionSpec
        var testDescription: String { "\(command.name) --\(option.name)" }

        /// What must stand on the line besides the option.
        var rest: [String] {
            let others = command.options.filter { $0.isRequired && $0.name != option.name }
            let values = others.flatMap { ["--\($0.name)", $0.examples[0]] }
            return values + Case.operands(of: command)
        }

        static func operands(of command: Command) -> [String] {
            Array(
                repeating: command.operands.choices.first ?? "x",
                count: command.operands.count.lowerBound)
        }

        static let all = CommandTable.prism.commands.flatMap { command in
            command.options.map { Case(command: command, option: $0) }
        }
        static let required = all.filter(\.option.isRequired)
        static let valued = all.filter(\.option.takesValue)
        static let flags = all.filter { !$0.option.takesValue && $0.option.name != "help" }
    }

    private func text(_ words: [String], _ command: Command, _ name: String) throws -> Bool {
        guard case .run(let arguments) = try ArgumentReader.read(words, for: command) else {
            return false
        }
        return arguments.has(name)
    }

    private func refusal(_ words: [String], _ command: Command) -> String {
        let error = prismError {
            try ArgumentReader.read(words, for: command)
        }
        #expect(error?.code == .usage)
        return error?.message ?? ""
    }

    @Test(arguments: Case.valued)
    func everyExampleOfAnOptionIsReadInEveryForm(_ one: Case) throws {
        #expect(!one.option.examples.isEmpty)
        for value in one.option.examples {
            for name in one.option.longNames {
                let apart = ["--\(name)", value] + one.rest
                #expect(try text(apart, one.command, one.option.name))
                #expect(try text(["--\(name)=\(value)"] + one.rest, one.command, one.option.name))
            }
            guard let short = one.option.short else { continue }
            #expect(try text(["-\(short)", value] + one.rest, one.command, one.option.name))
            #expect(try text(["-\(short)\(value)"] + one.rest, one.command, one.option.name))
        }
    }

    @Test(arguments: Case.valued)
    func aMissingValueIsRefused(_ one: Case) {
        let message = refusal(one.rest + ["--\(one.option.name)"], one.command)
        #expect(message.hasPrefix("--\(one.option.name) needs a value"))
        #expect(refusal(["--\(one.option.name)", "--json"], one.command) == message)
    }

    @Test(arguments: Case.valued)
    func anOptionGivenTwiceIsRefused(_ one: Case) {
        let pair = ["--\(one.option.name)", one.option.examples[0]]
        guard one.option.combine == nil else {
            let words = pair + pair + one.rest
            #expect(throws: Never.self) { try text(words, one.command, one.option.name) }
            return
        }
        #expect(
            refusal(pair + pair + one.rest, one.command) == "--\(one.option.name) is given twice")
    }

    @Test(arguments: Case.valued)
    func anEmptyValueIsRefused(_ one: Case) {
        let message = refusal(["--\(one.option.name)="] + one.rest, one.command)
        #expect(message.hasPrefix("--\(one.option.name): "))
    }

    @Test(arguments: Case.flags)
    func aFlagTakesNoValue(_ one: Case) throws {
        #expect(try text(["--\(one.option.name)"] + one.rest, one.command, one.option.name))
        let message = refusal(["--\(one.option.name)=1"] + one.rest, one.command)
        #expect(message == "--\(one.option.name) takes no value")
    }

    @Test(arguments: Case.all)
    func aMisspeltOptionIsAnsweredWithTheRightOne(_ one: Case) {
        let name = one.option.name
        guard name.count > 3 else { return }
        let swapped =
            String(name.prefix(1)) + String(name.dropFirst(2).prefix(1))
            + String(name.dropFirst().prefix(1)) + name.dropFirst(3)
        guard swapped != name else { return }
        #expect(refusal(["--\(swapped)"], one.command).contains("did you mean --\(name)?"))
    }

    @Test(arguments: Case.required)
    func aRequiredOptionIsAskedFor(_ one: Case) {
        #expect(refusal(one.rest, one.command).contains("needs --\(one.option.name)"))
    }

    @Test(arguments: CommandTable.prism.commands)
    func helpIsFoundWhateverElseIsMissing(_ command: Command) throws {
        for word in ["--help", "-h"] {
            guard case .help = try ArgumentReader.read([word], for: command) else {
                Issue.record("\(word) is not help")
                continue
            }
        }
        #expect(
            Set(command.options.flatMap(\.longNames)).count
                == command.options.flatMap(\.longNames).count)
        #expect(
            Set(command.options.compactMap(\.short)).count
                == command.options.compactMap(\.short).count)
        #expect(command.option(named: "json") != nil)
    }

    @Test func twoDashesEndTheOptions() throws {
        let command = HelpCommand.command
        guard case .run(let arguments) = try ArgumentReader.read(["--", "--man"], for: command)
        else {
            Issue.record("not run")
            return
        }
        #expect(arguments.operands == ["--man"])
        #expect(refusal(["--man", "--", "--man", "a", "b"], command).contains("does not take"))
    }

    @Test func numbersBelowZeroAreValues() throws {
        let command = StillCommand.command
        #expect(try text(["-o", "a.jpg", "--ev", "-0.5"], command, "ev"))
        #expect(try text(["-o", "-", "--ev=-1", "-e", "jpg"], command, "output"))
        #expect(refusal(["-o", "-x"], command) == "-o needs a value: -o FILE")
        #expect(refusal(["-z"], command) == "unknown option -z")
    }

    @Test func randomWordsAreReadOrRefused() {
        var random = RandomText(
            seed: 3,
            pieces: [
                "-", "--", "=", "o", "ev", "shutter", "1/50", "x.jpg", "camera", "mock", "é", "h",
            ])
        for _ in 0..<20_000 {
            let words = (0..<random.number(below: 6)).map { _ in random.text(upTo: 3) }
            for command in CommandTable.prism.commands {
                do {
                    _ = try ArgumentReader.read(words, for: command)
                } catch {
                    #expect(error.code == .usage)
                }
            }
        }
    }
}
