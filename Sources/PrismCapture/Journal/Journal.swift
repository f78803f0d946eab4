// SPDX-License-Identifier: MIT
// Appends lines to journal.jsonl, each in one write, and takes back what a full disk left of one.

internal import Glibc
internal import PrismCore

/// The journal file, open for appending.
///
/// Thread: one at a time.
final class Journal {
    let path: String
    private let descriptor: Int32
    private let probe: FileProbe
    private var length: off_t

    /// Opens or makes the file and cuts off a torn last line.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - wholeLength: Bytes of whole lines, from ``JournalText/read(_:path:)``.
    ///   - probe: Called before each step.
    /// - Throws: ``PrismError`` naming the path.
    init(path: String, wholeLength: Int, probe: FileProbe) throws(PrismError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .system("open \(path)", errno: errno) }
        self.path = path
        self.probe = probe
        length = off_t(wholeLength)
        guard ftruncate(descriptor, length) == 0 else {
            throw .system("repair \(path)", errno: errno)
        }
    }

    deinit { close(descriptor) }

    /// Appends lines, all or none.
    func append(_ records: [JournalRecord]) throws(PrismError) {
        guard !records.isEmpty else { return }
        var bytes: [UInt8] = []
        for record in records { bytes += try JournalText.line(record) }
        try probe.before(.append, path)
        let count = write(bytes)
        guard count == bytes.count else {
            let cause = count < 0 ? errno : ENOSPC
            // Half a line would be glued to the next one; the position is explicit, so this is enough.
            ftruncate(descriptor, length)
            throw .system("write \(path)", errno: cause)
        }
        length += off_t(count)
    }

    /// Appends one line.
    func append(_ record: JournalRecord) throws(PrismError) { try append([record]) }

    /// Forces the lines onto the disk.
    func synchronise() throws(PrismError) {
        try probe.before(.synchroniseJournal, path)
        try AtomicFile.synchronise(descriptor, path)
    }

    private func write(_ bytes: [UInt8]) -> Int {
        while true {
            let count = pwrite(descriptor, bytes, bytes.count, length)
            if count >= 0 || errno != EINTR { return count }
        }
    }
}
