// SPDX-License-Identifier: MIT
// The session's decisions as a pure machine: events and the time go in, actions come out.

/// Which state follows, when the watchdog bites, when to restart and when to give up.
///
/// All times are nanoseconds on one monotonic clock, given with each event.
public struct CameraStateMachine: Sendable {
    /// What happened.
    public enum Input: Hashable, Sendable {
        /// Streams and buffers are there (again).
        case configured
        /// The camera was started, or restarted.
        case started
        /// A start failed.
        case startFailed(PrismError)
        /// A frame came; the longest frame to be expected from now on.
        case frame(expected: Int64)
        /// A request was cancelled while running.
        case cancelled
        /// The deadline passed; whether the camera has a buffer to fill.
        case deadline(hasBuffers: Bool)
        /// The camera was unplugged.
        case unplugged
        /// The camera with our identifier came back.
        case returned
        /// The user stopped the camera.
        case stopped
        /// The user closed it.
        case closed
    }

    /// What to do about it, in order.
    public enum Action: Hashable, Sendable {
        /// Ask for `.deadline` at this time; nil: at none.
        case wake(at: Int64?)
        /// Stop the camera, ignore errors.
        case stop
        /// Start it again and answer with `.started` or `.startFailed`.
        case start
        /// Let the dead camera go.
        case letGo
        /// Open and configure it again, then start; answer with `.started` or `.startFailed`.
        case reopen
        /// Tell observers.
        case tell(CameraEvent)
        /// End all subscriptions with this error.
        case fail(PrismError)
    }

    private enum Phase: Sendable {
        case idle
        case watching
        case pausing(reopens: Bool)
        case awaitingReturn
        case reopening
    }

    /// State for observers.
    public private(set) var state: CameraState = .opened
    private let policy: RecoveryPolicy
    private var phase = Phase.idle
    private var attempts = 0
    private var lastFrame: Int64 = 0
    private var armed: Int64 = .max
    private var expected: Int64
    private var isStarved = false

    /// Makes a machine.
    ///
    /// - Parameters:
    ///   - policy: How hard to try.
    ///   - expectedFrame: Longest frame to be expected before the first one came, in nanoseconds.
    public init(policy: RecoveryPolicy, expectedFrame: Int64 = 33_333_333) {
        self.policy = policy
        expected = expectedFrame
    }

    /// Raises what the watchdog waits for, before a long exposure is asked for.
    ///
    /// Returns the new deadline.
    public mutating func expect(frame: Int64) -> [Action] {
        expected = max(expected, frame)
        guard case .watching = phase else { return [] }
        return [arm(lastFrame + WatchdogTimeout.after(frame: expected))]
    }

    private mutating func arm(_ deadline: Int64) -> Action {
        armed = deadline
        return .wake(at: deadline)
    }

    /// Takes an event.
    public mutating func handle(_ input: Input, now: Int64) -> [Action] {
        if case .closed = state { return [] }
        switch input {
        case .configured: return configured()
        case .started: return started(now)
        case .startFailed(let error): return restartOrGiveUp(error, now)
        case .frame(let frame): return frameCame(frame, now)
        case .cancelled: return cancelled(now)
        case .deadline(let hasBuffers): return deadlinePassed(hasBuffers, now)
        case .unplugged: return unplugged(now)
        case .returned: return returned()
        case .stopped: return stopped()
        case .closed: return rest(in: .closed)
        }
    }

    private mutating func configured() -> [Action] {
        if case .failed = state { return [] }
        state = .configured
        return []
    }

    private mutating func started(_ now: Int64) -> [Action] {
        lastFrame = now
        phase = .watching
        if attempts == 0 { state = .running }
        return [arm(now + WatchdogTimeout.after(frame: expected))]
    }

    /// Hot path: a frame in time costs no action; the deadline that is armed looks at `lastFrame` when it comes.
    private mutating func frameCame(_ frame: Int64, _ now: Int64) -> [Action] {
        guard case .watching = phase else { return [] }
        lastFrame = now
        expected = frame
        isStarved = false
        state = .running
        var actions: [Action] = []
        let deadline = now + WatchdogTimeout.after(frame: frame)
        // After a long exposure the armed deadline may lie minutes ahead.
        if deadline < armed - 1_000_000_000 { actions.append(arm(deadline)) }
        if attempts > 0 {
            actions.append(.tell(.recovered(attempts: attempts)))
            attempts = 0
        }
        return actions
    }

