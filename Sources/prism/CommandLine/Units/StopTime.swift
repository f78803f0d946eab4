// SPDX-License-Identifier: MIT
// A time of day, 06:30 or 23:15:30, and when it comes next.

internal import Glibc
import PrismCore

/// A local time of day.
struct StopTime: Equatable, Sendable {
    let hour: Int
    let minute: Int
    let second: Int

    /// Reads `HH:MM` or `HH:MM:SS`.
    init(_ text: String) throws(PrismError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 }) else {
            throw PrismError(.usage, "\"\(text)\": not a time of day; write for example 06:30")
        }
        hour = try NumberReader.whole(parts[0], in: 0...23, what: "hours")
        minute = try NumberReader.whole(parts[1], in: 0...59, what: "minutes")
        second = parts.count == 3 ? try NumberReader.whole(parts[2], in: 0...59) : 0
    }

    /// When it comes next, in nanoseconds since 1970; the very moment counts as tomorrow's.
    ///
    /// - Parameter utc: Now, in nanoseconds since 1970.
    /// - Returns: The moment, in nanoseconds since 1970.
    func next(after utc: Int64) -> Int64 {
        var now = time_t(utc / 1_000_000_000)
        var fields = tm()
        localtime_r(&now, &fields)
        for day in 0...2 {
            var wanted = fields
            wanted.tm_mday += Int32(day)
            wanted.tm_hour = Int32(hour)
            wanted.tm_min = Int32(minute)
            wanted.tm_sec = Int32(second)
            // Summer time may lie between now and then.
            wanted.tm_isdst = -1
            let moment = Int64(mktime(&wanted))
            if moment > Int64(now) { return moment * 1_000_000_000 }
        }
        return utc
    }
}
