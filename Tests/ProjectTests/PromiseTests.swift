// SPDX-License-Identifier: MIT
// What the README and FEATURES.md promise must exist in the tree.

import Testing

@Suite struct PromiseTests {
    @Test func everyMakeTargetInTheProseExists() throws {
        let makefile = try #require(SourceTree.file("Makefile"))
        let targets = Set(
            makefile.lines.compactMap { $0.split(separator: ":").first.map(String.init) })
        for name in ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"] {
            for target in words(after: "make", in: try #require(SourceTree.file(name))) {
                #expect(targets.contains(target), "\(name): make \(target)")
            }
        }
    }

    @Test func everyCommandInTheProseExists() throws {
        for name in ["README.md", "CONTRIBUTING.md", "FEATURES.md"] {
            for command in words(after: "prism", in: try #require(SourceTree.file(name))) {
                // "bridge build" is a command of two words.
                let isThere =
                    PromiseTests.isQuoted(command)
                    || PromiseTests.program.contains("name: \"\(command) ")
                #expect(isThere, "\(name): prism \(command)")
            }
        }
    }

    @Test func everyOptionInTheReadmeExists() throws {
        let readme = try #require(SourceTree.file("README.md"))
        for span in codeSpans(readme) where span.hasPrefix("prism ") {
            for word in span.split(separator: " ") where word.hasPrefix("--") {
                let option = word.split(separator: "=").first.map(String.init) ?? ""
                let isThere =
                    PromiseTests.isQuoted(option)
                    || PromiseTests.isQuoted(String(option.dropFirst(2)))
                #expect(isThere, "\(option) of \(span)")
            }
        }
    }

    /// True where the program's sources hold the word as a string of its own.
    private static func isQuoted(_ word: String) -> Bool { program.contains("\"\(word)\"") }

    private static let program = SourceTree.swiftSources.filter { $0.target == "prism" }
        .map(\.text).joined(separator: "\n")

    /// The words that follow `command` in code spans and code lines: "test" of `make test`.
    private func words(after command: String, in file: SourceFile) -> Set<String> {
        Set(
            codeSpans(file).compactMap { span in
                let parts = span.split(separator: " ").map(String.init)
                guard parts.count > 1, parts[0] == command, parts[1].first?.isLowercase == true
                else { return nil }
                return parts[1]
            })
    }
}

/// Inline code, and each line of fenced code without its prompt.
func codeSpans(_ file: SourceFile) -> [String] {
    var spans: [String] = []
    var isFenced = false
    for line in file.lines {
        if line.hasPrefix("```") {
            isFenced.toggle()
        } else if isFenced {
            spans.append(line.hasPrefix("$ ") ? String(line.dropFirst(2)) : line)
        } else {
            let parts = line.split(separator: "`", omittingEmptySubsequences: false)
            spans += parts.enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
    }
    return spans
}
