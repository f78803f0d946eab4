// SPDX-License-Identifier: MIT
// The order in which a shot reaches the disk: intent, bytes, written, name, done.

internal import PrismCore

/// A shot to be stored.
struct ShotJob: Sendable {
    /// The intent: index, times, `file` relative to the run's directory, settings.
    var intent: JournalRecord
    /// Writes the picture to a descriptor; keeps the frame alive until it has run.
    var encode: @Sendable (Int32) throws -> Void
}

/// Stores shots so that at any moment a kill, and with a durability other than `none` a power cut, leaves each
/// file whole or absent and the journal able to tell which.
///
/// With ``Durability/batch`` files wait without a name until ``flush()`` forces them onto the disk together.
/// Thread: one at a time; calls take as long as the disk does.
final class ShotStore {
    /// Files that wait for a batch at most; each holds a descriptor.
    static let batchLimit = 32

    private struct Pending {
        var file: AtomicFile
        var record: JournalRecord

        func line(_ state: JournalRecord.State) -> JournalRecord {
            var line = record
            line.state = state
            return line
        }
    }

    private let root: String
    private let journal: Journal
    private let durability: Durability
    private let collision: AtomicFile.Collision
    private let probe: FileProbe
    private var pending: [Pending] = []

    /// Whether ``flush()`` has something to do.
    var hasPending: Bool { !pending.isEmpty }

    init(
        root: String, journal: Journal, durability: Durability,
        collision: AtomicFile.Collision = .refuse, probe: FileProbe = .none
    ) {
        self.root = root
        self.journal = journal
        self.durability = durability
        self.collision = collision
        self.probe = probe
    }

    /// Stores one shot.
    ///
    /// - Returns: The `done` lines of all files that got their names by this call.
    func store(_ job: ShotJob) throws(PrismError) -> [JournalRecord] {
        var record = job.intent
        record.state = .intent
        try journal.append(record)
        do {
            let file = try makeFile(job, &record)
            pending.append(Pending(file: file, record: record))
        } catch {
            fail(record, error)
            throw error
        }
        if durability == .batch, pending.count < ShotStore.batchLimit { return [] }
        return try flush()
    }

    /// Adds a line about indices without pictures, or an anchor.
    func note(_ record: JournalRecord) throws(PrismError) {
        try journal.append(record)
        if durability == .each { try journal.synchronise() }
    }

    /// Gives all files that wait their names.
    ///
    /// - Returns: Their `done` lines.
    /// - Throws: The first error; the other files are stored all the same.
    func flush() throws(PrismError) -> [JournalRecord] {
        let batch = pending
        pending = []
        guard !batch.isEmpty else { return [] }
        var failure: PrismError?
        let written = succeeding(batch, &failure) { waiting throws(PrismError) in
            if self.durability != .none { try waiting.file.synchronise() }
        }
        try journal.append(written.map { $0.line(.written) })
        let named = succeeding(written, &failure) { waiting throws(PrismError) in
            try waiting.file.publish()
        }
        try synchroniseDirectories(of: named)
        let done = named.map { $0.line(.done) }
        try journal.append(done)
        if durability != .none { try journal.synchronise() }
        if let failure { throw failure }
        return done
    }

    private func makeFile(
        _ job: ShotJob, _ record: inout JournalRecord
    ) throws(PrismError) -> AtomicFile {
        let path = "\(root)/\(record.file ?? "")"
        try OutputDirectory.prepare(for: path, .create)
        let file = try AtomicFile(path: path, collision: collision, probe: probe)
        do {
            try probe.before(.write, path)
            try job.encode(file.fileDescriptor)
        } catch let error as PrismError {
            throw error
        } catch {
            throw PrismError(.inputOutput, "cannot encode \(path): \(error)")
        }
        record.checksum = try file.checksum()
        return file
    }

    /// Does something with each file; those where it fails are dropped and noted as failed.
    private func succeeding(
        _ batch: [Pending], _ failure: inout PrismError?,
        _ body: (Pending) throws(PrismError) -> Void
    ) -> [Pending] {
        var succeeded: [Pending] = []
        for waiting in batch {
            do throws(PrismError) {
                try body(waiting)
                succeeded.append(waiting)
            } catch {
                waiting.file.abandon()
                fail(waiting.record, error)
                failure = failure ?? error
            }
        }
        return succeeded
    }

    /// Notes a failure where that is still possible; where not, the intent without a file tells the same.
    private func fail(_ record: JournalRecord, _ error: PrismError) {
        var line = JournalRecord(.failed, index: record.index)
        line.reason = error.code.rawValue
        try? journal.append(line)
    }

    private func synchroniseDirectories(of batch: [Pending]) throws(PrismError) {
        guard durability != .none else { return }
        var seen: Set<String> = []
        for waiting in batch {
            let directory = AtomicFile.directory(of: waiting.file.path)
            guard seen.insert(directory).inserted else { continue }
            try AtomicFile.synchroniseDirectory(of: waiting.file.path, probe: probe)
        }
    }
}
