// SPDX-License-Identifier: MIT
// The progress line fits its terminal and counts what the journal settles.

import PrismCapture
import Testing

@testable import prism

@Suite struct ProgressLineTests {
    @Test func aRunWithAnEndHasABar() {
        var line = ProgressLine(total: 10)
        line.done = 4
        line.skipped = 1
        #expect(line.text(columns: 35) == "[########--------] 5/10, 1 skipped")
        #expect(ProgressLine(total: nil).text(columns: 80) == "0 taken")
    }

    @Test func noLineIsWiderThanItsTerminal() {
        for columns in 0...200 {
            for total in [nil, 0, 1, 1_000_000] {
                var line = ProgressLine(total: total)
                line.done = 900_000
                line.failed = 3
                #expect(line.text(columns: columns).count < max(1, columns))
            }
        }
    }

    @Test func everySettledIndexIsCountedOnce() {
        var line = ProgressLine(total: nil)
        var skipped = JournalRecord(.skipped, index: 3)
        skipped.through = 5
        for record in [JournalRecord(.done, index: 0), skipped, JournalRecord(.failed, index: 6)] {
            line.add(record)
        }
        line.add(JournalRecord(.anchor, index: 0))
        line.add(JournalRecord(.skipped, index: 7))
        #expect(line.done == 1 && line.skipped == 4 && line.failed == 1)
    }
}
