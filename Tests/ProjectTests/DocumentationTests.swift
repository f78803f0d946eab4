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

    @Test(arguments: modules)
    func everyCaseOfAPublicEnumHasALineAndADocstringOfItsOwn(_ file: SourceFile) {
        for fault in DocumentationTests.faultyCases(file.lines, code: file.code) {
            Issue.record("\(file.path):\(fault)")
        }
    }

    /// Line numbers of cases without words of their own, and what is wrong with them.
    private static func faultyCases(_ lines: [String], code: [String]) -> [String] {
        var faults: [String] = []
        // Where the public enums that are open begin, in columns.
        var margins: [Int] = []
        for (index, line) in code.enumerated() {
            let indent = line.prefix { $0 == " " }.count
            let words = words(of: line)
            if indent == margins.last, line.dropFirst(indent).hasPrefix("}") {
                margins.removeLast()
            }
            if isPublic(words), words.contains("enum") { margins.append(indent) }
            guard let margin = margins.last, indent == margin + 4 else { continue }
            guard words.first(where: { $0 != "indirect" }) == "case" else { continue }
            if !isDocumented(lines, index) { faults.append("\(index + 1): no docstring") }
            if names(line) > 1 { faults.append("\(index + 1): several cases in one line") }
        }
        return faults
    }

    /// How many cases a line declares: commas count where they are in no parentheses.
    private static func names(_ line: String) -> Int {
        var depth = 0
        return line.reduce(1) { count, character in
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            return character == "," && depth == 0 ? count + 1 : count
        }
    }

    @Test func theScannerSeesCases() {
        func faults(_ text: String) -> Int {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(
                String.init)
            return DocumentationTests.faultyCases(lines, code: lines).count
        }
        #expect(faults("public enum A {\n    case one\n    /// Two.\n    case two\n}") == 1)
        #expect(faults("public enum A {\n    /// Both.\n    case one, two\n}") == 1)
        #expect(faults("public enum A {\n    /// Both.\n    case one(Int, Int)\n}") == 0)
        #expect(faults("enum A {\n    case one, two\n}\n    case three\n") == 0)
        #expect(
            faults("public enum A {\n    func go() {\n        switch self {\n        case .a:") == 0
        )
        let nested = "public enum A {\n    public enum B {\n    }\n    case one\n}"
        #expect(faults(nested) == 1)
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
