// SPDX-License-Identifier: MIT
// Walks a plan: frames go in, actions come out. Pure, so every capture is tested without a camera.

/// The machine behind every capture.
public struct CaptureEngine: Sendable {
    /// What the engine needs to know of a frame.
    public struct FrameSummary: Hashable, Sendable {
        /// What the frame says of itself.
        public var metadata: FrameMetadata
        /// Start of its exposure in nanoseconds, on a clock that all frames of a run share.
        public var time: Int64
        /// Serial of the newest controls queued no later than it.
        public var controlSerial: UInt64
        /// Whether the camera trusts its pixels.
        public var isSound: Bool

        /// Makes a summary.
        public init(
            metadata: FrameMetadata, time: Int64, controlSerial: UInt64 = 0, isSound: Bool = true
        ) {
            self.metadata = metadata
            self.time = time
            self.controlSerial = controlSerial
            self.isSound = isSound
        }
    }

    /// What happened.
    public enum Input: Hashable, Sendable {
        /// Begin; the controls as they are set now.
        case begin(ControlSettings)
        /// Controls of a `.set` went out under this serial.
        case controlsSent(UInt64)
        /// A frame came.
        case frame(FrameSummary)
        /// The trigger was pressed.
        case trigger
        /// The consumer has taken what `.consume` handed it.
        case consumed
        /// The user calls it off.
        case cancel
        /// Something failed.
        case fail(PrismError)
    }

    /// What to do, in order.
    public enum Action: Hashable, Sendable {
        /// Set controls and answer with `.controlsSent` (or `.fail`).
        case set(ControlSettings)
        /// Keep the frame that came with this input.
        case keep
        /// Let the oldest kept frame go.
        case dropOldest
        /// Hand all kept frames to the consumer and answer with `.consumed` (or `.fail`).
        case consume
        /// Done; nothing follows.
        case finish(Outcome)
    }

    /// How it ended.
    public struct Outcome: Hashable, Sendable {
        /// What went wrong, or nil.
        public var error: PrismError?
        /// False where a step went on though what it awaited had not come.
        public var wasReady: Bool
    }

    private enum Phase: Sendable {
        case idle
        case sending(CapturePlan.Step)
        case waiting(since: Int64?)
        case collecting(left: Int, hasTriggered: Bool)
        case consuming
        case done
    }

    private let plan: CapturePlan
    private var index = 0
    private var phase = Phase.idle
    private var before = ControlSettings()
    private var touched: ControlSettings?
    private var serial: UInt64 = 0
    private var kept = 0
    private var times: [SensorTime] = []
    private var wasReady = true

    /// Makes an engine for a plan.
    public init(_ plan: CapturePlan) { self.plan = plan }

    /// Takes an event.
    public mutating func handle(_ input: Input) -> [Action] {
        switch (phase, input) {
        case (.done, _): return []
        case (_, .cancel): return end(PrismError(.cancelled, "the capture was called off"))
        case (_, .fail(let error)): return end(error)
        case (.idle, .begin(let settings)):
            before = settings
            return next()
        case (.sending(let step), .controlsSent(let serial)):
            self.serial = serial
            if step == .restore { touched = nil }
            return advance()
        case (.waiting(let since), .frame(let frame)): return wait(frame, since ?? frame.time)
        case (.collecting, .frame(let frame)): return collect(frame)
        case (.collecting(let left, _), .trigger):
            phase = .collecting(left: left, hasTriggered: true)
            return []
        case (.consuming, .consumed):
            kept = 0
            return advance()
        default: return []
        }
    }

    private mutating func advance() -> [Action] {
        index += 1
        return next()
    }

    private mutating func next() -> [Action] {
        guard plan.steps.indices.contains(index) else { return end(nil) }
        let step = plan.steps[index]
        switch step {
        case .hold(let settings):
            touched = (touched ?? ControlSettings()).merging(settings)
            phase = .sending(step)
            return [.set(settings)]
        case .restore:
            guard let settings = restoring() else { return advance() }
            phase = .sending(step)
            return [.set(settings)]
        case .awaitApplied, .awaitReady:
            phase = .waiting(since: nil)
            return []
        case .collect(let count, let pick):
            if case .at(let wanted) = pick { times = wanted }
            phase = .collecting(left: count, hasTriggered: false)
            return count > 0 ? [] : advance()
        case .consume:
            phase = .consuming
            return [.consume]
        }
    }

    /// What was set before, for exactly what the plan changed. What was never set goes back to automatic.
    private func restoring() -> ControlSettings? {
        guard let touched else { return nil }
        return ControlSettings(
            exposure: touched.exposure.map { _ in before.exposure ?? .auto },
            exposureValue: touched.exposureValue.map { _ in before.exposureValue ?? 0 },
            whiteBalance: touched.whiteBalance.map { _ in before.whiteBalance ?? .auto },
            frameDuration: touched.frameDuration.flatMap { _ in before.frameDuration })
    }

    private mutating func wait(_ frame: FrameSummary, _ since: Int64) -> [Action] {
        phase = .waiting(since: since)
        let isApplied = frame.controlSerial >= serial && test.matches(frame.metadata)
        switch plan.steps[index] {
        case .awaitApplied(let within):
            if isApplied { return settle(frame) }
            guard frame.time - since >= within else { return [] }
            return end(PrismError(.stalled, "the camera did not apply the controls in time"))
        case .awaitReady(let settled, let within):
            if isApplied, frame.isSound, !settled || frame.metadata.hasSettled {
                return settle(frame)
            }
            guard frame.time - since >= within else { return [] }
            wasReady = false
            return settle(frame)
        default: return []
        }
    }

    /// What frames should show: what was set before the plan, and what the plan held since.
    private var test: AppliedTest { AppliedTest(before.merging(touched ?? ControlSettings())) }

    /// The frame that ends a wait is the first that a collecting step right behind it may keep.
    private mutating func settle(_ frame: FrameSummary) -> [Action] {
        let actions = advance()
        guard actions.isEmpty, case .collecting = phase else { return actions }
        return collect(frame)
    }

    private mutating func collect(_ frame: FrameSummary) -> [Action] {
        guard case .collecting(let left, let hasTriggered) = phase,
            case .collect(let count, let pick) = plan.steps[index]
        else { return [] }
        switch pick {
        case .next: return keep(left, hasTriggered)
        case .at: return isWanted(frame.metadata) ? keep(left, hasTriggered) : []
        case .aroundTrigger(let limit):
            if hasTriggered { return keep(left, true) }
            guard limit > 0, count > 0 else { return [] }
            guard kept >= limit else {
                kept += 1
                return [.keep]
            }
            return [.dropOldest, .keep]
        }
    }

    private mutating func keep(_ left: Int, _ hasTriggered: Bool) -> [Action] {
        kept += 1
        guard left <= 1 else {
            phase = .collecting(left: left - 1, hasTriggered: hasTriggered)
            return [.keep]
        }
        return [.keep] + advance()
    }

    /// Takes the nearest frame: the first that starts no earlier than half a frame before the time.
    private mutating func isWanted(_ metadata: FrameMetadata) -> Bool {
        guard let wanted = times.first, let start = metadata.timestamp else { return false }
        let half = (metadata.frameDuration ?? 0) / 2
        guard start.nanoseconds >= wanted.nanoseconds - half else { return false }
        times.removeFirst()
        return true
    }

    private mutating func end(_ error: PrismError?) -> [Action] {
        let restore = restoring().map { [Action.set($0)] } ?? []
        phase = .done
        return restore + [.finish(Outcome(error: error, wasReady: wasReady))]
    }
}
