// SPDX-License-Identifier: MIT
// Elapsed time, and processor time of one thread.

internal import Glibc
import PrismCore

struct Stopwatch {
    private let start = DedicatedExecutor.now()

    var seconds: Double { Double(DedicatedExecutor.now() - start) / 1e9 }
}

/// The calling thread's own processor time, which other programs on the machine do not lengthen.
struct ThreadStopwatch {
    private let start = ThreadStopwatch.now()

    var seconds: Double { ThreadStopwatch.now() - start }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
