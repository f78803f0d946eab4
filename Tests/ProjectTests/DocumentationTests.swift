// SPDX-License-Identifier: MIT
// Every public declaration of the modules that people import says what it is.

import Testing

@Suite struct DocumentationTests {
    private static let modules = SourceTree.swiftSources.filter {
        $0.target.hasPrefix("Prism")
    }

    @Test(arguments: modules)
    func everyPublicDeclarationHasADocstring(_ file: SourceFile) {
        var isPublicProtocol = false
        for (index, line) in file.lines.enumerated() {
            let words = DocumentationTests.words(of: line)
            if words.first == "public", words.contains("protocol") { isPublicProtocol = true }
            if line.hasPrefix("}") { isPublicProtocol = false }
            let isRequirement =
                isPublicProtocol && ["func", "var", "init", "static"].contains(words.first ?? "")
            guard isRequirement || DocumentationTests.isPublic(words),
                !DocumentationTests.isDocumented(file.lines, index)
            else { continue }
            Issue.record("\(file.path):\(index + 1): no docstring")
        }
    }

    /// The words of a declaration, without the attributes in front of it.
    private static func words(of line: String) -> [Substring] {
        Array(line.split(separator: " ").drop { $0.hasPrefix("@") })
    }

    private static func isPublic(_ words: [Substring]) -> Bool {
        let access = ["public", "open", "public(set)"]
        let before = ["final", "static", "override", "nonisolated", "indirect"]
        let rest = words.drop { before.contains(String($0)) }
        guard let first = rest.first, access.contains(String(first)) else { return false }
        return !rest.contains("import") && !rest.contains("extension")
            && rest.dropFirst().first != "="
    }

    private static func isDocumented(_ lines: [String], _ index: Int) -> Bool {
        for line in lines[..<index].reversed() {
            let text = line.drop { $0 == " " }
            // Attributes stand between a declaration and its words.
            if text.hasPrefix("@") || text.hasPrefix("#") { continue }
            return text.hasPrefix("///")
        }
        return false
    }

    @Test func theScannerSeesWhatIsMissing() {
        func missing(_ text: String) -> Bool {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            return lines.indices.contains {
                DocumentationTests.isPublic(DocumentationTests.words(of: lines[$0]))
                    && !DocumentationTests.isDocumented(lines, $0)
            }
        }
        #expect(missing("\n    public func go() {"))
        #expect(missing("// Not for people.\npublic struct Go {"))
        #expect(!missing("/// Goes.\n@discardableResult\npublic func go() {"))
        #expect(!missing("public import PrismCore\npublic extension Go {"))
    }
}
