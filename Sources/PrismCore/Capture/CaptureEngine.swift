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
        /// The user has enough: whatever is left is left out, and what was held is restored.
        case enough
        /// The user calls it off.
        case cancel
        /// Something failed.
        case fail(PrismError)
    }

    /// What to do, in order.
    public enum Action: Hashable, Sendable {
        /// Set controls and answer with `.controlsSent` (or `.fail`).
        case set(ControlSettings)
        /// Give back what the first names: what the second says of it, else automatic; answer as to `.set`.
        case restore(ControlSettings, to: ControlSettings)
        /// Keep the frame that came with this input.
        case keep
        /// Let go of a kept frame: its place, from 0 for the oldest.
        case drop(at: Int)
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
    /// Frames that earlier steps keep.
    private var keptBefore = 0
    private var times: [SensorTime] = []
    private var wasReady = true

    /// The camera's least gain, see ``AppliedTest/leastGain``.
    private let leastGain: Double?

    /// Makes an engine for a plan on a camera whose least gain is known, or not.
    public init(_ plan: CapturePlan, leastGain: Double? = nil) {
        self.plan = plan
        self.leastGain = leastGain
    }

    /// Takes an event.
    public mutating func handle(_ input: Input) -> [Action] {
        switch (phase, input) {
        case (.done, _): return []
        case (_, .cancel): return end(PrismError(.cancelled, "the capture was called off"))
        case (_, .fail(let error)): return end(error)
        case (_, .enough): return end(nil)
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
            return left > 0 ? [] : advance()
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
            guard let touched else { return advance() }
            phase = .sending(step)
            return [.restore(touched, to: before)]
        case .awaitApplied, .awaitReady:
            phase = .waiting(since: nil)
            return []
        case .collect(let count, let pick):
            keptBefore = kept
            return collect(count, pick)
        case .consume:
            phase = .consuming
            return [.consume]
        }
    }

    private mutating func collect(_ count: Int, _ pick: CapturePlan.Pick) -> [Action] {
        var left = max(0, count)
        var awaitsTrigger = false
        switch pick {
        case .next: break
        case .at(let wanted):
            times = wanted
            left = min(left, wanted.count)
        case .aroundTrigger(let before): awaitsTrigger = before > 0
        }
        phase = .collecting(left: left, hasTriggered: false)
        return left > 0 || awaitsTrigger ? [] : advance()
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
    private var test: AppliedTest {
        AppliedTest(before.merging(touched ?? ControlSettings()), leastGain: leastGain)
    }

    /// The frame that ends a wait is the first that a collecting step right behind it may keep.
    private mutating func settle(_ frame: FrameSummary) -> [Action] {
        let actions = advance()
        guard actions.isEmpty, case .collecting = phase else { return actions }
        return collect(frame)
    }

    private mutating func collect(_ frame: FrameSummary) -> [Action] {
        guard case .collecting(let left, let hasTriggered) = phase,
            case .collect(_, let pick) = plan.steps[index]
        else { return [] }
        switch pick {
        case .next: return keep(left, hasTriggered)
        case .at: return isWanted(frame.metadata) ? keep(left, hasTriggered) : []
        case .aroundTrigger(let limit):
            if hasTriggered { return keep(left, true) }
            guard limit > 0 else { return [] }
            guard kept - keptBefore >= limit else {
                kept += 1
                return [.keep]
            }
            return [.drop(at: keptBefore), .keep]
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
        let restore = touched.map { [Action.restore($0, to: before)] } ?? []
        phase = .done
        return restore + [.finish(Outcome(error: error, wasReady: wasReady))]
    }
}
