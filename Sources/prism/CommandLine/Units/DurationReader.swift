// SPDX-License-Identifier: MIT
// 1/50, 10ms, 1h30m, 0.5s to exact nanoseconds; what is not exact or not understood is refused.

import PrismCore

/// Reads one length of time.
///
/// `10ms`, `10 ms`, `1h30m`, `0.5s`, `1/50` (of a second), `1/50s`. Only a fraction of two numbers is
/// rounded, to the nearest nanosecond; a decimal finer than a nanosecond is refused.
struct DurationReader {
    /// The unit of a number without one; nil refuses it (0 needs none).
    let bareUnit: TimeUnit?
    private let source: String
    private var rest: Substring

    /// Reads a time; `bareUnit` is the unit of a number without one, nil refuses it.
    static func read(_ text: String, bareUnit: TimeUnit? = nil) throws(PrismError) -> Duration {
        var reader = DurationReader(text, bareUnit: bareUnit)
        return .nanoseconds(try reader.nanoseconds())
    }

    private init(_ text: String, bareUnit: TimeUnit?) {
        source = text
        rest = Substring(text)
        self.bareUnit = bareUnit
    }

    private mutating func nanoseconds() throws(PrismError) -> Int64 {
        let first = try number()
        if rest.first == "/" {
            rest.removeFirst()
            return try ratio(first, try number())
        }
        var total: Int64 = 0
        var part = first
        var larger: TimeUnit?
        while true {
            let unit = try unit(after: part, isOnly: larger == nil)
            if let larger, unit.nanoseconds >= larger.nanoseconds {
                throw refusal("units go from large to small")
            }
            total = try sum(total, try exact(part, unit))
            larger = unit
            skipBlanks()
            guard !rest.isEmpty else { return total }
            guard !part.hasFraction else { throw refusal("only the last number has a fraction") }
            part = try number()
        }
    }

    private mutating func number() throws(PrismError) -> DecimalNumber {
        guard let number = DecimalNumber(takingFrom: &rest) else {
            throw refusal("not a time; write for example 10ms, 1/50, 1h30m")
        }
        return number
    }

    private mutating func unit(
        after number: DecimalNumber, isOnly: Bool
    ) throws(PrismError) -> TimeUnit {
        skipBlanks()
        let name = rest.prefix { $0.isLetter }
        rest = rest[name.endIndex...]
        if let unit = TimeUnit(name) { return unit }
        guard name.isEmpty else {
            throw refusal("unknown unit \"\(name)\"; use \(TimeUnit.known)")
        }
        guard rest.isEmpty else { throw refusal("not a time; write for example 10ms, 1/50, 1h30m") }
        if isOnly, let unit = bareUnit ?? (number.isZero ? .second : nil) { return unit }
        throw refusal("the unit is missing; use \(TimeUnit.known)")
    }

    private mutating func ratio(
        _ dividend: DecimalNumber, _ divisor: DecimalNumber
    ) throws(PrismError) -> Int64 {
        skipBlanks()
        let unit = rest.isEmpty ? .second : try unit(after: divisor, isOnly: true)
        guard rest.isEmpty else { throw refusal("nothing can follow a fraction") }
        guard !divisor.isZero else { throw refusal("the divisor is 0") }
        // Each factor is below 2^63, so the products need overflow checks even in 128 bits.
        let (top, isTopOver) = (Int128(dividend.digits) * Int128(divisor.divisor))
            .multipliedReportingOverflow(by: Int128(unit.nanoseconds))
        let bottom = Int128(divisor.digits) * Int128(dividend.divisor)
        guard !isTopOver, let whole = Int64(exactly: (top / bottom)) else {
            throw refusal("too long")
        }
        let isRoundedUp = (top % bottom) >= bottom - (top % bottom)
        let (result, isOver) = whole.addingReportingOverflow(isRoundedUp ? 1 : 0)
        guard !isOver else { throw refusal("too long") }
        guard result > 0 || dividend.isZero else { throw refusal("finer than a nanosecond") }
        return result
    }

    private func exact(_ number: DecimalNumber, _ unit: TimeUnit) throws(PrismError) -> Int64 {
        let product = Int128(number.digits) * Int128(unit.nanoseconds)
        let (whole, rest) = product.quotientAndRemainder(dividingBy: Int128(number.divisor))
        guard rest == 0 else { throw refusal("finer than a nanosecond") }
        guard let result = Int64(exactly: whole) else { throw refusal("too long") }
        return result
    }

    private func sum(_ left: Int64, _ right: Int64) throws(PrismError) -> Int64 {
        let (result, isOver) = left.addingReportingOverflow(right)
        guard !isOver else { throw refusal("too long") }
        return result
    }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

    private func refusal(_ why: String) -> PrismError {
        PrismError(.usage, "\"\(source)\": \(why)")
    }
}

extension Duration {
    /// Whole nanoseconds; every time read from a command line fits.
    var wholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
