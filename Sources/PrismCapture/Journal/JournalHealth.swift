// SPDX-License-Identifier: MIT
// How board and session fared, as run.json and the lines of a journal have it.

public import PrismCore

/// How board and session fared at one moment; nil where they did not say.
public struct JournalHealth: Codable, Hashable, Sendable {
    /// nominal, fair, serious or critical.
    public var pressure: String
    /// The hottest zone in degrees Celsius.
    public var temperature: Double?
    /// The firmware's bits for power and heat.
    public var throttling: UInt32?
    /// Free contiguous memory in bytes.
    public var contiguousFree: Int64?
    /// Memory that programs could still get, in bytes.
    public var availableMemory: Int64?
    /// Room on the run's disk in bytes.
    public var freeDisk: Int64?
    /// Frames that the sensor made and nobody got, since the camera was opened.
    public var missedFrames: Int
    /// Why frames had ceased: a word of ``InterruptionReason``.
    public var interruption: String?

    /// Reads a session's health.
    public init(_ health: SessionHealth) {
        self.init(health.system)
        pressure = health.pressure.rawValue
        missedFrames = health.missedFrames
        interruption = health.interruption?.rawValue
    }

    /// Reads the board's health alone.
    public init(_ system: SystemHealth) {
        pressure = system.pressure.rawValue
        temperature = system.temperature.flatMap { $0.isFinite ? $0 : nil }
        throttling = system.throttling?.rawValue
        contiguousFree = system.contiguousFree
        availableMemory = system.availableMemory
        freeDisk = system.freeDisk
        missedFrames = 0
    }
}

/// Which shots' lines carry the health: the first, and each that finds it changed.
struct HealthNotes {
    private var last: (pressure: String, missed: Int, interruption: String?)?

    /// The health where it is worth a line's room.
    mutating func worthNoting(_ health: SessionHealth) -> JournalHealth? {
        let now = JournalHealth(health)
        defer { last = (now.pressure, now.missedFrames, now.interruption) }
        guard let last else { return now }
        let isSame =
            last.pressure == now.pressure && last.missed == now.missedFrames
            && last.interruption == now.interruption
        return isSame ? nil : now
    }
}
