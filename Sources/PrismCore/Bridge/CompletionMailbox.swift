// SPDX-License-Identifier: MIT
// The fixed ring between a handler's thread and the camera thread.

internal import CPrismCamera

/// Mail from the handler's thread: completions in their order, and that the camera is gone.
///
/// It cannot overflow: a request completes once, and there are no more requests than places.
/// `@unchecked Sendable`: everything is reached under the lock only.
final class CompletionMailbox: @unchecked Sendable {
    private struct State {
        var head = 0
        var count = 0
        var isDisconnected = false
    }

    private static let capacity = Int(PRISM_MAX_BUFFERS)
    private let places = UnsafeMutablePointer<Completion>.allocate(capacity: capacity)
    private let state = Lock(State())

    deinit { places.deallocate() }

    /// Thread: the handler's.
    ///
    /// Never allocates.
    func post(_ completion: UnsafePointer<prism_completion>) {
        let completion = Completion(pointer: completion, time: DedicatedExecutor.now())
        state.withLock { state in
            precondition(state.count < Self.capacity, "more completions than requests")
            let place = (state.head + state.count) % Self.capacity
            (places + place).initialize(to: completion)
            state.count += 1
        }
    }

    /// Thread: the handler's.
    func postDisconnected() { state.withLock { $0.isDisconnected = true } }

    /// The oldest completion.
    ///
    /// Thread: the camera's.
    func take() -> Completion? {
        state.withLock { state in
            guard state.count > 0 else { return nil }
            let completion = places[state.head]
            state.head = (state.head + 1) % Self.capacity
            state.count -= 1
            return completion
        }
    }

    /// True once after the camera was unplugged.
    ///
    /// Thread: the camera's.
    func takeDisconnected() -> Bool {
        state.withLock { state in
            defer { state.isDisconnected = false }
            return state.isDisconnected
        }
    }
}
