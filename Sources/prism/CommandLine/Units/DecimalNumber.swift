// SPDX-License-Identifier: MIT
// A decimal number kept exactly, so that 0.5s is 500 000 000 ns and not nearly that.

/// `digits / 10^scale`, without a sign.
struct DecimalNumber: Equatable, Sendable {
    var digits: Int64
    var scale: Int

    /// 10^scale; at most 10^18.
    var divisor: Int64 { (0..<scale).reduce(1) { power, _ in power * 10 } }

    var isZero: Bool { digits == 0 }
    var hasFraction: Bool { scale > 0 }

    static let one = DecimalNumber(digits: 1, scale: 0)

    private init(digits: Int64, scale: Int) {
        self.digits = digits
        self.scale = scale
    }

    /// Takes the longest number from the front of `text`: digits, or digits, a point and digits.
    ///
    /// Returns nil and leaves `text` where there is none, or more than 18 digits.
    init?(takingFrom text: inout Substring) {
        let whole = text.prefix(while: DecimalNumber.isDigit)
        guard !whole.isEmpty else { return nil }
        var rest = text[whole.endIndex...]
        var fraction = Substring()
        if rest.first == "." {
            fraction = rest.dropFirst().prefix(while: DecimalNumber.isDigit)
            guard !fraction.isEmpty else { return nil }
            rest = rest[fraction.endIndex...]
        }
        while fraction.last == "0" { fraction.removeLast() }
        guard fraction.count <= 18, let digits = Int64(whole + fraction) else { return nil }
        self.digits = digits
        scale = fraction.count
        text = rest
    }

    /// Reads the whole of `text`.
    init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        self.init(takingFrom: &rest)
        guard rest.isEmpty else { return nil }
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
