// SPDX-License-Identifier: MIT
// Watches how the board fares, on a thread of its own.

/// Reads a ``HealthProbe`` again and again and tells whoever listens.
public actor HealthMonitor {
    private nonisolated let executor: DedicatedExecutor
    /// Runs the actor on its own thread, where reading may block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let probe: HealthProbe
    private let interval: Int64
    private var listeners = Broadcast<SystemHealth>()
    private var isWatching = false
    /// The newest reading.
    public private(set) var latest = SystemHealth()

    /// Makes a monitor, which reads nothing before somebody asks.
    ///
    /// - Parameters:
    ///   - probe: Where figures come from.
    ///   - interval: From one reading to the next, in nanoseconds; 100 ms at least.
    /// - Throws: What keeps the system from starting a thread.
    public init(
        _ probe: HealthProbe = HealthProbe(), every interval: Int64 = 5_000_000_000
    ) throws(PrismError) {
        executor = try DedicatedExecutor(name: "prism-health")
        self.probe = probe
        self.interval = max(100_000_000, interval)
    }

    deinit {
        listeners.finish()
        executor.stop()
    }

    /// Reads now.
    @discardableResult
    public func read() -> SystemHealth {
        latest = probe.read()
        return latest
    }

    /// Every reading from now on, beginning with one of now; for any number of listeners.
    public func stream() -> AsyncStream<SystemHealth> {
        if !isWatching {
            isWatching = true
            executor.onMail({}, onDeadline: { [weak self] in self?.deadlineCame() })
            executor.setDeadline(DedicatedExecutor.now() + interval)
        }
        return listeners.stream(first: read())
    }

    nonisolated private func deadlineCame() { assumeIsolated { $0.tick() } }

    private func tick() {
        listeners.yield(read())
        executor.setDeadline(DedicatedExecutor.now() + interval)
    }
}
