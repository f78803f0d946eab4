// SPDX-License-Identifier: MIT
// How often lamps flicker: 50Hz and 60Hz of the mains, or a period such as 10ms.

import PrismCore

enum FlickerPeriod {
    /// Reads a period; 0 and `off` are none.
    ///
    /// Lamps flicker twice per period of the mains, so `50Hz` is 10 ms; a time is the period of the flicker itself.
    static func read(
        _ text: String, bareUnit: TimeUnit? = nil
    ) throws(PrismError) -> Duration {
        if text == "off" { return .zero }
        guard text.hasSuffix("Hz") else {
            return try DurationReader.read(text, bareUnit: bareUnit)
        }
        var rest = text.dropLast(2)
        let number = DecimalNumber(takingFrom: &rest)
        guard let number, !number.isZero, rest.allSatisfy({ $0 == " " }) else {
            throw PrismError(.usage, "\"\(text)\": not a frequency; write for example 50Hz")
        }
        let half = Int128(500_000_000) * Int128(number.divisor)
        let digits = Int128(number.digits)
        guard let period = Int64(exactly: (half + digits / 2) / digits), period > 0 else {
            throw PrismError(.usage, "\"\(text)\": flickers too fast to be a lamp")
        }
        return .nanoseconds(period)
    }
}
