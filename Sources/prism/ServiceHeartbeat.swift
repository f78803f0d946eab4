// SPDX-License-Identifier: MIT
// Tells the service manager that a time-lapse lives, by nothing but frames that came.

internal import Glibc
import PrismCore

/// What a service manager is told at which frame.
struct HeartbeatRule: Equatable, Sendable {
    /// Nanoseconds between two signs of life; nil where nobody waits for them.
    private let pause: Int64?
    private var last: Int64?

    /// - Parameter watchdog: Within how many nanoseconds a sign has to come.
    init(watchdog: Int64?) {
        // Half of the time would do (sd_watchdog_enabled(3)); a late frame shall not cost the run.
        pause = watchdog.map { $0 / 4 }
    }

    /// Whether no frame came yet.
    var isWaiting: Bool { last == nil }

    /// What to send at a frame that came at `now`, in nanoseconds of a clock that is never set.
    mutating func frame(at now: Int64) -> String? {
        guard let last else {
            last = now
            return pause == nil ? "READY=1" : "READY=1\nWATCHDOG=1"
        }
        guard let pause, now - last >= pause else { return nil }
        self.last = now
        return "WATCHDOG=1"
    }
}

/// Signs of life for systemd's Type=notify and WatchdogSec=.
final class ServiceHeartbeat: Sendable {
    private let socket: ServiceSocket?
    private let rule: Lock<HeartbeatRule>

    /// - Parameter socket: Who is told; nil where no service manager started the program.
    init(socket: ServiceSocket? = ServiceSocket(Environment.value, process: getpid())) {
        self.socket = socket
        rule = Lock(HeartbeatRule(watchdog: socket?.watchdog))
    }

    /// Takes note of a sound frame. Thread: any; never blocks.
    func frameCame() {
        guard let socket else { return }
        let now = ServiceHeartbeat.now()
        if let text = rule.withLock({ $0.frame(at: now) }) { socket.send(text) }
    }

    /// Every picture is there. A run that was complete before needs no frame, and is no failed start.
    func complete() {
        if rule.withLock({ $0.isWaiting }) {
            socket?.send("READY=1\nSTATUS=every picture of the run is there")
        }
    }

    /// The work is being brought to its end.
    func stop() { socket?.send("STOPPING=1") }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
