// SPDX-License-Identifier: MIT
// Wishes on their way from the threads of the devices to the preview.

internal import PrismCore

/// Keeps wishes until the preview has time for them; for any number of threads.
public final class ActionQueue: Sendable {
    /// More than a hand can give while a long frame is exposed; what comes behind is lost.
    static let capacity = 256

    private let waiting = Lock<[InputAction]>([])
    private let onQuit: @Sendable () -> Void

    /// Makes a queue; `onQuit` is called at once for ``InputAction/quit``, on the thread that says so.
    public init(onQuit: @escaping @Sendable () -> Void = {}) { self.onQuit = onQuit }

    /// Adds wishes.
    public func add(_ actions: [InputAction]) {
        waiting.withLock { waiting in
            waiting += actions.prefix(max(0, ActionQueue.capacity - waiting.count))
        }
        if actions.contains(.quit) { onQuit() }
    }

    /// The wishes since the last call.
    public func take() -> [InputAction] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
