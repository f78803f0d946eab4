// SPDX-License-Identifier: MIT
// One consumer's place in the fan-out: how many frames it may hold, and what is dropped when it is slow.

/// How a subscription takes frames; it decides how many buffers the consumer may hold.
public enum FramePolicy: Hashable, Sendable {
    /// The newest frame; an older one that was not fetched is dropped. Holds two: one waiting, one in hand.
    case latest
    /// Every frame while at most `limit` wait; a newcomer to a full queue is dropped. Holds `limit` + 1.
    case every(limit: Int)
    /// The next `count` frames, then the end. Holds `count`.
    case next(count: Int)

    /// Most buffers that a consumer of this policy holds at once.
    public var loans: Int {
        switch self {
        case .latest: 2
        case .every(let limit): max(1, limit) + 1
        case .next(let count): max(1, count)
        }
    }

    var capacity: Int {
        switch self {
        case .latest: 1
        case .every(let limit): max(1, limit)
        case .next(let count): max(1, count)
        }
    }
}

/// Frames for one consumer.
///
/// Letting go of it ends the subscription.
public final class FrameSubscription: Sendable, AsyncSequence {
    /// What the sequence delivers.
    public typealias Element = CameraFrame
    let queue: FrameQueue

    init(_ queue: FrameQueue) { self.queue = queue }

    deinit { queue.finish(nil) }

    /// How this subscription takes frames.
    public var policy: FramePolicy { queue.policy }

    /// Frames that came while no place was free.
    public var dropped: Int { queue.dropped }

    /// The next frame, or nil after the end.
    ///
    /// - Throws: What ended the camera: `stalled`, `unplugged`.
    public func next() async throws(PrismError) -> CameraFrame? { try await queue.next() }

    /// Ends the subscription; waiting frames go back.
    public func cancel() { queue.finish(nil) }

    /// Iterates with ``next()``.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let subscription: FrameSubscription

        /// The next frame, or nil after the end.
        public mutating func next() async throws(PrismError) -> CameraFrame? {
            try await subscription.next()
        }
    }

    /// An iterator; all iterators of one subscription share its frames.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: self) }
}
