// SPDX-License-Identifier: MIT
// The units of time on the command line, and every way to write them.

/// A unit of time.
enum TimeUnit: Int64, CaseIterable, Sendable {
    case nanosecond = 1
    case microsecond = 1_000
    case millisecond = 1_000_000
    case second = 1_000_000_000
    case minute = 60_000_000_000
    case hour = 3_600_000_000_000
    case day = 86_400_000_000_000

    /// Nanoseconds in it.
    var nanoseconds: Int64 { rawValue }

    /// The names that are understood; the first is the one shown.
    var names: [String] {
        switch self {
        case .nanosecond: ["ns"]
        case .microsecond: ["us", "µs", "μs"]
        case .millisecond: ["ms"]
        case .second: ["s", "sec"]
        case .minute: ["m", "min"]
        case .hour: ["h", "hr"]
        case .day: ["d"]
        }
    }

    init?(_ name: some StringProtocol) {
        guard let unit = TimeUnit.allCases.first(where: { $0.names.contains(String(name)) }) else {
            return nil
        }
        self = unit
    }

    /// For messages: `ns, us, ms, s, m, h or d`.
    static let known =
        allCases.dropLast().map { $0.names[0] }.joined(separator: ", ") + " or "
        + day.names[0]
}
