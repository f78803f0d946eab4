// SPDX-License-Identifier: MIT
// Stores shots on a thread of their own, so that neither a slow disk nor an encoder delays a frame.

internal import PrismCore

/// Encodes and stores shots on the thread `prism-encode`, in the order they came.
actor ShotWriter {
    /// How long a file may wait for a batch, in nanoseconds.
    static let batchTime: UInt64 = 2_000_000_000

    private enum Work: Sendable {
        case store(ShotJob)
        case note(JournalRecord)
    }

    private struct Inbox: Sendable {
        var work: [Work] = []
        /// Shots that wait or are being stored: each holds a frame.
        var shots = 0
        var failure: PrismError?
        var totals = Totals()
    }

    /// Indices that this session settled.
    struct Totals: Hashable, Sendable {
        var done = 0
        var skipped = 0
        var failed = 0
    }

    /// What a run's directory held, without the files behind it.
    struct Opened: Sendable {
        var state: JournalState
        var report: RecoveryReport
    }

    nonisolated private let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }
    nonisolated private let inbox = Lock(Inbox())
    nonisolated private let capacity: Int
    nonisolated private let report: @Sendable (JournalRecord) -> Void
    private var run: PreparedRun?
    private var store: ShotStore?
    private var timer: Task<Void, Never>?
    /// Whether the run has come to anything.
    private var hasBegun = false

    /// Makes a writer.
    ///
    /// - Parameters:
    ///   - capacity: Shots that may wait or be stored at once; each holds a frame.
    ///   - report: Gets each line that settles an index, on this actor's thread.
    /// - Throws: `noMemory` where no thread can be had.
    init(
        capacity: Int, report: @escaping @Sendable (JournalRecord) -> Void
    ) throws(PrismError) {
        executor = try DedicatedExecutor(name: "prism-encode")
        self.capacity = capacity
        self.report = report
    }

    deinit {
        timer?.cancel()
        executor.stop()
    }

    /// Opens the run's directory; see ``PreparedRun/open(_:plan:root:template:durability:kept:at:health:probe:)``.
    func open(
        _ start: RunStart, plan: TimelapsePlan, root: String, template: OutputTemplate,
        durability: Durability, housekeeping: Housekeeping = Housekeeping(), at now: ClockReading,
        probe: FileProbe = .none
    ) throws(PrismError) -> Opened {
        let run = try PreparedRun.open(
            start, plan: plan, root: root, template: template, durability: durability,
            kept: housekeeping.keepLast, at: now,
            health: { JournalHealth(HealthProbe(disk: root).read()) }, probe: probe)
        // `[weak self]`: with `[unowned self]` the 6.0.3 compiler crashes.
        store = ShotStore(
            root: root, journal: run.journal, durability: durability,
            collision: run.description.replaces ? .replace : .refuse, probe: probe,
            housekeeping: housekeeping,
            kept: try KeptPictures(housekeeping, root: root, template: template),
            report: { [weak self] record in self?.tell(record) })
        self.run = run
        return Opened(state: run.state, report: run.report)
    }

    /// Takes a shot, unless as many as may be are under way. Thread: any; does not wait.
    nonisolated func submit(_ job: ShotJob) -> Bool {
        let isTaken = inbox.withLock { inbox -> Bool in
            guard inbox.shots < capacity else { return false }
            inbox.shots += 1
            inbox.work.append(.store(job))
            return true
        }
        if isTaken { wake() }
        return isTaken
    }

    /// Takes a line for the journal. Thread: any; does not wait.
    nonisolated func note(_ record: JournalRecord) {
        inbox.withLock { $0.work.append(.note(record)) }
        wake()
    }

    /// The first error, after which the run is to end. Thread: any.
    nonisolated var failure: PrismError? { inbox.withLock { $0.failure } }

    /// Indices settled so far. Thread: any.
    nonisolated var totals: Totals { inbox.withLock { $0.totals } }

    /// Ends the run in order: the shot under way is finished, files get their names, the journal its last line.
    ///
    /// Of a new run that has not come to anything nothing is left.
    ///
    /// - Parameters:
    ///   - next: The first index not decided on.
    ///   - reason: Why it ends.
    ///   - dropping: Whether shots that still wait are skipped, to end soon.
    /// - Throws: The first error of the whole run.
    func finish(next: Int, reason: String, dropping: Bool) throws(PrismError) {
        timer?.cancel()
        drain(dropping: dropping)
        defer { (store, run) = (nil, nil) }
        if !hasBegun, run?.withdraw() == true { return }
        flush()
        var end = JournalRecord(.ended, index: next)
        end.reason = reason
        attempt { store throws(PrismError) in
            try store.note(end)
            try store.synchronise()
        }
        if let failure { throw failure }
    }

    nonisolated private func wake() { Task { await self.drain(dropping: false) } }

    private func drain(dropping: Bool) {
        while let work = takeWork() {
            hasBegun = true
            switch work {
            case .note(let record):
                attempt { store throws(PrismError) in try store.note(record) }
            case .store(let job) where dropping:
                let index = job.intent.index
                attempt { store throws(PrismError) in
                    try store.note(.skipped(index..<index + 1, "stopped"))
                }
            case .store(let job): save(job)
            }
            if case .store = work { inbox.withLock { $0.shots -= 1 } }
        }
    }

    private func takeWork() -> Work? {
        inbox.withLock { $0.work.isEmpty ? nil : $0.work.removeFirst() }
    }

    private func save(_ job: ShotJob) {
        attempt { store throws(PrismError) in try store.store(job) }
        if store?.hasPending == true, timer == nil { startTimer() }
    }

    nonisolated private func tell(_ record: JournalRecord) {
        inbox.withLock { inbox in
            switch record.state {
            case .done: inbox.totals.done += 1
            case .skipped: inbox.totals.skipped += record.range.count
            case .failed: inbox.totals.failed += 1
            case .anchor, .intent, .written, .ended: break
            }
        }
        report(record)
    }

    private func startTimer() {
        timer = Task { [weak self] in
            try? await Task.sleep(nanoseconds: ShotWriter.batchTime)
            guard !Task.isCancelled else { return }
            await self?.flush()
        }
    }

    private func flush() {
        timer = nil
        attempt { store throws(PrismError) in try store.flush() }
    }

    /// Does something with the store and keeps the first error.
    private func attempt(_ body: (ShotStore) throws(PrismError) -> Void) {
        guard let store else { return }
        do throws(PrismError) {
            try body(store)
        } catch {
            inbox.withLock { inbox in inbox.failure = inbox.failure ?? error }
        }
    }
}
