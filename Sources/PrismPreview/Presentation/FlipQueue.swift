// SPDX-License-Identifier: MIT
// Which buffer waits, which is on its way, which is on the screen; pure, so that every order of events is a test's table.

/// Buffers of one screen: at most one *pending* (the newest), one *queued* (committed) and one *active* (on the screen).
///
/// Each call says what to do: commit a buffer, give one back. A buffer goes back exactly when its replacement is on
/// the screen, or when it never will be.
package struct FlipQueue<Buffer> {
    /// What a call asks for.
    package struct Action {
        /// To be committed now; then ``FlipQueue/committed()`` or ``FlipQueue/refused(_:)`` follows.
        package var commit: Buffer?
        /// Back to its owner.
        package var giveBack: Buffer?
        /// Back as well: only after a lost event.
        package var alsoGiveBack: Buffer?
    }

    /// What a refused commit means.
    package enum Refusal: Hashable, Sendable {
        /// Another commit is under way (EBUSY): try again at its flip, or later.
        case busy
        /// This buffer cannot be shown; the next one may.
        case buffer
    }

    /// The newest, waiting for the one on its way.
    package private(set) var pending: Buffer?
    /// Committed, or about to be; its flip has not come.
    package private(set) var queued: Buffer?
    /// On the screen.
    package private(set) var active: Buffer?
    /// Was on the screen when a flip event got lost; nobody knows whether it still is.
    package private(set) var doubtful: Buffer?
    /// True from a busy refusal until the next try.
    package private(set) var awaitsRetry = false
    /// Buffers that were replaced before they were shown.
    package private(set) var dropped = 0
    /// Buffers that came on the screen.
    package private(set) var shown = 0

    package init() {}

    /// Number of buffers held.
    package var held: Int {
        [pending, queued, active, doubtful].reduce(0) { $0 + ($1 == nil ? 0 : 1) }
    }

    /// A new buffer. It replaces one that waits.
    package mutating func present(_ buffer: Buffer) -> Action {
        guard queued != nil || awaitsRetry else {
            queued = buffer
            return Action(commit: buffer)
        }
        defer { pending = buffer }
        if pending != nil { dropped += 1 }
        return Action(giveBack: pending)
    }

    /// The commit of the queued buffer was refused.
    package mutating func refused(_ refusal: Refusal) -> Action {
        guard let buffer = queued else { return Action() }
        queued = nil
        switch refusal {
        case .busy:
            awaitsRetry = true
            guard pending != nil else {
                pending = buffer
                return Action()
            }
            dropped += 1
            return Action(giveBack: buffer)
        case .buffer:
            dropped += 1
            var action = commitPending()
            action.giveBack = buffer
            return action
        }
    }

    /// The queued buffer is on the screen.
    package mutating func flipped() -> Action {
        // The event of somebody else's commit, which kept ours busy.
        guard let buffer = queued else { return retry() }
        let old = active
        let older = doubtful
        active = buffer
        queued = nil
        doubtful = nil
        shown += 1
        var action = commitPending()
        action.giveBack = old
        action.alsoGiveBack = older
        return action
    }

    /// Time to try again after a busy refusal.
    package mutating func retry() -> Action {
        guard awaitsRetry else { return Action() }
        awaitsRetry = false
        return commitPending()
    }

    /// No event came for the queued buffer in reasonable time: it counts as shown, but what it replaced stays ours until
    /// the next flip, as it may still be scanned out.
    package mutating func lostEvent() -> Action {
        guard let buffer = queued else { return retry() }
        let oldest = doubtful
        doubtful = active
        active = buffer
        queued = nil
        var action = commitPending()
        action.giveBack = oldest
        return action
    }

    /// The buffer that waits, for somebody who can make better use of it.
    package mutating func takePending() -> Buffer? {
        defer { pending = nil }
        return pending
    }

    /// Everything back, once the plane shows none of it.
    package mutating func drain() -> [Buffer] {
        defer {
            pending = nil
            queued = nil
            active = nil
            doubtful = nil
            awaitsRetry = false
        }
        return [pending, queued, active, doubtful].compactMap { $0 }
    }

    private mutating func commitPending() -> Action {
        guard let next = pending else { return Action() }
        pending = nil
        queued = next
        return Action(commit: next)
    }
}
