// SPDX-License-Identifier: MIT
// A set of indices that is nearly one range, however long the run.

/// A set of indices kept as sorted ranges with gaps between them.
struct IndexRanges: Hashable, Sendable {
    private(set) var ranges: [Range<Int>] = []

    /// One past the highest index; 0 when empty.
    var end: Int { ranges.last?.upperBound ?? 0 }

    /// Whether an index is in the set.
    func contains(_ index: Int) -> Bool {
        let position = position(of: index)
        return position > 0 && ranges[position - 1].contains(index)
    }

    /// Adds a range; false, and nothing happens, where one of its indices is there already.
    mutating func insert(_ range: Range<Int>) -> Bool {
        guard !range.isEmpty else { return true }
        let position = position(of: range.lowerBound)
        let before = position > 0 ? ranges[position - 1] : nil
        let after = position < ranges.count ? ranges[position] : nil
        if let before, before.upperBound > range.lowerBound { return false }
        if let after, after.lowerBound < range.upperBound { return false }
        let joinsBefore = before?.upperBound == range.lowerBound
        let joinsAfter = after?.lowerBound == range.upperBound
        let joined =
            (joinsBefore ? before?.lowerBound : nil) ?? range.lowerBound
        let last = (joinsAfter ? after?.upperBound : nil) ?? range.upperBound
        ranges.replaceSubrange(
            (joinsBefore ? position - 1 : position)..<(joinsAfter ? position + 1 : position),
            with: [joined..<last])
        return true
    }

    /// The indices below `end` that are not in the set.
    func gaps(below end: Int) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var start = 0
        for range in ranges where start < end {
            if range.lowerBound > start { gaps.append(start..<min(range.lowerBound, end)) }
            start = range.upperBound
        }
        if start < end { gaps.append(start..<end) }
        return gaps
    }

    /// Number of ranges that begin at or before an index.
    private func position(of index: Int) -> Int {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].lowerBound <= index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
