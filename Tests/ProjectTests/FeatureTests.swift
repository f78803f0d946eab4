// SPDX-License-Identifier: MIT
// FEATURES.md row by row: a "done" row must name something that is in the sources.

import Testing

/// One row of FEATURES.md: | number | feature | state | where, when or why |.
private struct Feature: CustomStringConvertible {
    let number: Int
    let state: String
    let evidence: String

    init?(_ line: String) {
        let cells = line.split(separator: "|").map { String($0).trimmed }
        guard line.hasPrefix("|"), cells.count == 4, let number = Int(cells[0]) else { return nil }
        self.number = number
        state = cells[2]
        evidence = cells[3]
    }

    var description: String { "row \(number)" }

    /// The names in backquotes of the last cell.
    var names: [String] {
        codeSpans(SourceFile(path: "", text: evidence))
    }
}

@Suite struct FeatureTests {
    private static let features =
        SourceTree.file("FEATURES.md")?.lines.compactMap(Feature.init) ?? []

    @Test func everyRowOfTheSeedsIsThereOnce() {
        #expect(FeatureTests.features.map(\.number) == Array(1...95))
    }

    @Test func aRowIsDonePlannedOrImpossible() {
        for feature in FeatureTests.features {
            #expect(["done", "planned", "cannot"].contains(feature.state), "\(feature)")
            #expect(feature.evidence.count > 3, "\(feature) says neither where nor why")
        }
    }

    @Test func aDoneRowNamesWhatExists() {
        let sources = SourceTree.files.filter { $0.path.hasPrefix("Sources/") && $0.isCode }
        let code = sources.flatMap(\.code).joined(separator: "\n")
        let program = sources.filter { $0.target == "prism" }.map(\.text).joined(separator: "\n")
        for feature in FeatureTests.features where feature.state == "done" {
            #expect(!feature.names.isEmpty, "\(feature) names no symbol or command")
            for name in feature.names {
                let isThere = exists(name, code: code, program: program)
                #expect(isThere, "\(feature): \(name)")
            }
        }
    }

    /// A command (`prism still`, `make check`) or a symbol (`CameraSession.frames`), each part of it.
    private func exists(_ name: String, code: String, program: String) -> Bool {
        let words = name.split(separator: " ").map(String.init)
        if words.first == "prism", words.count > 1 { return program.contains("\"\(words[1])\"") }
        if words.first == "make", words.count > 1 {
            return SourceTree.file("Makefile")?.lines.contains { $0.hasPrefix(words[1] + ":") }
                ?? false
        }
        let parts = name.split(whereSeparator: { ".()".contains($0) }).map(String.init)
        return parts.allSatisfy { code.hasWord($0) }
    }
}
