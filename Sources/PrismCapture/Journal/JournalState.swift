// SPDX-License-Identifier: MIT
// What a journal's lines add up to: which indices are settled, which were under way, where the grid lies.

internal import PrismCore

/// The sum of a journal's lines; pure.
struct JournalState: Hashable, Sendable {
    /// A shot that was begun and not settled.
    struct Open: Hashable, Sendable {
        var file: String
        var checksum: FileChecksum?
    }

    /// Beyond this no JSON reader is exact, and sums could overflow.
    static let limit = 1 << 53

    private(set) var settled = IndexRanges()
    private(set) var open: [Int: Open] = [:]
    /// The last anchor.
    private(set) var anchor: GridAnchor?
    /// The last anchor whose UTC can be believed.
    private(set) var synchronisedAnchor: GridAnchor?
    private(set) var done = 0
    private(set) var skipped = 0
    private(set) var failed = 0

    /// The first index after everything that was decided on.
    var next: Int { max(settled.end, (open.keys.max() ?? -1) + 1) }

    /// Adds a line; says why where the line contradicts those before it.
    mutating func add(_ record: JournalRecord) -> String? {
        guard record.index >= 0, record.range.upperBound <= JournalState.limit else {
            return "index \(record.index) is beyond all bounds"
        }
        switch record.state {
        case .anchor: return addAnchor(record)
        case .intent: return addIntent(record)
        case .written: return addWritten(record)
        case .done: return addDone(record)
        case .skipped:
            skipped += record.range.count
            return settle(record.range)
        case .failed:
            failed += 1
            return settle(record.range)
        case .ended: return nil
        }
    }

    private mutating func addAnchor(_ record: JournalRecord) -> String? {
        guard let anchor = GridAnchor(record) else { return "the anchor lacks its times" }
        self.anchor = anchor
        if anchor.isSynchronised { synchronisedAnchor = anchor }
        return nil
    }

    private mutating func addIntent(_ record: JournalRecord) -> String? {
        guard let file = record.file else { return "the intent lacks its file" }
        guard !settled.contains(record.index), open[record.index] == nil else {
            return "index \(record.index) was used before"
        }
        open[record.index] = Open(file: file)
        return nil
    }

    private mutating func addWritten(_ record: JournalRecord) -> String? {
        guard open[record.index] != nil else { return "index \(record.index) has no intent" }
        open[record.index]?.checksum = record.checksum
        return nil
    }

    private mutating func addDone(_ record: JournalRecord) -> String? {
        guard record.file != nil || open[record.index] != nil else { return "it lacks its file" }
        done += 1
        return settle(record.range)
    }

    private mutating func settle(_ range: Range<Int>) -> String? {
        guard settled.insert(range) else { return "index \(range.lowerBound) was settled before" }
        if !open.isEmpty { open = open.filter { !range.contains($0.key) } }
        return nil
    }
}

extension JournalState {
    /// The sum of a journal.
    ///
    /// - Throws: ``PrismError`` `invalidData` naming the line that contradicts those before it.
    init(_ records: [JournalRecord], path: String) throws(PrismError) {
        self.init()
        for (number, record) in records.enumerated() {
            if let why = add(record) {
                throw JournalText.damaged(path, line: number + 1, why)
            }
        }
    }
}
