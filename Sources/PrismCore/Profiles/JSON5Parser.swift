// SPDX-License-Identifier: MIT
// Reads JSON5 (json5.org, version 1.0) and says of each fault where it is: Foundation's reader gives no lines.

/// A reader of one document.
package struct JSON5Parser {
    private let file: String
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var line = 1
    private var lineStart = 0
    private var depth = 0

    /// Deeper nesting than this is refused; a profile needs five levels.
    private static let deepest = 64

    private init(_ text: String, file: String) {
        self.file = file
        // A mark of the byte order is no part of the text.
        var scalars = Array(text.unicodeScalars)
        if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
        self.scalars = scalars
    }

    /// Reads a document.
    ///
    /// - Throws: `invalidData` naming file and line.
    package static func parse(_ text: String, file: String) throws(PrismError) -> JSON5Node {
        var parser = JSON5Parser(text, file: file)
        try parser.skipBlanks()
        let node = try parser.value()
        try parser.skipBlanks()
        guard parser.current == nil else { throw parser.fault("expected the end of the file") }
        return node
    }

    private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
    private var place: SourcePlace {
        SourcePlace(file: file, line: line, column: index - lineStart + 1)
    }

    private func fault(_ expected: String, at place: SourcePlace? = nil) -> PrismError {
        let place = place ?? self.place
        return PrismError(
            .invalidData, "\(place.file):\(place.line):\(place.column): \(expected)")
    }

    private mutating func advance() {
        let scalar = scalars[index]
        index += 1
        // Carriage return and line feed together end one line.
        let isPair = scalar == "\r" && current == "\n"
        if ["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar) && !isPair {
            line += 1
            lineStart = index
        }
    }

    private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard current == scalar else { return false }
        advance()
        return true
    }

    private mutating func skip(word: String) -> Bool {
        let letters = Array(word.unicodeScalars)
        let end = index + letters.count
        guard end <= scalars.count, Array(scalars[index..<end]) == letters,
            end == scalars.count || !isNamePart(scalars[end])
        else { return false }
        index = end
        return true
    }
}

// MARK: - Blanks and names

extension JSON5Parser {
    private mutating func skipBlanks() throws(PrismError) {
        while let scalar = current {
            if scalar.properties.isWhitespace || scalar == "\u{FEFF}" {
                advance()
            } else if scalar == "/" {
                try skipComment()
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(PrismError) {
        let start = place
        advance()
        if skip("/") {
            while let scalar = current, !["\n", "\r", "\u{2028}", "\u{2029}"].contains(scalar) {
                advance()
            }
            return
        }
        guard skip("*") else { throw fault("expected a comment after \"/\"", at: start) }
        while current != nil {
            if skip("*") {
                if skip("/") { return }
            } else {
                advance()
            }
        }
        throw fault("this comment has no end", at: start)
    }

    private func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "_" || scalar == "$" || scalar.properties.isAlphabetic
            || scalar.properties.numericType != nil
    }

    private mutating func key() throws(PrismError) -> String {
        if current == "\"" || current == "'" { return try string() }
        var name = String.UnicodeScalarView()
        while let scalar = current, isNamePart(scalar) {
            name.append(scalar)
            advance()
        }
        guard let first = name.first, first.properties.numericType == nil else {
            throw fault("expected a key or \"}\"")
        }
        return String(name)
    }
}

// MARK: - Values

extension JSON5Parser {
    private mutating func value() throws(PrismError) -> JSON5Node {
        let place = place
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw fault("this is nested too deeply") }
        let value: JSON5Node.Value =
            switch current {
            case "{": try object()
            case "[": try array()
            case "\"", "'": .string(try string())
            default: try word()
            }
        return JSON5Node(value: value, place: place)
    }

    private mutating func word() throws(PrismError) -> JSON5Node.Value {
        if skip(word: "true") { return .bool(true) }
        if skip(word: "false") { return .bool(false) }
        if skip(word: "null") { return .null }
        return .number(try number())
    }

    private mutating func object() throws(PrismError) -> JSON5Node.Value {
        var members: [JSON5Member] = []
        advance()
        try skipBlanks()
        while !skip("}") {
            let place = place
            let key = try key()
            guard !members.contains(where: { $0.key == key }) else {
                throw fault("\(key) is given twice", at: place)
            }
            try skipBlanks()
            guard skip(":") else { throw fault("expected \":\" after \(key)") }
            try skipBlanks()
            members.append(JSON5Member(key: key, place: place, node: try value()))
            try skipBlanks()
            guard current == "}" || skip(",") else { throw fault("expected \",\" or \"}\"") }
            try skipBlanks()
        }
        return .object(members)
    }

    private mutating func array() throws(PrismError) -> JSON5Node.Value {
        var elements: [JSON5Node] = []
        advance()
        try skipBlanks()
        while !skip("]") {
            elements.append(try value())
            try skipBlanks()
            guard current == "]" || skip(",") else { throw fault("expected \",\" or \"]\"") }
            try skipBlanks()
        }
        return .array(elements)
    }

    private mutating func number() throws(PrismError) -> Double {
        let start = place, from = index
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        if skip(word: "Infinity") { return isNegative ? -.infinity : .infinity }
        if skip(word: "NaN") { return .nan }
        while let scalar = current, scalar.isASCII,
            isNamePart(scalar) || [".", "-", "+"].contains(scalar)
        {
            let isSign = scalar == "-" || scalar == "+"
            guard !isSign || scalars[index - 1] == "e" || scalars[index - 1] == "E" else { break }
            advance()
        }
        let text = String(String.UnicodeScalarView(scalars[from..<index]))
        guard let number = JSON5Parser.number(text) else {
            throw fault("expected a value", at: start)
        }
        return number
    }

    /// JSON5 lets a point stand first or last, and has hexadecimal integers.
    private static func number(_ text: String) -> Double? {
        var digits = Substring(text)
        let isNegative = digits.first == "-"
        if isNegative || digits.first == "+" { digits = digits.dropFirst() }
        let size: Double?
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            size = UInt64(digits.dropFirst(2), radix: 16).map { Double($0) }
        } else {
            guard let first = digits.first, first.isASCII, first.isNumber || first == "." else {
                return nil
            }
            let padded = "0" + digits.replacingPoint
            size = Double(padded)
        }
        return size.map { isNegative ? -$0 : $0 }
    }
}

