// SPDX-License-Identifier: MIT
// Journal lines to bytes and back; forgives a torn last line and nothing else.

internal import FoundationEssentials
internal import PrismCore

/// Journal lines as bytes.
enum JournalText {
    /// A journal as read.
    struct Content: Equatable {
        var records: [JournalRecord]
        /// Bytes of whole lines; what follows was torn off by a kill or a power cut.
        var wholeLength: Int
    }

    /// A line with its newline.
    static func line(_ record: JournalRecord) throws(PrismError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try [UInt8](encoder.encode(record)) + [0x0A]
        } catch {
            throw PrismError(.invalidData, "journal line of index \(record.index): \(error)")
        }
    }

    /// Reads a journal.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - path: For messages.
    /// - Returns: All lines but a torn last one.
    /// - Throws: ``PrismError`` `invalidData` naming the line that is damaged; `cancelled` where the task was.
    static func read(_ bytes: [UInt8], path: String) throws(PrismError) -> Content {
        // A line counts only with its newline: even one that parses may lack digits at its end.
        let wholeLength = (bytes.lastIndex(of: 0x0A) ?? -1) + 1
        let decoder = JSONDecoder()
        var scanner = JournalScanner(bytes)
        var records: [JournalRecord] = []
        records.reserveCapacity(bytes.count / 256)
        var start = 0
        while start < wholeLength {
            if records.count % 1024 == 0 { try checkCancellation() }
            if let record = scanner.line(start..<wholeLength) {
                records.append(record)
                start = scanner.position + 1
            } else {
                let end = bytes[start...].firstIndex(of: 0x0A) ?? wholeLength
                records.append(
                    try decode(bytes[start..<end], decoder, path, line: records.count + 1))
                start = end + 1
            }
        }
        return Content(records: records, wholeLength: wholeLength)
    }

    /// A line that another program wrote, or that is damaged.
    private static func decode(
        _ line: ArraySlice<UInt8>, _ decoder: JSONDecoder, _ path: String, line number: Int
    ) throws(PrismError) -> JournalRecord {
        do {
            return try decoder.decode(JournalRecord.self, fromFile: line)
        } catch {
            throw damaged(path, line: number, "it is not a journal line")
        }
    }

    /// A signal must not have to wait for a year of shots to be read.
    static func checkCancellation() throws(PrismError) {
        if Task.isCancelled { throw PrismError(.cancelled, "called off before the run went on") }
    }

    /// The error for a line that cannot be believed.
    static func damaged(_ path: String, line: Int, _ why: String) -> PrismError {
        let advice = "keep only the lines before it, and the run can be resumed"
        return PrismError(.invalidData, "\(path) line \(line): \(why); \(advice)")
    }
}
