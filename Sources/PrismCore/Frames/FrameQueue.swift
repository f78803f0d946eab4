// SPDX-License-Identifier: MIT
// The queue behind a subscription: fixed places, one waiting consumer, no allocation per frame.

/// Frames waiting for one consumer.
final class FrameQueue: Sendable {
    private struct State {
        var places: [CameraFrame?]
        var head = 0
        var count = 0
        var left: Int?
        var dropped = 0
        var waiter: UnsafeContinuation<CameraFrame?, Never>?
        var isFinished = false
        var error: PrismError?
    }

    let policy: FramePolicy
    private let state: Lock<State>

    init(_ policy: FramePolicy) {
        self.policy = policy
        var first = State(places: Array(repeating: nil, count: policy.capacity))
        if case .next(let count) = policy { first.left = max(1, count) }
        state = Lock(first)
    }

    var dropped: Int { state.withLock { $0.dropped } }
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Offers a frame. Thread: the camera's. Returns false where the queue takes no more, ever.
    func offer(_ frame: CameraFrame) -> Bool {
        var evicted: CameraFrame?  // given back outside the lock
        var waiter: UnsafeContinuation<CameraFrame?, Never>?
        let goesOn = state.withLock { state -> Bool in
            guard !state.isFinished, state.left != 0 else { return false }
            state.left = state.left.map { $0 - 1 }
            if let waiting = state.waiter {
                state.waiter = nil
                waiter = waiting
            } else {
                evicted = store(frame, &state)
            }
            return state.left != 0
        }
        waiter?.resume(returning: frame)
        withExtendedLifetime(evicted) {}
        return goesOn
    }

    private func store(_ frame: CameraFrame, _ state: inout State) -> CameraFrame? {
        let capacity = state.places.count
        if state.count < capacity {
            state.places[(state.head + state.count) % capacity] = frame
            state.count += 1
            return nil
        }
        state.dropped += 1
        guard policy == .latest else { return nil }  // the newcomer is the one dropped
        defer { state.places[state.head] = frame }
        return state.places[state.head]
    }

    /// Ends the queue: frames that wait go back, a waiting consumer gets nil or the error.
    func finish(_ error: PrismError?) {
        var waiting: [CameraFrame?] = []
        var waiter: UnsafeContinuation<CameraFrame?, Never>?
        state.withLock { state in
            guard !state.isFinished else { return }
            state.isFinished = true
            state.error = error
            waiting = state.places
            state.places = Array(repeating: nil, count: state.places.count)
            state.count = 0
            waiter = state.waiter
            state.waiter = nil
        }
        waiter?.resume(returning: nil)
        withExtendedLifetime(waiting) {}
    }

    func next() async throws(PrismError) -> CameraFrame? {
        let frame = await withTaskCancellationHandler {
            await withUnsafeContinuation {
                (continuation: UnsafeContinuation<CameraFrame?, Never>) in
                let ready = state.withLock { state -> CameraFrame?? in
                    if let frame = take(&state) { return .some(frame) }
                    if state.isFinished || state.left == 0 || Task.isCancelled { return .some(nil) }
                    precondition(state.waiter == nil, "one consumer at a time per subscription")
                    state.waiter = continuation
                    return nil
                }
                if let ready { continuation.resume(returning: ready) }
            }
        } onCancel: {
            cancelWaiter()
        }
        if frame == nil, let error = state.withLock({ $0.error }) { throw error }
        return frame
    }

    private func take(_ state: inout State) -> CameraFrame? {
        guard state.count > 0 else { return nil }
        defer {
            state.places[state.head] = nil
            state.head = (state.head + 1) % state.places.count
            state.count -= 1
        }
        return state.places[state.head]
    }

    private func cancelWaiter() {
        let waiter = state.withLock { state -> UnsafeContinuation<CameraFrame?, Never>? in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: nil)
    }
}
