// SPDX-License-Identifier: MIT
// Deadlines origin + n * interval, and which frame is whose: integers only, so that nothing drifts.

/// The times at which a time-lapse's shots are due.
///
/// All times are nanoseconds on one clock (CLOCK_BOOTTIME, or a virtual camera's own). Index 0 is due at
/// ``origin``. A shot belongs to its index by time alone: what comes too late is skipped, never moved.
public struct TimelapseGrid: Hashable, Sendable {
    /// When index 0 is, or would have been, due.
    public let origin: Int64
    /// From one shot to the next; at least 1.
    public let interval: Int64
    /// Indices below this belong to the run; nil: it ends when somebody ends it.
    public let count: Int?

    /// What to do with a frame.
    public struct Decision: Hashable, Sendable {
        /// Indices whose time has passed without a frame.
        public var skipped: Range<Int>
        /// The index that the frame is the picture of; nil: let the frame go.
        public var take: Int?

        /// Makes a decision.
        public init(skipped: Range<Int>, take: Int? = nil) {
            self.skipped = skipped
            self.take = take
        }
    }

    /// Makes a grid.
    public init(origin: Int64, interval: Int64, count: Int? = nil) {
        self.origin = origin
        self.interval = max(1, interval)
        self.count = count
    }

    /// Makes the grid in which one index is due at a known time.
    public init(index: Int, due: Int64, interval: Int64, count: Int? = nil) {
        self.init(
            origin: due.saturatingSubtract(Int64(index).saturatingMultiply(max(1, interval))),
            interval: interval, count: count)
    }

    /// How many shots a duration holds: those due before its end, at least one.
    public static func count(during duration: Int64, interval: Int64) -> Int {
        let interval = max(1, interval)
        let whole = duration / interval
        return Int(max(1, whole + (duration % interval > 0 ? 1 : 0)))
    }

    /// When an index is due.
    public func due(_ index: Int) -> Int64 {
        origin.saturatingAdd(Int64(index).saturatingMultiply(interval))
    }

    /// Whether a run that comes to this index is at its end.
    public func isFinished(at index: Int) -> Bool {
        count.map { index >= $0 } ?? false
    }

    /// Decides on a frame.
    ///
    /// A frame is taken for the first index that is not yet lost, once it starts no earlier than half a frame
    /// before the deadline; an index is lost when a frame starts more than one frame after it. So every shot
    /// starts within one frame of its deadline.
    ///
    /// - Parameters:
    ///   - start: Start of the frame's exposure.
    ///   - duration: Start of this frame to start of the next.
    ///   - next: The first index not yet decided on.
    /// - Returns: Indices that are lost from `next` on, and what the frame is for.
    public func decide(start: Int64, duration: Int64, next: Int) -> Decision {
        let end = count ?? .max
        guard next < end else { return Decision(skipped: next..<next) }
        let duration = max(0, duration)
        let earliest = start.saturatingSubtract(duration)
        let first = min(firstIndex(dueAtOrAfter: earliest, from: next), end)
        let skipped = next..<first
        guard first < end, start >= due(first).saturatingSubtract(duration / 2) else {
            return Decision(skipped: skipped)
        }
        return Decision(skipped: skipped, take: first)
    }

    /// The first index, not below `next`, that is due at or after a time.
    public func firstIndex(dueAtOrAfter time: Int64, from next: Int) -> Int {
        max(next, firstIndex(dueAtOrAfter: time))
    }

    /// The first index, perhaps below 0, that is due at or after a time.
    func firstIndex(dueAtOrAfter time: Int64) -> Int {
        let late = time.saturatingSubtract(origin)
        return Int(late / interval) + (late % interval > 0 ? 1 : 0)
    }
}

extension Int64 {
    // A grid near the end of the clock must neither trap nor wrap round.
    func saturatingAdd(_ other: Int64) -> Int64 {
        let (value, overflow) = addingReportingOverflow(other)
        return overflow ? (other < 0 ? .min : .max) : value
    }

    func saturatingSubtract(_ other: Int64) -> Int64 {
        let (value, overflow) = subtractingReportingOverflow(other)
        return overflow ? (other < 0 ? .max : .min) : value
    }

    func saturatingMultiply(_ other: Int64) -> Int64 {
        let (value, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) == (other < 0) ? .max : .min) : value
    }
}
