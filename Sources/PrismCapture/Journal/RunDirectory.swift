// SPDX-License-Identifier: MIT
// DIR/.prism beside the pictures: run.json, journal.jsonl and the lock that keeps two runs apart.

internal import Glibc
internal import PrismCore

/// A run's directory, locked for this process.
///
/// The journal lies in `.prism` beside the pictures, so that it travels with them; hidden, so that `DIR/*` is
/// pictures alone; under one fixed name, so that one directory holds one run. Paths in it are relative to the
/// directory, which may be moved between sessions. Thread: one at a time.
final class RunDirectory {
    /// The directory of the pictures.
    let root: String
    private let lock: Int32
    private let probe: FileProbe

    /// Where run.json and the journal lie.
    var directory: String { "\(root)/.prism" }
    private var runPath: String { "\(directory)/run.json" }
    private var journalPath: String { "\(directory)/journal.jsonl" }

    /// Makes the directories where they are missing, and takes the lock.
    ///
    /// - Throws: ``PrismError`` `busy` naming the process that has the lock, `permission`, `diskFull`.
    init(root: String, probe: FileProbe = .none) throws(PrismError) {
        self.root = root
        self.probe = probe
        try OutputDirectory.prepare(for: "\(root)/.prism/lock")
        lock = try RunDirectory.takeLock("\(root)/.prism/lock", root)
    }

    deinit {
        // Closing alone would leave it to a child that is between fork and exec just now.
        _ = flock(lock, LOCK_UN)
        close(lock)
    }

    /// The run that is in the directory, if any.
    func description() throws(PrismError) -> RunDescription? {
        guard let bytes = try SmallFile.read(runPath) else { return nil }
        return try RunDescription(bytes, path: runPath)
    }

    /// Writes run.json, whole or not at all.
    func begin(_ description: RunDescription) throws(PrismError) {
        let file = try AtomicFile(path: runPath, collision: .replace, probe: probe)
        try file.write(try description.bytes())
        try file.synchronise()
        try file.publish()
        try AtomicFile.synchroniseDirectory(of: runPath, probe: probe)
        try AtomicFile.synchroniseDirectory(of: directory, probe: probe)
    }

    /// Reads the journal; empty where there is none.
    func read() throws(PrismError) -> JournalText.Content {
        guard let bytes = try SmallFile.read(journalPath) else {
            return JournalText.Content(records: [], wholeLength: 0)
        }
        return try JournalText.read(bytes, path: journalPath)
    }

    /// The sum of a journal that was read here.
    func state(of content: JournalText.Content) throws(PrismError) -> JournalState {
        try JournalState(content.records, path: journalPath)
    }

    /// Opens the journal behind what was read.
    func open(after content: JournalText.Content) throws(PrismError) -> Journal {
        try Journal(path: journalPath, wholeLength: content.wholeLength, probe: probe)
    }

    /// Puts an old journal aside under the first free number, so that a new run can begin.
    func archive() throws(PrismError) {
        for number in 1... where access(archivePath(number), F_OK) != 0 {
            guard rename(journalPath, archivePath(number)) == 0 || errno == ENOENT else {
                throw .system("rename \(journalPath)", errno: errno)
            }
            return
        }
    }

    /// Removes what dead writers left where files cannot be nameless.
    func removeStale() throws(PrismError) -> Int {
        try AtomicFile.removeStale(inDirectory: root)
            + AtomicFile.removeStale(inDirectory: directory)
    }

    private func archivePath(_ number: Int) -> String { "\(directory)/journal-\(number).jsonl" }

    /// The kernel gives the lock back when the process ends, however it ends.
    private static func takeLock(_ path: String, _ root: String) throws(PrismError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .system("open \(path)", errno: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let cause = errno
            close(descriptor)
            guard cause == EWOULDBLOCK else { throw .system("lock \(path)", errno: cause) }
            let holder = (try? SmallFile.read(path)).flatMap { $0 } ?? []
            let pid = String(decoding: holder.prefix { $0 != 0x0A }, as: UTF8.self)
            throw PrismError(.busy, "a run of process \(pid) is already writing to \(root)")
        }
        let text = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
        return descriptor
    }
}
