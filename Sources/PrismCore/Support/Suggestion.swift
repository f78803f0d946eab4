// SPDX-License-Identifier: MIT
// The nearest known word to a mistyped one.

package enum Suggestion {
    /// `; did you mean X?`, or nothing where no word is near.
    package static func hint(for word: String, among known: [String], prefix: String = "") -> String
    {
        nearest(to: word, among: known).map { "; did you mean \(prefix)\($0)?" } ?? ""
    }

    /// The known word that takes the fewest edits, at most a third of its letters (but one is always
    /// allowed); else the only one that begins with `word`.
    package static func nearest(to word: String, among known: [String]) -> String? {
        let ranked = known.map { (word: $0, edits: distance(word, $0)) }.min { $0.edits < $1.edits }
        if let ranked, ranked.edits <= max(1, ranked.word.count / 3) { return ranked.word }
        let longer = known.filter { word.count >= 2 && $0.hasPrefix(word) }
        return longer.count == 1 ? longer[0] : nil
    }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    package static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left.prefix(40)), Array(right.prefix(40)))
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(replaced, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
