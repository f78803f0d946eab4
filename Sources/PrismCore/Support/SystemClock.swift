// SPDX-License-Identifier: MIT
// The machine's clocks behind a protocol: the one that never jumps, the wall clock, and whether it can be believed.

internal import CPrismLinux
internal import Glibc

/// The clocks of one moment, in nanoseconds.
public struct ClockReading: Hashable, Sendable {
    /// CLOCK_BOOTTIME: since the machine started, suspend included; never jumps.
    public var boottime: Int64
    /// CLOCK_MONOTONIC: as boottime, but it stands still in suspend.
    public var monotonic: Int64
    /// CLOCK_REALTIME: since 1970; jumps when somebody sets it.
    public var utc: Int64
    /// Whether the wall clock is known to be right.
    public var isSynchronised: Bool
    /// Which start of the machine `boottime` counts from.
    public var bootIdentifier: String

    /// Makes a reading.
    public init(
        boottime: Int64, monotonic: Int64, utc: Int64, isSynchronised: Bool, bootIdentifier: String
    ) {
        self.boottime = boottime
        self.monotonic = monotonic
        self.utc = utc
        self.isSynchronised = isSynchronised
        self.bootIdentifier = bootIdentifier
    }
}

/// Where the time comes from.
public protocol SystemClock: Sendable {
    /// All clocks of this moment. Thread: any.
    func read() -> ClockReading
    /// Waits until CLOCK_BOOTTIME reaches a time; a later clock returns at once.
    ///
    /// - Throws: `CancellationError` where the task was cancelled.
    func wait(untilBoottime nanoseconds: Int64) async throws
}

/// The kernel's clocks.
public struct KernelClock: SystemClock {
    private let bootIdentifier: String
    /// systemd-timesyncd's mark, for kernels whose flag another daemon keeps (chrony's `rtcsync` off).
    private static let mark = "/run/systemd/timesync/synchronized"

    /// Reads the boot identifier once; it cannot change within one process.
    public init() {
        bootIdentifier = KernelClock.readBootIdentifier()
    }

    /// All clocks of this moment, read one right after the other.
    public func read() -> ClockReading {
        let monotonic = nanoseconds(CLOCK_MONOTONIC)
        return ClockReading(
            boottime: nanoseconds(CLOCK_BOOTTIME), monotonic: monotonic,
            utc: nanoseconds(CLOCK_REALTIME), isSynchronised: isSynchronised,
            bootIdentifier: bootIdentifier)
    }

    /// Waits until CLOCK_BOOTTIME reaches a time, through suspends.
    public func wait(untilBoottime deadline: Int64) async throws {
        // In pieces, because the sleep stands still while the machine is suspended.
        while true {
            let left = deadline - nanoseconds(CLOCK_BOOTTIME)
            guard left > 0 else { return }
            try await Task.sleep(nanoseconds: UInt64(min(left, 1_000_000_000)))
        }
    }

    private var isSynchronised: Bool {
        prism_linux_clock_synchronised() == 1 || access(KernelClock.mark, F_OK) == 0
    }

    private func nanoseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func readBootIdentifier() -> String {
        let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).filter { $0 > 0x20 }, as: UTF8.self)
    }
}
