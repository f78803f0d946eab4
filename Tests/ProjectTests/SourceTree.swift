// SPDX-License-Identifier: MIT
// The checkout as the tests of this target read it: files, their lines, and where they belong.

import Foundation

/// One text file of the checkout.
struct SourceFile: CustomStringConvertible, Sendable {
    /// Path from the top of the checkout, with slashes.
    let path: String
    let text: String
    let lines: [String]
    /// The lines without strings and comments.
    let code: [String]

    init(path: String, text: String) {
        self.path = path
        self.text = text
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        self.lines = lines
        code = CodeText.strip(lines, isSwift: path.hasSuffix(".swift"))
    }

    var description: String { path }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The folders below the target's own: "Bridge" for Sources/PrismCore/Bridge/X.swift.
    var room: String? {
        let parts = path.split(separator: "/")
        return parts.count > 3 ? String(parts[2]) : nil
    }

    /// The target that the file belongs to: the folder below Sources or Tests.
    var target: String {
        let parts = path.split(separator: "/")
        return parts.count > 2 ? String(parts[1]) : ""
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isC: Bool { [".h", ".hpp", ".c", ".cpp"].contains { path.hasSuffix($0) } }
    var isHeader: Bool { path.hasSuffix(".h") || path.hasSuffix(".hpp") }
    var isScript: Bool { text.hasPrefix("#!") }
    var isCode: Bool { isSwift || isC || isScript || name == "Makefile" }
}

/// The checkout that this test was compiled from.
enum SourceTree {
    /// The nearest folder above this file that holds ARCHITECTURE.md.
    static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/" {
            let map = folder.appendingPathComponent("ARCHITECTURE.md").path
            if FileManager.default.fileExists(atPath: map) { return folder }
            folder.deleteLastPathComponent()
        }
        fatalError("no ARCHITECTURE.md above \(#filePath): this test reads the checkout")
    }()

    /// Every text file below the folders that people write, in a fixed order.
    static let files: [SourceFile] = {
        let folders = ["Sources", "Tests", "Packaging", "Benchmarks", "Boards", "Tuning", ".ci"]
        let top = ["Makefile", "Package.swift"]
        return (folders.flatMap(paths(below:)) + top).sorted().compactMap(file)
    }()

    static let code = files.filter(\.isCode)
    static let swift = files.filter(\.isSwift)
    static let swiftSources = swift.filter { $0.path.hasPrefix("Sources/") }
    static let swiftTests = swift.filter { $0.path.hasPrefix("Tests/") }
    static let c = files.filter(\.isC)
    static let cSources = c.filter { $0.path.hasPrefix("Sources/") }
    static let publicHeaders = c.filter { $0.isHeader && $0.path.contains("/include/") }
    /// All but these tests, which must spell what they look for.
    static let otherCode = code.filter { !$0.path.hasPrefix("Tests/ProjectTests/") }
    static let data = files.filter { file in
        let isData = file.path.hasPrefix("Boards/") || file.path.hasPrefix("Tuning/")
        return isData && (file.path.hasSuffix(".json") || file.path.hasSuffix(".json5"))
    }

    /// Reads one file; nil where there is none or it is no text.
    static func file(_ path: String) -> SourceFile? {
        let url = root.appendingPathComponent(path)
        guard let data = try? Data(contentsOf: url), let text = String(data: data, encoding: .utf8)
        else { return nil }
        return SourceFile(path: path, text: text)
    }

    private static func paths(below folder: String) -> [String] {
        let base = root.appendingPathComponent(folder).path
        let found = FileManager.default.enumerator(atPath: base)
        return (found?.compactMap { $0 as? String } ?? [])
            .filter { !$0.split(separator: "/").contains(".build") }
            .map { folder + "/" + $0 }
    }
}

extension String {
    var trimmed: String { trimmingCharacters(in: .whitespaces) }

    /// True where `word` stands in it with no letter, digit or underscore on either side.
    func hasWord(_ word: String) -> Bool {
        var rest = self[...]
        while let range = rest.range(of: word) {
            let before =
                range.lowerBound == startIndex ? nil : self[index(before: range.lowerBound)]
            let after = range.upperBound == endIndex ? nil : self[range.upperBound]
            let joined = [before, after].contains {
                $0.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
            }
            if !joined { return true }
            rest = self[range.upperBound...]
        }
        return false
    }
}
