// SPDX-License-Identifier: MIT
// File names as the other suites make them: one number by printf, a date or seconds behind a beginning.

internal import Glibc
import PrismCore

/// Names of a run's pictures.
struct CompatNaming: Equatable, Sendable {
    private enum Kind: Equatable, Sendable {
        case pattern(CompatPattern)
        /// `%m%d%H%M%S` and the encoding's ending behind the beginning.
        case date
        /// Seconds since 1970 likewise.
        case seconds
    }

    /// The name as it was written.
    let source: String
    private let kind: Kind
    private let ending: String
    private let start: Int
    private let wrap: Int

    init(_ arguments: CompatArguments) throws(PrismError) {
        guard let source = arguments["output"], !source.isEmpty else {
            throw PrismError(.usage, "--output FILE is needed: there would be no picture")
        }
        self.source = source
        ending = arguments["encoding"] ?? "jpg"
        start = try arguments.whole("framestart", in: 0...999_999_999) ?? 0
        wrap = try arguments.whole("wrap", in: 0...999_999_999) ?? 0
        switch (arguments.has("datetime"), arguments.has("timestamp")) {
        case (true, true): throw PrismError(.usage, "--datetime excludes --timestamp")
        case (true, false): kind = .date
        case (false, true): kind = .seconds
        case (false, false): kind = .pattern(try CompatPattern(source))
        }
        if source == "-", isDated {
            throw PrismError(.usage, "-o - has no name for a date to be in")
        }
    }

    var isStandardOutput: Bool { source == "-" }

    /// Whether the time makes the name.
    var isDated: Bool { kind == .date || kind == .seconds }

    /// Whether two shots have different names.
    var isVarying: Bool {
        guard case .pattern(let pattern) = kind else { return true }
        return pattern.hasNumber
    }

    /// The path of the `count`th picture, taken at a time in nanoseconds since 1970.
    func path(_ count: Int, at utc: Int64) -> String {
        let number = start + count
        switch kind {
        case .pattern(let pattern): return pattern.path(wrap > 0 ? number % wrap : number)
        case .date: return source + CompatNaming.date(utc) + "." + ending
        case .seconds: return source + "\(utc / 1_000_000_000)." + ending
        }
    }

    /// The same with a number before its ending, for a second picture in one second.
    static func numbered(_ path: String, _ copy: Int) -> String {
        guard copy > 0, let dot = path.lastIndex(of: ".") else { return path }
        return path[..<dot] + "-\(copy)" + path[dot...]
    }

    private static func date(_ utc: Int64) -> String {
        var seconds = time_t(utc / 1_000_000_000)
        var fields = tm()
        localtime_r(&seconds, &fields)
        return [
            fields.tm_mon + 1, fields.tm_mday, fields.tm_hour, fields.tm_min, fields.tm_sec,
        ].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
    }
}

/// A name with one place for a number, as printf has it: `%d`, `%4d`, `%06d`, `%%`.
struct CompatPattern: Equatable, Sendable {
    private enum Piece: Equatable, Sendable {
        case text(String)
        case number(width: Int, isZeroed: Bool)
    }

    private var pieces: [Piece] = []

    /// Reads a name; throws `usage` for anything else that printf would fill.
    init(_ text: String) throws(PrismError) {
        var rest = Substring(text)
        while let character = rest.popFirst() {
            guard character == "%" else {
                append(String(character))
                continue
            }
            if rest.first == "%" {
                rest.removeFirst()
                append("%")
            } else {
                try appendNumber(&rest, in: text)
            }
        }
        if text.contains("\0") { throw PrismError(.usage, "a path cannot hold a NUL") }
        guard pieces.count(where: { if case .number = $0 { true } else { false } }) <= 1 else {
            throw PrismError(.usage, "\"\(text)\": only one number can be in a name")
        }
    }

    /// Whether there is a place for a number.
    var hasNumber: Bool { pieces.contains { if case .number = $0 { true } else { false } } }

    /// The name with the number in its place.
    func path(_ number: Int) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): return text
            case .number(let width, let isZeroed):
                let digits = String(number)
                let filler = isZeroed ? "0" : " "
                return String(repeating: filler, count: max(0, width - digits.count)) + digits
            }
        }.joined()
    }

    private mutating func append(_ text: String) {
        if case .text(let before)? = pieces.last {
            pieces[pieces.count - 1] = .text(before + text)
        } else {
            pieces.append(.text(text))
        }
    }

    private mutating func appendNumber(
        _ rest: inout Substring, in text: String
    ) throws(PrismError) {
        let isZeroed = rest.first == "0"
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        rest = rest[digits.endIndex...]
        let width = digits.isEmpty ? 0 : Int(digits) ?? .max
        guard let letter = rest.popFirst(), "diu".contains(letter), width <= 20 else {
            throw PrismError(
                .usage,
                "\"\(text)\": write %d or %04d for the number, and %% for a percent sign")
        }
        pieces.append(.number(width: width, isZeroed: isZeroed))
    }
}
