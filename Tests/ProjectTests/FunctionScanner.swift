// SPDX-License-Identifier: MIT
// Finds functions and their lengths by counting braces; enough for code that a formatter laid out.

/// A function with its length in lines, from its first line to its closing brace.
struct ScannedFunction: Equatable {
    let name: String
    let line: Int
    let length: Int
}

/// Scans one file.
struct FunctionScanner {
    private struct Open {
        let name: String
        let line: Int
        let depth: Int
    }
    private let isSwift: Bool
    private var open: [Open] = []
    private var pending: (name: String, line: Int)?
    private var depth = 0
    private(set) var functions: [ScannedFunction] = []

    /// The functions of a file.
    static func functions(in file: SourceFile) -> [ScannedFunction] {
        var scanner = FunctionScanner(isSwift: file.isSwift)
        for (index, line) in file.code.enumerated() {
            scanner.read(line, number: index + 1)
        }
        return scanner.functions
    }

    private init(isSwift: Bool) { self.isSwift = isSwift }

    private mutating func read(_ line: String, number: Int) {
        if let name = isSwift ? swiftName(line) : cName(line) { pending = (name, number) }
        for byte in line.utf8 {
            if byte == UInt8(ascii: "{") { enter() }
            if byte == UInt8(ascii: "}") { leave(number) }
        }
        // A declaration without a body: of a protocol, or a C prototype.
        if !isSwift, line.hasSuffix(";") { pending = nil }
        if isSwift, line.isEmpty { pending = nil }
    }

    private mutating func enter() {
        if let begun = pending {
            open.append(Open(name: begun.name, line: begun.line, depth: depth))
            pending = nil
        }
        depth += 1
    }

    private mutating func leave(_ line: Int) {
        depth -= 1
        guard let last = open.last, last.depth == depth else { return }
        open.removeLast()
        let length = line - last.line + 1
        functions.append(ScannedFunction(name: last.name, line: last.line, length: length))
    }

    private func swiftName(_ line: String) -> String? {
        let words = line.split(whereSeparator: { " (<?".contains($0) }).map(String.init)
        if let at = words.firstIndex(of: "func"), at + 1 < words.count { return words[at + 1] }
        let first = words.first { !FunctionScanner.modifiers.contains($0) && !$0.hasPrefix("@") }
        guard let first, ["init", "deinit", "subscript"].contains(first) else { return nil }
        return first
    }

    private static let modifiers: Set = [
        "public", "package", "internal", "fileprivate", "private", "nonisolated", "isolated",
        "static", "class", "final", "override", "convenience", "required", "mutating",
    ]

    /// Where a signature begins at the margin or in a class body; control flow and types do not count.
    private func cName(_ line: String) -> String? {
        guard pending == nil, let bracket = line.firstIndex(of: "(") else { return nil }
        let head = line[..<bracket].split(whereSeparator: { " *&".contains($0) })
        guard let first = head.first, let name = head.last, head.count > 1,
            !FunctionScanner.control.contains(String(first)), !line[..<bracket].contains("=")
        else { return nil }
        return String(name)
    }

    private static let control: Set = [
        "if", "for", "while", "switch", "return", "else", "do", "}", "#define", "#if", "typedef",
        "case", "catch", "static_assert", "_Static_assert", "using",
    ]
}
