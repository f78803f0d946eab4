// SPDX-License-Identifier: MIT
// Bits per second: 10Mbps, 800k; prefixes are powers of 1000, and 10M is never read as ten thousand.

import PrismCore

enum BitRate {
    /// The units; a prefix may stand alone. Small `m` means mega, as other camera programs write it, never milli.
    private static let units: [(names: [String], bits: Int64)] = [
        (["bps", "b"], 1),
        (["kbps", "Kbps", "k", "K"], 1_000),
        (["Mbps", "mbps", "M", "m"], 1_000_000),
        (["Gbps", "gbps", "G", "g"], 1_000_000_000),
    ]

    /// Reads a rate exactly, in bits per second.
    ///
    /// `allowsBare` takes a number without a unit as bits per second; 0 never needs one.
    static func read(_ text: String, allowsBare: Bool = false) throws(PrismError) -> Int64 {
        var rest = Substring(text)
        guard let number = DecimalNumber(takingFrom: &rest) else {
            throw refusal(text, "not a bit rate; write for example 10Mbps")
        }
        let name = rest.drop { $0 == " " }
        if name.isEmpty, allowsBare || number.isZero { return try whole(number, 1, text) }
        guard let unit = units.first(where: { $0.names.contains(String(name)) }) else {
            let known = units.map { $0.names[0] }.joined(separator: ", ")
            let why = name.isEmpty ? "the unit is missing" : "unknown unit \"\(name)\""
            throw refusal(text, "\(why); use \(known)")
        }
        return try whole(number, unit.bits, text)
    }

    private static func whole(
        _ number: DecimalNumber, _ bits: Int64, _ text: String
    ) throws(PrismError) -> Int64 {
        let (whole, part) = (Int128(number.digits) * Int128(bits))
            .quotientAndRemainder(dividingBy: Int128(number.divisor))
        guard part == 0 else { throw refusal(text, "not a whole number of bits per second") }
        guard let rate = Int64(exactly: whole) else { throw refusal(text, "too much") }
        return rate
    }

    private static func refusal(_ text: String, _ why: String) -> PrismError {
        PrismError(.usage, "\"\(text)\": \(why)")
    }
}
