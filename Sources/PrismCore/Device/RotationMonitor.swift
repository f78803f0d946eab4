// SPDX-License-Identifier: MIT
// A stream of rotation angles, on a thread that may wait for the accelerometer.

/// Tells how captures and previews must be turned, as the device is turned.
public actor RotationMonitor {
    private nonisolated let executor: DedicatedExecutor
    /// Runs the actor on its own thread, where reading may block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let mount: Int
    private let display: Int
    private let sensor: Accelerometer?
    private var filter = RotationFilter()
    private var listeners = Broadcast<RotationAngles>()
    private var isWatching = false

    /// Ten readings a second follow a hand well.
    private static let interval: Int64 = 100_000_000

    /// Makes a monitor.
    ///
    /// - Parameters:
    ///   - mount: The sensor's rotation against the device, in degrees clockwise.
    ///   - display: The screen's.
    /// - Throws: What keeps the system from starting a thread.
    public init(mount: Int, display: Int = 0) throws(PrismError) {
        try self.init(mount: mount, display: display, root: "")
    }

    /// With a root of its own, for tests.
    package init(mount: Int, display: Int, root: String) throws(PrismError) {
        executor = try DedicatedExecutor(name: "prism-rotation")
        self.mount = mount
        self.display = display
        sensor = Accelerometer(root: root)
    }

    deinit {
        listeners.finish()
        executor.stop()
    }

    /// Whether the device knows how it is held; without an accelerometer only the mount counts.
    public nonisolated var tilt: Capability<Int> {
        guard sensor != nil else {
            return .absent(AbsenceReason(.board, "no accelerometer is wired to this board"))
        }
        return .available(0...270, default: 0, unit: "°")
    }

    /// The angles now.
    public var angles: RotationAngles {
        RotationAngles(mount: mount, device: filter.angle, display: display)
    }

    /// The angles from now on, beginning with the present ones; for any number of listeners.
    public func stream() -> AsyncStream<RotationAngles> {
        if !isWatching, sensor != nil {
            isWatching = true
            executor.onMail({}, onDeadline: { [weak self] in self?.deadlineCame() })
            read()
            executor.setDeadline(DedicatedExecutor.now() + RotationMonitor.interval)
        }
        return listeners.stream(first: angles)
    }

    /// Takes a reading now, whatever the interval.
    public func read() {
        guard let gravity = sensor?.read(), filter.take(gravity) else { return }
        listeners.yield(angles)
    }

    nonisolated private func deadlineCame() { assumeIsolated { $0.tick() } }

    private func tick() {
        read()
        executor.setDeadline(DedicatedExecutor.now() + RotationMonitor.interval)
    }
}

extension CameraSession {
    /// The sensor's rotation against the device in degrees clockwise, as the camera says; 0 where it does not.
    ///
    /// - Throws: What the camera fails with.
    public func mountRotation() throws(PrismError) -> Int {
        guard case .integer(let degrees)? = try properties()["Rotation"] else { return 0 }
        return Int(clamping: degrees)
    }
}
