// SPDX-License-Identifier: MIT
// The scripts of the documentation: a shell accepts them, and every command line in them is one of ours.

import Foundation
import PrismCore
import Testing

@testable import prism

@Suite struct ScriptingPageTests {
    private static let page: String = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/PrismCore/PrismCore.docc/Scripting.md")
        return (try? String(contentsOf: path.standardized, encoding: .utf8)) ?? ""
    }()

    /// The code of one language, block by block.
    private func blocks(_ language: String) -> [String] {
        Self.page.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
    }

    @Test func theShellAcceptsEveryScript() throws {
        let scratch = try Scratch()
        #expect(blocks("sh").count == 3)
        for script in blocks("sh") {
            try script.write(toFile: scratch.path("s"), atomically: true, encoding: .utf8)
            let run = try Run("/bin/sh", ["-n", scratch.path("s")])
            #expect(run.status == 0 && run.error == "", "\(run.error)")
        }
    }

    @Test func everyOptionInThemExists() throws {
        let known = Set(CommandTable.prism.commands.flatMap(\.options).flatMap(\.longNames))
        for script in blocks("sh") + blocks("ini") {
            let lines = script.replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n")
            for line in lines where line.contains("prism timelapse") {
                let words = line.split(whereSeparator: { " '\"".contains($0) })
                for word in words where word.hasPrefix("--") && !word.contains("exclude") {
                    #expect(known.contains(String(word.dropFirst(2))), "\(word)")
                }
            }
        }
    }

    @Test func theTablesNameEveryVerbAndVariable() {
        for verb in ServeRequest.verbs { #expect(Self.page.contains("\(verb)"), "\(verb)") }
        let facts = ShotFacts(
            file: "a", index: 0, utc: 0, checksum: FileChecksum(bytes: 1, crc32c: 0), applied: nil,
            limits: [])
        for (name, _) in facts.environment { #expect(Self.page.contains("`\(name)`"), "\(name)") }
    }
}
