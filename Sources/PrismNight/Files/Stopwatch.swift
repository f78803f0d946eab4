// SPDX-License-Identifier: MIT
// Time by the wall clock and of the processor, for reports.

internal import Glibc

/// How long a part took.
public struct WorkTime: Hashable, Codable, Sendable {
    /// Seconds by the wall clock.
    public var seconds = 0.0
    /// Seconds of all the process's threads on processors.
    public var processor = 0.0

    /// No time.
    public init() {}

    static func += (time: inout WorkTime, more: WorkTime) {
        time.seconds += more.seconds
        time.processor += more.processor
    }
}

/// Measures from its making to each question.
struct Stopwatch {
    private var start = (wall: Stopwatch.read(CLOCK_MONOTONIC), work: Stopwatch.processor)

    /// The time since the last lap, or the making.
    mutating func lap() -> WorkTime {
        let now = (wall: Stopwatch.read(CLOCK_MONOTONIC), work: Stopwatch.processor)
        var time = WorkTime()
        time.seconds = now.wall - start.wall
        time.processor = now.work - start.work
        start = now
        return time
    }

    private static var processor: Double { read(CLOCK_PROCESS_CPUTIME_ID) }

    private static func read(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
