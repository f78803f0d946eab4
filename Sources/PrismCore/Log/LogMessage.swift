// SPDX-License-Identifier: MIT
// The text of a log line, whose private parts stay apart.

/// What a log line says: text with parts that only a developer's screen shows.
///
///     PrismLog.write(.warning, .capture, "cannot write \(private: path), \(count) times")
public struct LogMessage: Hashable, Sendable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Hashable, Sendable {
        case open(String)
        case secret(String)
    }

    private var parts: [Part]

    /// A message without private parts.
    public init(stringLiteral text: String) { parts = [.open(text)] }

    /// A message out of text and values.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The message, with `<private>` for private parts unless they are shown.
    public func text(showsPrivate: Bool) -> String {
        parts.map { part in
            switch part {
            case .open(let text): text
            case .secret(let text): showsPrivate ? text : "<private>"
            }
        }.joined()
    }

    /// Collects text and values.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Begins.
        public init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Text of the program's own.
        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.open(literal)) }
        }

        /// A value that tells nobody's secrets: a count, a code, a size, a model.
        public mutating func appendInterpolation<Value>(_ value: Value) {
            parts.append(.open("\(value)"))
        }

        /// A value that may: a path, another program's words.
        public mutating func appendInterpolation<Value>(private value: Value) {
            parts.append(.secret("\(value)"))
        }
    }
}
