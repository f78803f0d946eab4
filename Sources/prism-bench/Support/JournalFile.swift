// SPDX-License-Identifier: MIT
// A finished run's journal, line by line.

import Foundation
import PrismCapture

enum JournalFile {
    static func read(_ path: String) throws -> [JournalRecord] {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let decoder = JSONDecoder()
        return try text.split(separator: "\n").map {
            try decoder.decode(JournalRecord.self, from: Data($0.utf8))
        }
    }
}
