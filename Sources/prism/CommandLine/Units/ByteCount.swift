// SPDX-License-Identifier: MIT
// Amounts of bytes: 500M, 2GiB; decimal units are powers of 1000, those with an i powers of 1024.

import PrismCore

enum ByteCount {
    private static let units: [(name: String, bytes: Int64)] = [
        ("B", 1), ("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000), ("T", 1_000_000_000_000),
        ("Ki", 1 << 10), ("Mi", 1 << 20), ("Gi", 1 << 30), ("Ti", 1 << 40),
    ]

    /// Reads a number and a unit: `B`, `k`, `M`, `G`, `T`, `Ki`, `Mi`, `Gi`, `Ti`, and each with a `B`.
    static func read(_ text: String) throws(PrismError) -> Int64 {
        var rest = Substring(text)
        guard let number = DecimalNumber(takingFrom: &rest) else {
            throw refusal(text, "not an amount; write for example 500M")
        }
        rest = rest.drop { $0 == " " }
        let name = rest.count > 1 && rest.last == "B" && rest != "BB" ? rest.dropLast() : rest
        guard let unit = units.first(where: { $0.name == name || $0.name.uppercased() == name })
        else {
            guard number.isZero && rest.isEmpty else {
                let known = units.map(\.name).joined(separator: ", ")
                throw refusal(
                    text,
                    rest.isEmpty
                        ? "the unit is missing; use \(known)"
                        : "unknown unit \"\(rest)\"; use \(known)")
            }
            return 0
        }
        let (whole, part) = (Int128(number.digits) * Int128(unit.bytes))
            .quotientAndRemainder(dividingBy: Int128(number.divisor))
        guard part == 0 else { throw refusal(text, "not a whole number of bytes") }
        guard let bytes = Int64(exactly: whole) else { throw refusal(text, "too much") }
        return bytes
    }

    /// A short text for people, in powers of 1000: `12.3 GB`.
    static func text(_ bytes: Int64) -> String {
        guard let unit = units.prefix(5).last(where: { bytes >= $0.bytes }), unit.bytes > 1 else {
            return "\(bytes) B"
        }
        let tenths = bytes / (unit.bytes / 10)
        return "\(tenths / 10).\(tenths % 10) \(unit.name)B"
    }

    private static func refusal(_ text: String, _ why: String) -> PrismError {
        PrismError(.usage, "\"\(text)\": \(why)")
    }
}
