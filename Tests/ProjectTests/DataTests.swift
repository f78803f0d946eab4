// SPDX-License-Identifier: MIT
// Data and prose that code cannot check by compiling: boards, tunings, decision records.

import Foundation
import Testing

/// Any JSON object; the decoders of the product are tested beside the product.
private struct AnyJSONObject: Decodable {
    init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: Key.self) }

    private enum Key: CodingKey {}
}

@Suite struct DataTests {
    @Test(arguments: SourceTree.data)
    func aDataFileDecodesAndIsListed(_ file: SourceFile) throws {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        _ = try decoder.decode(AnyJSONObject.self, from: Data(file.text.utf8))
        let folder = file.path.split(separator: "/").first.map(String.init) ?? ""
        let list = try #require(SourceTree.file(folder + "/README.md"))
        #expect(list.text.contains(file.name), "\(folder)/README.md does not name \(file.name)")
    }

    private static let records = SourceTree.files.filter {
        $0.path.contains(".docc/Decisions/") && $0.name.hasSuffix(".md")
    }

    @Test func decisionsAreNumberedWithoutGaps() {
        let numbers = DataTests.records.compactMap { Int($0.name.prefix(4)) }.sorted()
        #expect(!numbers.isEmpty)
        #expect(numbers == Array(1..<(numbers.count + 1)))
    }

    @Test(arguments: records)
    func aDecisionGivesContextDecisionAndConsequences(_ record: SourceFile) {
        #expect(record.lines.first?.hasPrefix("# ") == true)
        let parts = ["## Context", "## Decision", "## Consequences"]
        #expect(record.lines.filter { $0.hasPrefix("## ") } == parts, "\(record)")
        #expect(record.lines.count <= 60, "a decision is one page")
    }
}
