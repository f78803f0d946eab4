// SPDX-License-Identifier: MIT
// Local date and time as the fields that a file name can hold.

internal import Glibc

/// A field of a date in a file name.
enum DateField: Character, CaseIterable, Sendable {
    case year = "Y"
    case shortYear = "y"
    case month = "m"
    case day = "d"
    case hour = "H"
    case minute = "M"
    case second = "S"
    case dayOfYear = "j"

    /// Digits of the field.
    var width: Int {
        switch self {
        case .year: 4
        case .dayOfYear: 3
        default: 2
        }
    }
}

/// Local date and time in fields.
public struct OutputDate: Hashable, Sendable {
    /// Year of the common era.
    public var year = 1970
    /// 1 to 12.
    public var month = 1
    /// 1 to 31.
    public var day = 1
    /// 0 to 23.
    public var hour = 0
    /// 0 to 59.
    public var minute = 0
    /// 0 to 60.
    public var second = 0
    /// 1 to 366.
    public var dayOfYear = 1

    /// The start of 1970.
    public init() {}

    /// A moment in the machine's time zone.
    ///
    /// - Parameter utc: Nanoseconds since 1970.
    public init(utc: Int64) {
        var seconds = time_t(utc / 1_000_000_000 - (utc % 1_000_000_000 < 0 ? 1 : 0))
        var fields = tm()
        guard localtime_r(&seconds, &fields) != nil else { return }
        year = Int(fields.tm_year) + 1900
        month = Int(fields.tm_mon) + 1
        day = Int(fields.tm_mday)
        hour = Int(fields.tm_hour)
        minute = Int(fields.tm_min)
        second = Int(fields.tm_sec)
        dayOfYear = Int(fields.tm_yday) + 1
    }

    subscript(field: DateField) -> Int {
        switch field {
        case .year: min(max(year, 0), 9999)
        case .shortYear: ((year % 100) + 100) % 100
        case .month: month
        case .day: day
        case .hour: hour
        case .minute: minute
        case .second: second
        case .dayOfYear: dayOfYear
        }
    }
}
