// SPDX-License-Identifier: MIT
// A lock that ThreadSanitizer can see; Synchronization.Mutex is invisible to it on Linux.

internal import Glibc

/// State that one thread at a time may touch.
///
/// `@unchecked Sendable`: `state` is only reached between lock and unlock.
public final class Lock<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var state: State

    /// Makes a lock around its first state.
    public init(_ initial: State) {
        state = initial
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with the state held; it must be short and must not take another lock.
    public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_mutex_unlock(mutex)
            // The last use of `self` as the optimiser sees it is `state`: without this the last reference may go, and the
            // mutex with it, before it is unlocked.
            withExtendedLifetime(self) {}
        }
        return try body(&state)
    }
}
