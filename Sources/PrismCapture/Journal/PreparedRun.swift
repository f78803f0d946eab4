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

    /// Opens or begins a run.
    ///
    /// - Parameters:
    ///   - start: What to do about an earlier run.
    ///   - plan: What the run is to do; resuming needs the same.
    ///   - root: The pictures' directory; made where it is missing.
    ///   - template: Template of paths relative to `root`.
    ///   - durability: For a new run's description.
    ///   - now: The clocks of this moment.
    ///   - probe: Called before each file step.
    /// - Returns: The run, locked for this process until it is dropped.
    /// - Throws: ``PrismError`` `busy` where another process has it, `usage` where `start` does not fit what is
    ///   there, `invalidData` where the journal is damaged, and the errors of the disk.
    static func open(
        _ start: RunStart, plan: TimelapsePlan, root: String, template: OutputTemplate,
        durability: Durability, at now: ClockReading, probe: FileProbe = .none
    ) throws(PrismError) -> PreparedRun {
        let directory = try RunDirectory(root: root, probe: probe)
        let old = try directory.description()
        if start == .resume, let old {
            try old.plan.requireSame(as: plan)
            return try resume(directory, old, template, now)
        }
        try makeRoom(start, directory, old != nil, template)
        let description = RunDescription(
            plan: plan, durability: durability, replaces: start == .overwrite, at: now)
        try directory.begin(description)
        return PreparedRun(
            directory: directory,
            journal: try directory.open(after: JournalText.Content(records: [], wholeLength: 0)),
            description: description, state: JournalState(), report: RecoveryReport())
    }

    private static func makeRoom(
        _ start: RunStart, _ directory: RunDirectory, _ hasRun: Bool, _ template: OutputTemplate
    ) throws(PrismError) {
        if start == .overwrite { return try directory.archive() }
        guard !hasRun else {
            throw PrismError(
                .usage,
                "\(directory.root) already holds a run: resume it, or choose another directory")
        }
        if let found = try OutputDirectory.files(of: template, in: directory.root).first {
            throw PrismError(
                .usage, "\(directory.root)/\(found.file) exists already: choose another directory")
        }
    }

    private static func resume(
        _ directory: RunDirectory, _ description: RunDescription, _ template: OutputTemplate,
        _ now: ClockReading
    ) throws(PrismError) -> PreparedRun {
        let content = try directory.read()
        var state = try directory.state(of: content)
        let files = try OutputDirectory.files(of: template, in: directory.root)
        let recovery = try JournalRecovery(
            state, files: files, isReplacing: description.replaces)
        var report = RecoveryReport()
        report.removed = try directory.removeStale()
        if state.anchor?.bootIdentifier != now.bootIdentifier {
            report.damaged = damaged(state.recent, directory.root)
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
            report: report)
    }

    /// After a power cut, done pictures whose size is not what it was.
    private static func damaged(_ pictures: [JournalState.Finished], _ root: String) -> [String] {
        pictures.filter { picture in
            guard let expected = picture.checksum else { return false }
            return SmallFile.size(of: "\(root)/\(picture.file)") != expected.bytes
        }.map(\.file)
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
        let actual = try? FileChecksum(ofFile: "\(root)/\(adoption.file)")
        var line = JournalRecord(.done, index: adoption.index)
        line.file = adoption.file
        line.checksum = actual
        line.reason = "adopted"
        // Without a line to compare with, only what no encoder makes can be told apart.
        let isWhole = adoption.expected.map { $0 == actual } ?? ((actual?.bytes ?? 0) > 0)
        if !isWhole {
            line.state = .failed
            line.reason = "damaged"
        }
        return line
    }
}
