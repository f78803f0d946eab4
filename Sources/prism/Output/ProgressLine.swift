// SPDX-License-Identifier: MIT
// The line that a terminal shows while shots are taken.

/// How far a run has come.
struct ProgressLine: Equatable {
    var done = 0
    var skipped = 0
    var failed = 0
    /// How many there will be; nil without end.
    let total: Int?
    /// What stands behind the count.
    var tail = ""

    /// At most `columns` - 1 columns: a full line would wrap on some terminals.
    func text(columns: Int) -> String {
        var tail = total.map { " \(settled)/\($0)" } ?? "\(done) taken"
        if skipped > 0 { tail += ", \(skipped) skipped" }
        if failed > 0 { tail += ", \(failed) failed" }
        tail += self.tail
        let room = min(40, columns - 1 - tail.count - 2)
        guard let total, total > 0, room >= 5 else {
            return String(tail.prefix(max(0, columns - 1)))
        }
        let full = min(room, settled * room / total)
        let bar = String(repeating: "#", count: full) + String(repeating: "-", count: room - full)
        return "[\(bar)]\(tail)"
    }

    private var settled: Int { done + skipped + failed }
}
