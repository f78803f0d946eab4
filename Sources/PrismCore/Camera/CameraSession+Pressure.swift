// SPDX-License-Identifier: MIT
// The health of a session: the board's, the frames', and why there are none just now.

/// Why no frames come from a camera that should run.
public enum InterruptionReason: String, CaseIterable, Hashable, Sendable {
    /// No frame came in time.
    case stalled
    /// The pipeline timed out.
    case timedOut
    /// Consumers hold every buffer.
    case starved
    /// The camera was unplugged.
    case unplugged
    /// The session gave up.
    case failed
}

/// How a session fares.
public struct SessionHealth: Hashable, Sendable {
    /// The board, as it was last told of by ``CameraSession/watch(_:)``.
    public var system: SystemHealth
    /// Frames that the sensor made and nobody got, by gaps in their numbers.
    public var missedFrames: Int
    /// Why there are no frames; nil while there are, or should be none.
    public var interruption: InterruptionReason?
    /// Nanoseconds from the start to its first frame; nil before.
    public var timeToFirstFrame: Int64?

    /// The board's, and `critical` while frames are interrupted for good.
    public var pressure: SystemPressure {
        interruption == .failed ? .critical : system.pressure
    }
}

/// What a session counts for its ``SessionHealth``; lives inside the actor.
struct SessionTally {
    var system = SystemHealth()
    private(set) var missedFrames = 0
    private(set) var interruption: InterruptionReason?
    private(set) var timeToFirstFrame: Int64?
    private var lastSequence: UInt32?
    private var startTime: Int64?

    mutating func started(_ now: Int64) {
        lastSequence = nil
        timeToFirstFrame = nil
        startTime = now
    }

    /// True for the first frame after a start.
    mutating func frameCame(_ sequence: UInt32, now: () -> Int64) -> Bool {
        interruption = nil
        defer { lastSequence = sequence }
        guard let lastSequence else {
            if let startTime { timeToFirstFrame = now() - startTime }
            return true
        }
        if sequence > lastSequence { missedFrames += Int(sequence - lastSequence) - 1 }
        return false
    }

    mutating func happened(_ event: CameraEvent) {
        switch event {
        case .stalled: interruption = .stalled
        case .timedOut: interruption = .timedOut
        case .starved: interruption = .starved
        case .unplugged: interruption = .unplugged
        case .returned, .recovered, .ignored, .pressure: break
        }
    }

    mutating func failed() { interruption = .failed }
    mutating func stopped() { interruption = nil }
}

extension CameraSession {
    /// How the session fares.
    public var health: SessionHealth {
        SessionHealth(
            system: tally.system, missedFrames: tally.missedFrames,
            interruption: tally.interruption, timeToFirstFrame: tally.timeToFirstFrame)
    }

    /// Takes a reading of the board; a change of pressure is told by a ``CameraEvent/pressure(_:)``.
    public func note(_ system: SystemHealth) {
        let before = tally.system.pressure
        tally.system = system
        guard system.pressure != before else { return }
        tell(.pressure(system.pressure))
    }

    /// Takes every reading of a monitor until the task is cancelled or the monitor goes.
    public nonisolated func watch(_ monitor: HealthMonitor) async {
        for await reading in await monitor.stream() { await note(reading) }
    }

    /// Tells everyone: the tally, the log, the listeners.
    func tell(_ event: CameraEvent) {
        tally.happened(event)
        PrismLog.write(event.level, .session, "\(descriptor.model): \(event.text)")
        events.yield(event)
    }
}

extension CameraEvent {
    /// The event in words, for logs and for people.
    public var text: String {
        switch self {
        case .stalled(let waited): "no frame came for \(ControlPlan.text(waited))"
        case .timedOut: "the sensor timed out"
        case .starved: "consumers hold every buffer"
        case .unplugged: "unplugged"
        case .returned: "plugged in again"
        case .ignored(let wish): "\(wish.control.rawValue) is left out: \(wish.reason.text)"
        case .pressure(let pressure): "the board's pressure is \(pressure.rawValue)"
        case .recovered(let attempts): "running again after \(attempts) attempts"
        }
    }

    /// How important the event is to a log.
    var level: LogLevel {
        switch self {
        case .returned, .recovered: .notice
        case .pressure(let pressure): pressure >= .serious ? .warning : .notice
        case .stalled, .timedOut, .starved, .unplugged, .ignored: .warning
        }
    }
}
