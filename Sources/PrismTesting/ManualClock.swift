// SPDX-License-Identifier: MIT
// A machine's clocks that stand still until a test moves them.

public import PrismCore

/// Clocks that only a test moves; waiting moves them itself, so that no test waits for real.
public final class ManualClock: SystemClock {
    private let reading: Lock<ClockReading>
    private struct Server: Sendable {
        var boottime: Int64
        var step: Int64
    }

    private let server: Lock<Server?>

    /// Makes a clock.
    ///
    /// - Parameters:
    ///   - boottime: CLOCK_BOOTTIME and CLOCK_MONOTONIC, in nanoseconds.
    ///   - utc: Nanoseconds since 1970.
    ///   - isSynchronised: Whether the wall clock is right.
    ///   - bootIdentifier: Which start of the machine this is.
    public init(
        boottime: Int64 = 0, utc: Int64 = 1_760_000_000_000_000_000, isSynchronised: Bool = true,
        bootIdentifier: String = "boot-1"
    ) {
        reading = Lock(
            ClockReading(
                boottime: boottime, monotonic: boottime, utc: utc, isSynchronised: isSynchronised,
                bootIdentifier: bootIdentifier))
        server = Lock(nil)
    }

    /// The clocks as the test left them.
    public func read() -> ClockReading { reading.withLock { $0 } }

    /// Moves all clocks to a time at once.
    public func wait(untilBoottime nanoseconds: Int64) async throws {
        try Task.checkCancellation()
        let left = nanoseconds - read().boottime
        if left > 0 { advance(by: left) }
    }

    /// Moves all clocks on.
    public func advance(by nanoseconds: Int64) {
        let moved = reading.withLock { now -> Int64 in
            now.boottime += nanoseconds
            now.monotonic += nanoseconds
            now.utc += nanoseconds
            return now.boottime
        }
        let server = server.withLock { server -> Server? in
            guard let told = server, told.boottime <= moved else { return nil }
            server = nil
            return told
        }
        guard let server else { return }
        stepWallClock(by: server.step)
        setSynchronised(true)
    }

    /// Sets the wall clock forward or back, as a person or a time server would.
    public func stepWallClock(by nanoseconds: Int64) {
        reading.withLock { $0.utc += nanoseconds }
    }

    /// Says whether the wall clock is right.
    public func setSynchronised(_ isSynchronised: Bool) {
        reading.withLock { $0.isSynchronised = isSynchronised }
    }

    /// Lets a time server set the wall clock right once CLOCK_BOOTTIME reaches a time.
    ///
    /// - Parameters:
    ///   - boottime: When, in nanoseconds.
    ///   - step: How far the wall clock is behind until then, in nanoseconds.
    public func synchronise(atBoottime boottime: Int64, step: Int64 = 0) {
        server.withLock { $0 = Server(boottime: boottime, step: step) }
    }
}
