// SPDX-License-Identifier: MIT
// The horizon from the board's accelerometer, read on a thread of its own.

public import PrismCore

/// Follows how the camera is held.
public final class LevelSensor: Sendable {
    /// Ten readings a second follow a hand well.
    package static let interval: Int64 = 100_000_000

    private let accelerometer: Accelerometer
    private let executor: DedicatedExecutor
    private let indicator = Lock(LevelIndicator())

    /// Begins to read; nil where this board has no accelerometer.
    ///
    /// - Throws: `noMemory` where the process may have no more threads.
    public convenience init?() throws(PrismError) { try self.init(root: "") }

    /// With a root of its own, for tests.
    init?(root: String) throws(PrismError) {
        guard let accelerometer = Accelerometer(root: root) else { return nil }
        self.accelerometer = accelerometer
        executor = try DedicatedExecutor(name: "prism-level")
        executor.onMail({}, onDeadline: { [weak self] in self?.read() })
        executor.setDeadline(0)
    }

    /// Takes a reading now.
    func read() {
        if let gravity = accelerometer.read() { take(gravity) }
        executor.setDeadline(DedicatedExecutor.now() + LevelSensor.interval)
    }

    /// At rest a board measures what holds it up; the picture's y goes down, and its z away from the viewer.
    private func take(_ up: Gravity) {
        indicator.withLock { _ = $0.update(x: -up.x, y: up.y, z: up.z) }
    }

    /// What is to be shown.
    public var reading: LevelIndicator.Reading { indicator.withLock { $0.reading } }

    /// Ends reading.
    public func close() { executor.stop() }

    deinit { executor.stop() }
}
