// SPDX-License-Identifier: MIT
// Source text without what a brace or a word in it must not count for: strings and comments.

/// Blanks strings, characters and comments, line by line, so that what remains is code.
struct CodeText {
    private enum State { case code, blockComment, longString }
    private var state = State.code
    private let isSwift: Bool

    init(isSwift: Bool) { self.isSwift = isSwift }

    /// The code of each line of a file.
    static func strip(_ lines: [String], isSwift: Bool) -> [String] {
        var text = CodeText(isSwift: isSwift)
        return lines.map { text.strip($0) }
    }

    /// The code of the next line.
    mutating func strip(_ line: String) -> String {
        let bytes = Array(line.utf8)
        var code: [UInt8] = []
        var at = 0
        while at < bytes.count {
            switch state {
            case .blockComment: at = skip(to: "*/", in: bytes, from: at)
            case .longString: at = skip(to: "\"\"\"", in: bytes, from: at)
            case .code:
                if starts("//", bytes, at) { return String(decoding: code, as: UTF8.self) }
                at = step(bytes, at, &code)
            }
        }
        return String(decoding: code, as: UTF8.self)
    }

    private mutating func step(_ bytes: [UInt8], _ at: Int, _ code: inout [UInt8]) -> Int {
        if starts("/*", bytes, at) {
            state = .blockComment
            return at + 2
        }
        if isSwift, starts("\"\"\"", bytes, at) {
            state = .longString
            return at + 3
        }
        let byte = bytes[at]
        if byte == UInt8(ascii: "\"") || (!isSwift && isCharacter(bytes, at)) {
            code.append(byte)
            return endOfString(bytes, at, quote: byte)
        }
        code.append(byte)
        return at + 1
    }

    /// A quote after a digit separates thousands in C++ (1'000).
    private func isCharacter(_ bytes: [UInt8], _ at: Int) -> Bool {
        guard bytes[at] == UInt8(ascii: "'") else { return false }
        return at == 0 || !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[at - 1])
    }

    private func endOfString(_ bytes: [UInt8], _ at: Int, quote: UInt8) -> Int {
        var at = at + 1
        while at < bytes.count, bytes[at] != quote {
            at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        return at + 1
    }

    private mutating func skip(to end: StaticString, in bytes: [UInt8], from start: Int) -> Int {
        var at = start
        while at < bytes.count {
            if starts(end, bytes, at) {
                state = .code
                return at + end.utf8CodeUnitCount
            }
            at += 1
        }
        return at
    }

    private func starts(_ word: StaticString, _ bytes: [UInt8], _ at: Int) -> Bool {
        let count = word.utf8CodeUnitCount
        guard at + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[at + offset] != word.utf8Start[offset] { return false }
        return true
    }
}
