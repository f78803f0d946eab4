// SPDX-License-Identifier: MIT
// How hard a session tries before it gives up.

/// Restarts after a stall, and the wait for a camera that was unplugged.
///
/// All times in nanoseconds.
public struct RecoveryPolicy: Hashable, Sendable {
    /// Restarts without a frame in between before the session fails.
    public var maxRestarts: Int
    /// Pause before the first restart; doubled for each further one.
    public var firstPause: Int64
    /// Longest pause.
    public var longestPause: Int64
    /// How long to wait for an unplugged camera to come back; 0 fails at once.
    public var returnTimeout: Int64

    /// Makes a policy.
    public init(
        maxRestarts: Int = 5, firstPause: Int64 = 100_000_000, longestPause: Int64 = 5_000_000_000,
        returnTimeout: Int64 = 0
    ) {
        self.maxRestarts = maxRestarts
        self.firstPause = firstPause
        self.longestPause = longestPause
        self.returnTimeout = returnTimeout
    }

    /// Pause before restart number `attempt`, from 1.
    func pause(before attempt: Int) -> Int64 {
        let (pause, isTooLong) = firstPause.multipliedReportingOverflow(
            by: 1 << min(attempt - 1, 20))
        return isTooLong ? longestPause : min(longestPause, pause)
    }
}

/// How long a frame may be awaited.
public enum WatchdogTimeout {
    /// The time after which a missing frame is a stall, in nanoseconds.
    ///
    /// Five frames and never less than one second, as the Raspberry Pi pipeline does; for frames longer than
    /// one second two frames and three seconds, lest a 100 s exposure hide a stall for 500 s.
    ///
    /// - Parameter frame: Longest frame to be expected, in nanoseconds.
    /// - Returns: The time in nanoseconds.
    public static func after(frame: Int64) -> Int64 {
        let second: Int64 = 1_000_000_000
        guard frame > second else { return max(second, 5 * frame) }
        return 2 * min(frame, Int64.max / 4) + 3 * second
    }
}
