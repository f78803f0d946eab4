// SPDX-License-Identifier: MIT
// Where a run's grid lies: one index, when it is due on this boot's clock, and what time that is for the world.

public import PrismCore

/// Where a run's grid lies.
public struct GridAnchor: Hashable, Sendable {
    /// The index that is spoken of.
    public var index: Int
    /// When it is due, on CLOCK_BOOTTIME of ``bootIdentifier`` (or a virtual camera's clock), in nanoseconds.
    public var due: Int64
    /// The same moment since 1970.
    public var utc: Int64
    /// Whether ``utc`` came from a synchronised clock.
    public var isSynchronised: Bool
    /// The start of the machine that ``due`` counts from.
    public var bootIdentifier: String
    /// Whether indices are where the run's first grid has them.
    public var certainty: AnchorCertainty

    /// Anchors an index at a time of this boot.
    ///
    /// - Parameters:
    ///   - index: The index.
    ///   - due: When it is due.
    ///   - now: The clocks of this moment.
    ///   - gridTime: The same moment on the clock of `due`; nil where that is CLOCK_BOOTTIME.
    ///   - certainty: How far the index can be believed.
    public init(
        index: Int, due: Int64, at now: ClockReading, gridTime: Int64? = nil,
        certainty: AnchorCertainty
    ) {
        self.index = index
        self.due = due
        utc = now.utc.saturatingAdd(due.saturatingSubtract(gridTime ?? now.boottime))
        isSynchronised = now.isSynchronised
        bootIdentifier = now.bootIdentifier
        self.certainty = certainty
    }

    /// Reads an anchor line.
    init?(_ record: JournalRecord) {
        guard record.state == .anchor, let due = record.due, let utc = record.utc,
            let boot = record.bootId, let certainty = record.anchor
        else { return nil }
        index = record.index
        self.due = due
        self.utc = utc
        isSynchronised = record.clockSynchronised ?? false
        bootIdentifier = boot
        self.certainty = certainty
    }

    /// The anchor as a line.
    var record: JournalRecord {
        var record = JournalRecord(.anchor, index: index)
        record.due = due
        record.utc = utc
        record.bootId = bootIdentifier
        record.clockSynchronised = isSynchronised
        record.anchor = certainty
        return record
    }

    /// The grid on this boot's clock.
    public func grid(interval: Int64, count: Int?) -> TimelapseGrid {
        TimelapseGrid(index: index, due: due, interval: interval, count: count)
    }
}
