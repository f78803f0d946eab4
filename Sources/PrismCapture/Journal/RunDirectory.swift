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
    /// Directories that this object made, each after the one it lies in.
    private let made: [String]
    private let hasMadeLock: Bool
    private var isKept = false

    /// Where run.json and the journal lie.
    var directory: String { "\(root)/.prism" }
    private var runPath: String { "\(directory)/run.json" }
    private var journalPath: String { "\(directory)/journal.jsonl" }

    /// Makes the directories where they are missing, and takes the lock.
    ///
    /// Unless a run begins or goes on in it, what was made here is gone with this object.
    ///
    /// - Throws: ``PrismError`` `busy` naming the process that has the lock, `permission`, `diskFull`.
    init(root: String, probe: FileProbe = .none) throws(PrismError) {
        self.root = root
        self.probe = probe
        var made: [String] = []
        do throws(PrismError) {
            try OutputDirectory.prepare(for: "\(root)/.prism/lock", made: &made)
            let (lock, isNew) = try RunDirectory.takeLock("\(root)/.prism/lock", root)
            self.lock = lock
            hasMadeLock = isNew
        } catch {
            for directory in made.reversed() { rmdir(directory) }
            throw error
        }
        self.made = made
    }

    deinit {
        // A probe that fails here stands for a process that was killed: nothing is tidied up then.
        if !isKept, (try? probe.before(.discard, directory)) != nil {
            if hasMadeLock { unlink("\(directory)/lock") }
            // One that somebody else has put something into stays.
            for directory in made.reversed() { rmdir(directory) }
        }
        // Closing alone would leave it to a child that is between fork and exec just now.
        _ = flock(lock, LOCK_UN)
        close(lock)
    }

    /// Says that a run is in the directory.
    func keep() { isKept = true }

    /// Takes back a run that was begun here and of which nothing came.
    func withdraw() {
        guard (try? probe.before(.discard, runPath)) != nil else { return }
        isKept = false
        unlink(journalPath)
        unlink(runPath)
    }

    /// Whether a directory holds a run, or what is left of one.
    static func hasRun(_ root: String) -> Bool {
        ["run.json", "journal.jsonl"].contains { access("\(root)/.prism/\($0)", F_OK) == 0 }
    }

    /// The run that is in the directory, if any.
    ///
    /// - Throws: ``PrismError`` `invalidData` where it is not what this program writes, or only its journal is there.
    func description() throws(PrismError) -> RunDescription? {
        guard let bytes = try SmallFile.read(runPath) else {
            guard access(journalPath, F_OK) != 0 else {
                throw PrismError(
                    .invalidData,
                    "\(runPath) is missing beside its journal: put it back to go on with the run,"
                        + " or move \(directory) away to begin another")
            }
            return nil
        }
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
    ///
    /// Returns the descriptor, and whether the file is new.
    private static func takeLock(
        _ path: String, _ root: String
    ) throws(PrismError) -> (Int32, Bool) {
        let (descriptor, isNew) = openLock(path)
        guard descriptor >= 0 else { throw .system("open \(path)", errno: errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let cause = errno
            close(descriptor)
            guard cause == EWOULDBLOCK else { throw .system("lock \(path)", errno: cause) }
            let holder = (try? SmallFile.read(path)).flatMap { $0 } ?? []
            let pid = String(decoding: holder.prefix { $0 != 0x0A }, as: UTF8.self)
            throw PrismError(.busy, "a run of process \(pid) is already writing to \(root)")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 0 else {
            close(descriptor)
            throw PrismError(.busy, "a run in \(root) has just been taken back; try again")
        }
        let text = Array("\(getpid())\n".utf8)
        ftruncate(descriptor, 0)
        _ = pwrite(descriptor, text, text.count, 0)
        return (descriptor, isNew)
    }

    private static func openLock(_ path: String) -> (descriptor: Int32, isNew: Bool) {
        let new = Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if new >= 0 || errno != EEXIST { return (new, true) }
        return (Glibc.open(path, O_RDWR | O_CLOEXEC), false)
    }
}
