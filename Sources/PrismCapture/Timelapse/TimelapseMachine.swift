// SPDX-License-Identifier: MIT
// The course of a time-lapse: frames in, shots, skips and anchors out. No camera, no disk, no waiting.

internal import PrismCore

/// Decides frame by frame what a time-lapse does. Pure.
struct TimelapseMachine: Hashable, Sendable {
    /// A frame that is to become a picture.
    struct Shot: Hashable, Sendable {
        var index: Int
        var due: Int64
        var started: Int64
        var utc: Int64
        var certainty: AnchorCertainty
    }

    /// What to do.
    enum Action: Hashable, Sendable {
        /// Note where the grid lies from now on.
        case anchor(GridAnchor)
        /// Note indices whose time has passed without a frame.
        case skip(Range<Int>)
        /// Make this frame a picture.
        case take(Shot)
        /// Every index is settled.
        case finish
    }

    private enum Phase: Hashable, Sendable {
        /// Where the grid lies is open, perhaps until the wall clock can be believed.
        case deciding
        /// The first frame after metering has settled, counted from the first frame, begins the grid.
        case metering(index: Int, AnchorCertainty, since: Int64)
        /// The grid lies fast.
        case following(GridAnchor)
    }

    private let planner: ResumePlanner
    private let interval: Int64
    private let count: Int?
    private let patience: Int64
    private var phase = Phase.deciding
    private var cadence = FrameCadence()
    /// The first index not yet decided on.
    private(set) var next: Int

    /// Makes a machine.
    ///
    /// - Parameters:
    ///   - planner: Knows where an interrupted run goes on.
    ///   - interval: From one shot to the next, in nanoseconds.
    ///   - count: Indices below this belong to the run.
    ///   - next: The first index not yet settled.
    ///   - patience: Longest wait for metering before the first shot, in nanoseconds.
    init(planner: ResumePlanner, interval: Int64, count: Int?, next: Int, patience: Int64) {
        self.planner = planner
        self.interval = interval
        self.count = count
        self.next = next
        self.patience = patience
    }

    /// Whether every index is decided on.
    var isFinished: Bool { count.map { next >= $0 } ?? false }

    /// CLOCK_BOOTTIME at which the time of the last index is over, also where no frame comes; `.max`: never.
    ///
    /// Where the grid does not lie on that clock the indices that are left are counted from now on.
    func end(_ now: ClockReading) -> Int64 {
        guard let count else { return .max }
        if let anchor = boottimeAnchor {
            return anchor.grid(interval: interval, count: nil).due(count)
        }
        return now.boottime.saturatingAdd(Int64(max(0, count - next)).saturatingMultiply(interval))
    }

    /// Gives up the indices whose time has passed while no frame came.
    mutating func passTime(to now: ClockReading) -> Range<Int> {
        guard let anchor = boottimeAnchor else { return next..<next }
        let grid = anchor.grid(interval: interval, count: count)
        let first = min(grid.firstIndex(dueAtOrAfter: now.boottime, from: next), count ?? .max)
        defer { next = max(next, first) }
        return next..<max(next, first)
    }

    private var boottimeAnchor: GridAnchor? {
        guard case .following(let anchor) = phase, anchor.certainty != .virtual else { return nil }
        return anchor
    }

    /// Decides on a frame.
    mutating func frame(_ frame: FrameMoment, _ now: ClockReading) -> [Action] {
        guard !isFinished else { return [.finish] }
        let duration = cadence.length(
            start: frame.start, duration: frame.duration, limit: interval / 2)
        var actions: [Action] = []
        if phase == .deciding { decide(frame, now, &actions) }
        beginIfSettled(frame, now, &actions)
        // Without a length a frame cannot be judged; the next one gives it.
        guard let duration = duration ?? justBegun(frame) else { return actions }
        if case .following(let anchor) = phase {
            follow(improve(anchor, now, &actions), frame, duration, now, &actions)
        }
        if isFinished { actions.append(.finish) }
        return actions
    }

    /// The frame that began the grid is on time whatever its length.
    private func justBegun(_ frame: FrameMoment) -> Int64? {
        guard case .following(let anchor) = phase, anchor.due == frame.start else { return nil }
        return 0
    }

    private mutating func decide(
        _ frame: FrameMoment, _ now: ClockReading, _ actions: inout [Action]
    ) {
        let decision = planner.decide(now)
        if frame.isVirtual {
            phase = .metering(index: next, .virtual, since: frame.start)
            return
        }
        switch decision {
        case .wait: return
        case .begin(let index, let certainty):
            phase = .metering(index: index, certainty, since: frame.start)
        case .follow(let anchor):
            actions.append(.anchor(anchor))
            phase = .following(anchor)
        }
    }

    private mutating func beginIfSettled(
        _ frame: FrameMoment, _ now: ClockReading, _ actions: inout [Action]
    ) {
        guard case .metering(let index, let certainty, let since) = phase, frame.isSound,
            frame.isSettled || frame.start.saturatingSubtract(since) >= patience
        else { return }
        let anchor = GridAnchor(
            index: index, due: frame.start, at: now,
            gridTime: frame.isVirtual ? frame.start : nil, certainty: certainty)
        actions.append(.anchor(anchor))
        phase = .following(anchor)
    }

    private mutating func improve(
        _ anchor: GridAnchor, _ now: ClockReading, _ actions: inout [Action]
    ) -> GridAnchor {
        guard let better = planner.improved(anchor, next: next, now) else { return anchor }
        actions.append(.anchor(better))
        phase = .following(better)
        return better
    }

    private mutating func follow(
        _ anchor: GridAnchor, _ frame: FrameMoment, _ duration: Int64, _ now: ClockReading,
        _ actions: inout [Action]
    ) {
        let grid = anchor.grid(interval: interval, count: count)
        let decision = grid.decide(start: frame.start, duration: duration, next: next)
        if !decision.skipped.isEmpty {
            actions.append(.skip(decision.skipped))
            next = decision.skipped.upperBound
        }
        guard let index = decision.take, frame.isSound else { return }
        let due = grid.due(index)
        actions.append(
            .take(
                Shot(
                    index: index, due: due, started: frame.start,
                    utc: utc(of: frame, anchor, now), certainty: anchor.certainty)))
        next = index + 1
    }

    private func utc(of frame: FrameMoment, _ anchor: GridAnchor, _ now: ClockReading) -> Int64 {
        if frame.isVirtual {
            return anchor.utc.saturatingAdd(frame.start.saturatingSubtract(anchor.due))
        }
        return now.utc.saturatingAdd(frame.start.saturatingSubtract(now.boottime))
    }
}
