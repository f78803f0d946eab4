// SPDX-License-Identifier: MIT
// A point in time with its place's offset, written as EXIF writes dates.

internal import Glibc

/// A wall clock time with sub-second digits and its offset from UTC.
public struct PhotoDate: Hashable, Sendable {
    /// Nanoseconds since 1970-01-01 00:00 UTC, without leap seconds.
    public var nanosecondsSince1970: Int64
    /// Seconds that local time is ahead of UTC.
    public var utcOffset: Int

    /// Makes a date with a known offset.
    public init(nanosecondsSince1970: Int64, utcOffset: Int) {
        self.nanosecondsSince1970 = nanosecondsSince1970
        self.utcOffset = utcOffset
    }

    /// Makes a date with the offset that the machine's time zone (TZ) has at that moment.
    public init(localNanosecondsSince1970 nanoseconds: Int64) {
        var seconds = time_t(PhotoDate.split(nanoseconds).seconds)
        var fields = tm()
        let known = localtime_r(&seconds, &fields) != nil
        self.init(nanosecondsSince1970: nanoseconds, utcOffset: known ? fields.tm_gmtoff : 0)
    }

    /// EXIF's "YYYY:MM:DD HH:MM:SS" in local time.
    public var exifDate: String {
        let seconds = PhotoDate.split(nanosecondsSince1970).seconds + Int64(exifOffsetSeconds)
        let days = seconds.dividingRoundingDown(by: 86_400)
        let inDay = Int(seconds - days * 86_400)
        let date = CivilDate(daysSince1970: days)
        let day = "\(padded(date.year, 4)):\(padded(date.month, 2)):\(padded(date.day, 2))"
        return "\(day) \(padded(inDay / 3600, 2)):\(padded(inDay / 60 % 60, 2)):"
            + padded(inDay % 60, 2)
    }

    /// EXIF's sub-second digits: microseconds, six digits.
    public var exifSubSecond: String {
        padded(Int(PhotoDate.split(nanosecondsSince1970).nanoseconds / 1000), 6)
    }

    /// EXIF's "+HH:MM" or "-HH:MM".
    public var exifOffset: String {
        let minutes = abs(exifOffsetSeconds) / 60
        return (utcOffset < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":"
            + padded(minutes % 60, 2)
    }

    /// Whole minutes, as EXIF has no seconds here; the date uses the same, so both agree.
    private var exifOffsetSeconds: Int { utcOffset / 60 * 60 }

    private static func split(_ nanoseconds: Int64) -> (seconds: Int64, nanoseconds: Int64) {
        let seconds = nanoseconds.dividingRoundingDown(by: 1_000_000_000)
        return (seconds, nanoseconds - seconds * 1_000_000_000)
    }
}

/// A day of the proleptic Gregorian calendar.
struct CivilDate: Hashable {
    var year: Int
    var month: Int
    var day: Int

    /// Counts from 1 March of year 0, so that leap days end a year: Fliegel and Van Flandern's idea.
    init(daysSince1970 days: Int64) {
        let shifted = days + 719_468
        let era = shifted.dividingRoundingDown(by: 146_097)
        let dayOfEra = Int(shifted - era * 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
    }
}

extension Int64 {
    fileprivate func dividingRoundingDown(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

private func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
