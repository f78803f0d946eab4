// SPDX-License-Identifier: MIT
// The order in which a shot reaches the disk: intent, bytes, written, name, done.

internal import PrismCore

/// A shot to be stored.
struct ShotJob: Sendable {
    /// The intent: index, times, `file` relative to the run's directory, settings.
    var intent: JournalRecord
    /// Writes the picture to a descriptor, once, and lets go of its frame.
    var encode: @Sendable (Int32) throws -> FileChecksum
    /// What `encode` found wrong with the pixels.
    var flaws: @Sendable () -> [LimitCode] = { [] }
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
    private let report: (JournalRecord) -> Void
    private var pending: [Pending] = []
    private let housekeeping: Housekeeping
    private var kept: KeptPictures?

    /// Whether ``flush()`` has something to do.
    var hasPending: Bool { !pending.isEmpty }

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - root: The pictures' directory.
    ///   - journal: The run's journal.
    ///   - durability: When files are forced onto the disk.
    ///   - collision: What happens where a picture's name is taken.
    ///   - probe: Called before each file step.
    ///   - housekeeping: Limits of the disk.
    ///   - kept: The pictures that are there already; nil removes none.
    ///   - report: Gets each line that settles an index, once it is in the journal.
    init(
        root: String, journal: Journal, durability: Durability,
        collision: AtomicFile.Collision = .refuse, probe: FileProbe = .none,
        housekeeping: Housekeeping = Housekeeping(), kept: KeptPictures? = nil,
        report: @escaping (JournalRecord) -> Void = { _ in }
    ) {
        self.root = root
        self.journal = journal
        self.durability = durability
        self.collision = collision
        self.probe = probe
        self.housekeeping = housekeeping
        self.kept = kept
        self.report = report
    }

    /// Stores one shot.
    func store(_ job: ShotJob) throws(PrismError) {
        guard housekeeping.hasRoom(in: root) else {
            let index = job.intent.index
            return try note(.skipped(index..<index + 1, "minFree"))
        }
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
        if durability == .batch, pending.count < ShotStore.batchLimit { return }
        try flush()
    }

    /// Adds a line about indices without pictures, or an anchor.
    func note(_ record: JournalRecord) throws(PrismError) {
        try journal.append(record)
        if durability == .each { try journal.synchronise() }
        if record.state == .skipped { report(record) }
    }

    /// Gives all files that wait their names.
    ///
    /// - Throws: The first error; the other files are stored all the same.
    func flush() throws(PrismError) {
        let batch = pending
        pending = []
        guard !batch.isEmpty else { return }
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
        try synchronise()
        for record in done {
            report(record)
            if let file = record.file { kept?.add(file) }
        }
        if let failure { throw failure }
    }

    /// Forces the journal onto the disk.
    func synchronise() throws(PrismError) {
        if durability != .none { try journal.synchronise() }
    }

    private func makeFile(
        _ job: ShotJob, _ record: inout JournalRecord
    ) throws(PrismError) -> AtomicFile {
        let path = "\(root)/\(record.file ?? "")"
        try OutputDirectory.prepare(for: path)
        let file = try AtomicFile(path: path, collision: collision, probe: probe)
        do {
            try probe.before(.write, path)
            record.checksum = try job.encode(file.fileDescriptor)
            let flaws = job.flaws().map(\.rawValue)
            if !flaws.isEmpty { record.limitedBy = (record.limitedBy ?? []) + flaws }
        } catch {
            throw PrismError(error, writing: path)
        }
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
        if (try? journal.append(line)) != nil { report(line) }
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