    private mutating func cancelled(_ now: Int64) -> [Action] {
        // One time-out cancels every request in flight; the first one starts the recovery.
        guard case .watching = phase else { return [] }
        let error = PrismError(
            .stalled, "the camera timed out (check the cable and the sensor overlay)")
        return [.tell(.timedOut)] + restartOrGiveUp(error, now)
    }

    private mutating func deadlinePassed(_ hasBuffers: Bool, _ now: Int64) -> [Action] {
        switch phase {
        case .idle, .reopening: return []
        case .watching: return noFrameCame(hasBuffers, now)
        case .pausing(reopens: false): return [.start]
        case .pausing(reopens: true):
            phase = .reopening
            return [.reopen]
        case .awaitingReturn:
            return giveUp(PrismError(.unplugged, "the camera was unplugged and did not come back"))
        }
    }

    private mutating func noFrameCame(_ hasBuffers: Bool, _ now: Int64) -> [Action] {
        let timeout = WatchdogTimeout.after(frame: expected)
        guard now >= lastFrame + timeout else { return [arm(lastFrame + timeout)] }
        guard hasBuffers else {
            // Not the camera's fault. Its time begins again once it has something to fill.
            lastFrame = now
            let first = !isStarved
            isStarved = true
            return (first ? [.tell(.starved)] : []) + [arm(now + timeout)]
        }
        let waited = now - lastFrame
        let error = PrismError(
            .stalled, "no frame came for \(ControlPlan.text(waited)) (check the cable)")
        return [.tell(.stalled(waited: waited))] + restartOrGiveUp(error, now)
    }

    private mutating func restartOrGiveUp(_ error: PrismError, _ now: Int64) -> [Action] {
        var reopens = false
        switch phase {
        case .idle: return []
        case .reopening: reopens = true
        default: break
        }
        attempts += 1
        guard attempts <= policy.maxRestarts else { return [.stop] + giveUp(error) }
        state = .recovering(attempt: attempts)
        if error.code == .unplugged, !reopens { return [.tell(.unplugged)] + waitForReturn(now) }
        phase = .pausing(reopens: reopens)
        let pause = arm(now + policy.pause(before: attempts))
        return reopens ? [pause] : [.stop, pause]
    }

    private mutating func unplugged(_ now: Int64) -> [Action] {
        if case .failed = state { return [] }
        if case .awaitingReturn = phase { return [] }
        if case .idle = phase {
            return [.tell(.unplugged)] + giveUp(PrismError(.unplugged, "the camera was unplugged"))
        }
        return [.tell(.unplugged)] + waitForReturn(now)
    }

    private mutating func waitForReturn(_ now: Int64) -> [Action] {
        guard policy.returnTimeout > 0 else {
            return giveUp(PrismError(.unplugged, "the camera was unplugged"))
        }
        attempts = max(1, attempts)
        state = .recovering(attempt: attempts)
        phase = .awaitingReturn
        return [.letGo, arm(now + policy.returnTimeout)]
    }

    private mutating func returned() -> [Action] {
        guard case .awaitingReturn = phase else { return [] }
        phase = .reopening
        return [.wake(at: nil), .tell(.returned), .reopen]
    }

    private mutating func giveUp(_ error: PrismError) -> [Action] {
        phase = .idle
        state = .failed(error)
        return [.wake(at: nil), .fail(error)]
    }

    /// A camera that is gone cannot be started again: what stops it ends the wait for it.
    private mutating func stopped() -> [Action] {
        switch phase {
        case .awaitingReturn, .reopening, .pausing(reopens: true):
            return giveUp(PrismError(.unplugged, "the camera was unplugged"))
        case .idle, .watching, .pausing(reopens: false): return rest(in: .configured)
        }
    }

    private mutating func rest(in next: CameraState) -> [Action] {
        phase = .idle
        attempts = 0
        if case .failed = state, next != .closed { return [.wake(at: nil)] }
        state = next
        return [.wake(at: nil)]
    }
}
