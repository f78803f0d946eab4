// SPDX-License-Identifier: MIT
// File name templates such as "night/%Y-%m-%d/%06d.jpg": strict to read, exact to render, and to read back.

public import PrismCore

/// A path with places for the picture's index and its date.
///
/// * `%06d` (any width from 1 to 9): the index with at least that many digits.
/// * `%d`: the index without leading zeros; the day of the month where the template also has `%m`, in which case
///   the index needs a width.
/// * `%Y %m %d %H %M %S %j %y`: local date and time of the exposure, as in strftime; `%F` is `%Y-%m-%d`.
/// * `%%`: a percent sign.
public struct OutputTemplate: Hashable, Sendable {
    /// A part of the template.
    enum Piece: Hashable, Sendable {
        case text(String)
        case index(width: Int)
        case date(DateField)
    }

    /// The template as it was written.
    public let source: String
    let pieces: [Piece]

    /// Reads a template.
    ///
    /// - Throws: ``PrismError`` `usage` naming what is wrong and where.
    public init(_ source: String) throws(PrismError) {
        self.source = source
        pieces = try OutputTemplateParser.parse(source)
    }

    /// Whether the template has a place for the index.
    public var hasIndex: Bool {
        pieces.contains { if case .index = $0 { true } else { false } }
    }

    /// The path of a picture.
    ///
    /// - Parameters:
    ///   - index: Number of the picture, from 0.
    ///   - date: Local time of its exposure.
    /// - Returns: The template with all places filled.
    public func path(index: Int, date: OutputDate) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .index(let width): padded(index, width)
            case .date(let field): padded(date[field], field.width)
            }
        }.joined()
    }

    /// The directory under which every path of the template lies, and the template of what follows it.
    ///
    /// The directory is made of all whole components before the first place; "." where there is none.
    public var split: (root: String, relative: OutputTemplate) {
        guard case .text(let head)? = pieces.first, let slash = head.lastIndex(of: "/") else {
            return (".", self)
        }
        let tail = String(head[head.index(after: slash)...])
        // In the source each percent sign of the head is written twice.
        let written = head[...slash].reduce(0) { $0 + ($1 == "%" ? 2 : 1) }
        let rest = (tail.isEmpty ? [] : [Piece.text(tail)]) + pieces.dropFirst()
        let root = slash == head.startIndex ? "/" : String(head[..<slash])
        return (root, OutputTemplate(source: String(source.dropFirst(written)), pieces: rest))
    }

    private init(source: String, pieces: [Piece]) {
        self.source = source
        self.pieces = pieces
    }

    /// File name extension in lower case, without its dot; empty where there is none.
    public var fileExtension: String {
        guard case .text(let tail)? = pieces.last else { return "" }
        let name = AtomicFile.name(of: tail)
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}

/// A number with leading zeros.
func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
