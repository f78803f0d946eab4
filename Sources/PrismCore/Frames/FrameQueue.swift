// SPDX-License-Identifier: MIT
// The queue behind a subscription: fixed places, one waiting consumer, no allocation per frame.

/// Frames waiting for one consumer.
final class FrameQueue: Sendable {
    /// Woken with true where a frame was handed over.
    private typealias Waiter = UnsafeContinuation<Bool, Never>

    private struct State {
        var places: [CameraFrame?]
        var head = 0
        var count = 0
        var left: Int?
        var dropped = 0
        var waiter: Waiter?
        /// The frame of a consumer that was woken. It goes through the lock, because ThreadSanitizer does not
        /// see that a continuation which is resumed before it is awaited orders anything.
        var handed: CameraFrame?
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

    /// Offers a frame.
    ///
    /// Thread: the camera's. Returns false where the queue takes no more, ever.
    func offer(_ frame: CameraFrame) -> Bool {
        var evicted: CameraFrame?  // given back outside the lock
        var waiter: Waiter?
        let goesOn = state.withLock { state -> Bool in
            guard !state.isFinished, state.left != 0 else { return false }
            state.left = state.left.map { $0 - 1 }
            if let waiting = state.waiter {
                state.waiter = nil
                state.handed = frame
                waiter = waiting
            } else {
                evicted = store(frame, &state)
            }
            return state.left != 0
        }
        waiter?.resume(returning: true)
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
        var waiter: Waiter?
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
        waiter?.resume(returning: false)
        withExtendedLifetime(waiting) {}
    }

    func next() async throws(PrismError) -> CameraFrame? {
        guard !state.withLock({ $0.waiter != nil || $0.handed != nil }) else {
            throw PrismError(.busy, "two consumers wait on one subscription; each needs its own")
        }
        let isHanded = await withTaskCancellationHandler {
            await withUnsafeContinuation { (waiter: Waiter) in
                if let isHanded = state.withLock({ enter(waiter, &$0) }) {
                    waiter.resume(returning: isHanded)
                }
            }
        } onCancel: {
            cancelWaiter()
        }
        if isHanded { return state.withLock { $0.handed.take() } }
        if let error = state.withLock({ $0.error }) { throw error }
        return nil
    }

    /// True with a frame handed over, false at the end, nil where the consumer waits.
    private func enter(_ waiter: Waiter, _ state: inout State) -> Bool? {
        // Two that raced past the check above: the second one gets the end rather than the first one's frame.
        guard state.waiter == nil, state.handed == nil else { return false }
        if let frame = take(&state) {
            state.handed = frame
            return true
        }
        guard !state.isFinished, state.left != 0, !Task.isCancelled else { return false }
        state.waiter = waiter
        return nil
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
        let waiter = state.withLock { $0.waiter.take() }
        waiter?.resume(returning: false)
    }
}
