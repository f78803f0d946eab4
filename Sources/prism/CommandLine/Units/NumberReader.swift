// SPDX-License-Identifier: MIT
// Plain numbers with a range: counts, gains, exposure compensation.

import PrismCore

enum NumberReader {
    /// A whole number in `range`; `what` says in the message what is counted, and may be empty.
    static func whole(
        _ text: String, in range: ClosedRange<Int>, what: String = ""
    ) throws(PrismError) -> Int {
        let isPlain = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isPlain, let number = Int(text), range.contains(number) else {
            let unit = what.isEmpty ? "" : " \(what)"
            throw PrismError(
                .usage,
                "\"\(text)\": not a whole number from \(range.lowerBound) to \(range.upperBound)\(unit)"
            )
        }
        return number
    }

    /// A decimal number in `range`, with a sign where the range has negative numbers.
    static func decimal(_ text: String, in range: ClosedRange<Double>) throws(PrismError) -> Double
    {
        let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : Substring(text)
        guard DecimalNumber(unsigned) != nil, let number = Double(text), range.contains(number)
        else {
            throw PrismError(
                .usage,
                "\"\(text)\": not a number from \(short(range.lowerBound)) to \(short(range.upperBound))"
            )
        }
        return number
    }

    /// `RED,BLUE`, each in `range`.
    static func pair(
        _ text: String, in range: ClosedRange<Double>
    ) throws(PrismError) -> (Double, Double) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw PrismError(.usage, "\"\(text)\": not two numbers; write for example 1.8,1.5")
        }
        return (
            try decimal(String(parts[0]), in: range), try decimal(String(parts[1]), in: range)
        )
    }

    private static func short(_ number: Double) -> String {
        number == number.rounded() ? String(Int(number)) : String(number)
    }
}
