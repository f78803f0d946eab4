// SPDX-License-Identifier: MIT
// Reads a file name template character by character and names what it cannot accept.

internal import PrismCore

/// Turns a template's text into its pieces.
struct OutputTemplateParser {
    /// Width of a %d while it is open whether it means the index or the day.
    private static let bare = 0

    private let source: String
    private var rest: Substring
    private var pieces: [OutputTemplate.Piece] = []

    static func parse(_ source: String) throws(PrismError) -> [OutputTemplate.Piece] {
        var parser = OutputTemplateParser(source)
        try parser.read()
        return try parser.finished()
    }

    private init(_ source: String) {
        self.source = source
        rest = source[...]
    }

    private func refusal(_ why: String) -> PrismError {
        PrismError(.usage, "file name '\(source)': \(why)")
    }

    private mutating func read() throws(PrismError) {
        while let character = rest.popFirst() {
            if character == "%" {
                try readPlace()
            } else if character == "\0" {
                throw refusal("it contains a zero byte")
            } else {
                append(String(character))
            }
        }
    }

    private mutating func readPlace() throws(PrismError) {
        guard let character = rest.popFirst() else {
            throw refusal("a lone % at its end (write %% for a percent sign)")
        }
        switch character {
        case "%": append("%")
        case "F": appendDay()
        case "0": try readWidth()
        case "1"..."9":
            throw refusal("the index is %d, or with a width of one digit after a 0, as in %06d")
        case "d": pieces.append(.index(width: OutputTemplateParser.bare))
        default:
            guard let field = DateField(rawValue: character) else {
                throw refusal(
                    "%\(character) is unknown; known are %06d, %d (the day where %m stands, else the"
                        + " number), %Y %m %H %M %S %j %y %F %%")
            }
            pieces.append(.date(field))
        }
    }

    private mutating func readWidth() throws(PrismError) {
        guard let digit = rest.popFirst(), let width = digit.wholeNumberValue,
            digit.isASCII, width > 0, rest.popFirst() == "d"
        else { throw refusal("after %0 a width from 1 to 9 and d are expected, as in %06d") }
        pieces.append(.index(width: width))
    }

    private mutating func appendDay() {
        pieces.append(.date(.year))
        append("-")
        pieces.append(.date(.month))
        append("-")
        pieces.append(.date(.day))
    }

    private mutating func append(_ text: String) {
        if case .text(let before)? = pieces.last {
            pieces[pieces.count - 1] = .text(before + text)
        } else {
            pieces.append(.text(text))
        }
    }

    /// Decides what each bare %d means and checks the whole.
    private func finished() throws(PrismError) -> [OutputTemplate.Piece] {
        let hasMonth = pieces.contains(.date(.month))
        let pieces = pieces.map { piece -> OutputTemplate.Piece in
            guard piece == .index(width: OutputTemplateParser.bare) else { return piece }
            return hasMonth ? .date(.day) : .index(width: 1)
        }
        let indices = pieces.filter { if case .index = $0 { true } else { false } }
        if indices.count > 1 { throw refusal("it has more than one place for the index") }
        try checkName()
        return pieces
    }

    private func checkName() throws(PrismError) {
        guard !source.isEmpty else { throw refusal("it is empty") }
        guard !source.hasSuffix("/") else { throw refusal("it names a directory") }
        let name = AtomicFile.name(of: source)
        guard name != ".", name != ".." else { throw refusal("it names a directory") }
    }
}
