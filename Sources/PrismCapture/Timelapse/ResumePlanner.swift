// SPDX-License-Identifier: MIT
// Where a run that was interrupted goes on: on its grid where the time is known, else at once.

public import PrismCore

/// Decides where a run goes on; pure: clock readings in, decisions out.
///
/// Within one boot the grid is still there. After a reboot it is found again through UTC, once the clock is
/// synchronised. Where that takes too long, or the run itself never knew the time, the next index is taken at
/// once; when the time becomes known later, only the next due time moves, never an index.
public struct ResumePlanner: Hashable, Sendable {
    /// What to do.
    public enum Action: Hashable, Sendable {
        /// Go on with this grid.
        case follow(GridAnchor)
        /// The next frame is this index, and the grid begins with it.
        case begin(index: Int, AnchorCertainty)
        /// Ask again at this CLOCK_BOOTTIME.
        case wait(until: Int64)
    }

    /// How long to wait before the clock is asked again, in nanoseconds.
    static let patience: Int64 = 500_000_000

    private let last: GridAnchor?
    private let reference: GridAnchor?
    private let next: Int
    private let interval: Int64
    private let deadline: Int64

    /// Makes a planner.
    ///
    /// - Parameters:
    ///   - last: The journal's last anchor; nil for a new run.
    ///   - synchronised: The journal's last anchor whose UTC is right.
    ///   - next: The first index not yet settled.
    ///   - interval: From one shot to the next, in nanoseconds.
    ///   - deadline: CLOCK_BOOTTIME at which the clock is no longer waited for.
    public init(
        last: GridAnchor?, synchronised: GridAnchor?, next: Int, interval: Int64, deadline: Int64
    ) {
        self.last = last
        reference = synchronised
        self.next = next
        self.interval = max(1, interval)
        self.deadline = deadline
    }

    /// Decides at a moment.
    public func decide(_ now: ClockReading) -> Action {
        guard let last else { return .begin(index: next, .certain) }
        if last.certainty == .virtual { return .begin(index: next, .virtual) }
        if last.bootIdentifier == now.bootIdentifier { return .follow(last) }
        guard let reference else { return .begin(index: next, .uncertain) }
        if now.isSynchronised {
            let mapped = ResumePlanner.map(reference, now)
            return isPlausible(mapped, now) ? .follow(mapped) : .begin(index: next, .uncertain)
        }
        guard now.boottime < deadline else { return .begin(index: next, .uncertain) }
        return .wait(until: min(deadline, now.boottime + ResumePlanner.patience))
    }

    /// A better anchor for a run under way, once the clock is synchronised; nil where there is none.
    ///
    /// - Parameters:
    ///   - current: The anchor in use.
    ///   - next: The first index not yet decided on.
    ///   - now: The clocks of this moment.
    /// - Returns: The anchor for all indices from `next` on.
    public func improved(
        _ current: GridAnchor, next: Int, _ now: ClockReading
    ) -> GridAnchor? {
        guard now.isSynchronised, !current.isSynchronised, current.certainty != .virtual else {
            return nil
        }
        let grid = current.grid(interval: interval, count: nil)
        var due = grid.due(next)
        if current.certainty == .uncertain, let reference {
            // Nearest to where it was, so that two shots are never closer than half an interval.
            let earliest = max(now.boottime, due.saturatingSubtract(interval / 2))
            let original = ResumePlanner.map(reference, now).grid(interval: interval, count: nil)
            due = original.due(original.firstIndex(dueAtOrAfter: earliest))
        }
        return GridAnchor(index: next, due: due, at: now, certainty: .certain)
    }

    /// The anchor of another boot on this boot's clock.
    private static func map(_ anchor: GridAnchor, _ now: ClockReading) -> GridAnchor {
        let due = now.boottime.saturatingAdd(anchor.utc.saturatingSubtract(now.utc))
        return GridAnchor(index: anchor.index, due: due, at: now, certainty: .certain)
    }

    /// A grid whose next shot is further off than one interval contradicts the shots already taken.
    private func isPlausible(_ anchor: GridAnchor, _ now: ClockReading) -> Bool {
        let due = anchor.grid(interval: interval, count: nil).due(next)
        return due.saturatingSubtract(now.boottime) <= interval
    }
}
