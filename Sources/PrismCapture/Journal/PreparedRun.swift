// SPDX-License-Identifier: MIT
// Opens a run's directory: begins a new run, or settles what an interrupted one left and goes on.

internal import PrismCore

/// How a time-lapse begins.
public enum RunStart: Sendable {
    /// A new run; refused where the directory holds one, or pictures of these names.
    case new
    /// A new run over the old one: its journal is put aside, pictures are replaced.
    case overwrite
    /// The run that is in the directory, or a new one where there is none.
    case resume
}

/// What was found and settled when a run was resumed.
public struct RecoveryReport: Hashable, Sendable {
    /// Pictures that were finished but not journalled as such.
    public var adopted = 0
    /// Indices whose picture was under way, or whose time passed unseen.
    public var interrupted = 0
    /// Pictures that are not what the journal says, relative to the run's directory.
    public var damaged: [String] = []
    /// Pictures that the journal calls done and that are gone, relative to the run's directory.
    public var missing: [String] = []
    /// Hidden temporary files that were removed.
    public var removed = 0
}

/// A run whose directory is locked and whose journal is open.
struct PreparedRun {
    let directory: RunDirectory
    let journal: Journal
    let description: RunDescription
    /// With everything settled.
    let state: JournalState
    let report: RecoveryReport
    /// Whether the run begins here, and not over another.
    let isNew: Bool

    /// Opens or begins a run.
    ///
    /// - Parameters:
    ///   - start: What to do about an earlier run.
    ///   - plan: What the run is to do; resuming needs the same.
    ///   - root: The pictures' directory; made where it is missing.
    ///   - template: Template of paths relative to `root`.
    ///   - durability: For a new run's description.
    ///   - kept: How many of the newest pictures are kept; nil: all.
    ///   - now: The clocks of this moment.
    ///   - health: How the board fares, for a new run's description; asked once the directory is there.
    ///   - probe: Called before each file step.
    /// - Returns: The run, locked for this process until it is dropped.
    /// - Throws: ``PrismError`` `busy` where another process has it, `usage` where `start` does not fit what is
    ///   there, `invalidData` where the journal is damaged, and the errors of the disk.
    static func open(
        _ start: RunStart, plan: TimelapsePlan, root: String, template: OutputTemplate,
        durability: Durability, kept: Int? = nil, at now: ClockReading,
        health: () -> JournalHealth? = { nil }, probe: FileProbe = .none
    ) throws(PrismError) -> PreparedRun {
        if start == .new { try check(root, template, at: now) }
        let directory = try RunDirectory(root: root, probe: probe)
        if start == .resume, let old = try directory.description() {
            directory.keep()
            try old.plan.requireSame(as: plan)
            return try resume(directory, old, template, plan.count, kept, now)
        }
        if start == .overwrite {
            directory.keep()
            try directory.archive()
        } else {
            try check(root, template, at: now)
        }
        let description = RunDescription(
            plan: plan, durability: durability, replaces: start == .overwrite, at: now,
            health: health())
        return PreparedRun(
            directory: directory, journal: try begin(directory, description),
            description: description, state: JournalState(), report: RecoveryReport(),
            isNew: !description.replaces)
    }

    /// Refuses a place where no new run can begin; changes nothing.
    ///
    /// - Throws: ``PrismError`` `usage` naming what is in the way.
    static func check(
        _ root: String, _ template: OutputTemplate, at now: ClockReading
    ) throws(PrismError) {
        guard !RunDirectory.hasRun(root) else {
            throw PrismError(
                .usage, "\(root) already holds a run: resume it, or choose another directory")
        }
        if let found = try OutputDirectory.everything(of: template, in: root).first {
            let what = found.isPicture ? "exists already" : "is in the way"
            throw PrismError(.usage, "\(root)/\(found.file) \(what): choose another directory")
        }
        try checkPlace(of: 0, root, template, now)
    }

    /// Refuses a first picture whose directories cannot be, or whose name something else has.
    private static func checkPlace(
        of index: Int, _ root: String, _ template: OutputTemplate, _ now: ClockReading
    ) throws(PrismError) {
        let path = "\(root)/\(template.path(index: index, date: OutputDate(utc: now.utc)))"
        try AtomicFile.examineDirectory(of: path, mayBeMissing: true)
        guard try AtomicFile.obstacle(at: path) == nil else {
            throw PrismError(.usage, "\(path) is in the way: move it away")
        }
    }

    private static func begin(
        _ directory: RunDirectory, _ description: RunDescription
    ) throws(PrismError) -> Journal {
        do throws(PrismError) {
            try directory.begin(description)
            let journal = try directory.open(
                after: JournalText.Content(records: [], wholeLength: 0))
            directory.keep()
            return journal
        } catch {
            if !description.replaces { directory.withdraw() }
            throw error
        }
    }

    /// Takes back a new run of which nothing came, and all that was made for it.
    ///
    /// - Returns: False where it is an older run, which stays.
    func withdraw() -> Bool {
        guard isNew else { return false }
        directory.withdraw()
        return true
    }

    private static func resume(
        _ directory: RunDirectory, _ description: RunDescription, _ template: OutputTemplate,
        _ count: Int?, _ kept: Int?, _ now: ClockReading
    ) throws(PrismError) -> PreparedRun {
        let content = try directory.read()
        var state = try directory.state(of: content)
        let files = try OutputDirectory.files(of: template, in: directory.root)
        let recovery = try JournalRecovery(
            state, files: files, isReplacing: description.replaces)
        var report = RecoveryReport()
        report.removed = try directory.removeStale()
        let review = PictureReview(content.records, files: files, newest: kept)
        (report.damaged, report.missing) = (review.damaged, review.missing)
        if !description.replaces, recovery.next < count ?? .max {
            try checkPlace(of: recovery.next, directory.root, template, now)
        }
        let journal = try directory.open(after: content)
        let lines = settle(recovery, directory.root, description.replaces, &report)
        try journal.append(lines)
        try journal.synchronise()
        for line in lines {
            if let why = state.add(line) { throw PrismError(.invalidData, "recovery: \(why)") }
        }
        return PreparedRun(
            directory: directory, journal: journal, description: description, state: state,
            report: report, isNew: false)
    }

    private static func settle(
        _ recovery: JournalRecovery, _ root: String, _ isReplacing: Bool,
        _ report: inout RecoveryReport
    ) -> [JournalRecord] {
        var lines: [JournalRecord] = []
        for adoption in recovery.adoptions {
            let line = adopt(adoption, root)
            if line.state == .done {
                report.adopted += 1
                lines.append(line)
            } else if isReplacing {
                // It is the older run's picture, which the new one did not get to replace.
                report.interrupted += 1
                lines.append(.skipped(adoption.index..<adoption.index + 1, "interrupted"))
            } else {
                report.damaged.append(adoption.file)
                lines.append(line)
            }
        }
        for range in recovery.interrupted {
            report.interrupted += range.count
            lines.append(.skipped(range, "interrupted"))
        }
        return lines
    }

    private static func adopt(_ adoption: JournalRecovery.Adoption, _ root: String) -> JournalRecord
    {
        let path = "\(root)/\(adoption.file)"
        let actual = try? FileChecksum(ofFile: path)
        var line = JournalRecord(.done, index: adoption.index)
        line.file = adoption.file
        line.checksum = actual
        line.reason = "adopted"
        // Without a line to compare with, a picture has to have its end.
        let isWhole = adoption.expected.map { $0 == actual } ?? PictureEnd.isThere(in: path)
        if !isWhole {
            line.state = .failed
            line.reason = "damaged"
        }
        return line
    }
}
