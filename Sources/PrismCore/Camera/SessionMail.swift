// SPDX-License-Identifier: MIT
// What foreign threads tell a session besides completions.

/// The doorbell of a session, and whether its camera came back.
final class SessionMail: Sendable {
    /// Wakes the session's thread.
    ///
    /// Thread: any.
    let ring: @Sendable () -> Void
    private let hasReturned = Lock(false)

    init(ring: @escaping @Sendable () -> Void) { self.ring = ring }

    /// Thread: the handler's.
    func postReturned() {
        hasReturned.withLock { $0 = true }
        ring()
    }

    /// True once after the camera came back.
    ///
    /// Thread: the session's.
    func takeReturned() -> Bool {
        hasReturned.withLock { flag in
            defer { flag = false }
            return flag
        }
    }
}