extension Substring {
    /// The text with a digit after a point that has none.
    fileprivate var replacingPoint: String {
        guard let point = firstIndex(of: ".") else { return String(self) }
        let rest = self[index(after: point)...]
        let needsDigit = !(rest.first.map { $0.isASCII && $0.isNumber } ?? false)
        return "\(self[...point])\(needsDigit ? "0" : "")\(rest)"
    }
}

// MARK: - Strings

extension JSON5Parser {
    private mutating func string() throws(PrismError) -> String {
        let start = place
        let quote = scalars[index]
        advance()
        var result = String.UnicodeScalarView()
        while let scalar = current {
            if scalar == quote {
                advance()
                return String(result)
            }
            guard scalar != "\n" && scalar != "\r" else { break }
            advance()
            if scalar == "\\" {
                try escape(into: &result)
            } else {
                result.append(scalar)
            }
        }
        throw fault("this text has no end", at: start)
    }

    private mutating func escape(into result: inout String.UnicodeScalarView) throws(PrismError) {
        guard let scalar = current else { throw fault("a backslash ends the file") }
        advance()
        switch scalar {
        case "n": result.append("\n")
        case "t": result.append("\t")
        case "r": result.append("\r")
        case "b": result.append("\u{8}")
        case "f": result.append("\u{C}")
        case "v": result.append("\u{B}")
        case "0": result.append("\0")
        case "x": result.append(try hexadecimal(2))
        case "u": result.append(try unicode())
        // A line that goes on after a backslash.
        case "\n", "\u{2028}", "\u{2029}": break
        case "\r": _ = skip("\n")
        default: result.append(scalar)
        }
    }

    private mutating func unicode() throws(PrismError) -> Unicode.Scalar {
        let high = try code(4)
        guard (0xD800..<0xDC00).contains(high) else { return try scalar(high) }
        guard skip("\\"), skip("u") else { throw fault("expected the second half of a pair") }
        let low = try code(4)
        guard (0xDC00..<0xE000).contains(low) else {
            throw fault("expected the second half of a pair")
        }
        return try scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    }

    private mutating func hexadecimal(_ digits: Int) throws(PrismError) -> Unicode.Scalar {
        try scalar(try code(digits))
    }

    private func scalar(_ code: UInt32) throws(PrismError) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(code) else { throw fault("this is no character") }
        return scalar
    }

    private mutating func code(_ digits: Int) throws(PrismError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<digits {
            guard let scalar = current, scalar.isASCII,
                let digit = Character(scalar).hexDigitValue
            else { throw fault("expected \(digits) hexadecimal digits") }
            code = code << 4 | UInt32(digit)
            advance()
        }
        return code
    }
}
