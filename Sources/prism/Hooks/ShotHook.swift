// SPDX-License-Identifier: MIT
// --on-shot: a user's command after each picture, one at a time, that can neither delay nor lose a shot.

internal import Glibc
import PrismCapture
import PrismCore

/// Runs a command for each picture on a thread of its own. A queue that is full drops the newest and counts it.
actor ShotHook {
    /// What becomes of the calls.
    struct Totals: Equatable, Sendable {
        var succeeded = 0
        var failed = 0
        var dropped = 0

        /// `3 of 60 hooks failed, 2 were dropped`.
        var text: String {
            let drops = dropped > 0 ? ", \(dropped) were dropped" : ""
            return "\(failed) of \(succeeded + failed + dropped) hooks failed" + drops
        }
    }

    /// Pictures that may wait for the command.
    static let capacity = 64

    private struct Inbox: Sendable {
        var calls: [ShotFacts] = []
        var totals = Totals()
        /// When the calls end that are left, on the monotonic clock; nil while the run goes on.
        var deadline: Int64?

        var isOver: Bool { deadline.map { KernelClock().read().monotonic >= $0 } ?? false }
    }

    private nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private nonisolated let inbox = Lock(Inbox())
    private nonisolated let command: String
    private nonisolated let limit: Int64

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - command: For the shell.
    ///   - limit: Nanoseconds that one call may take.
    /// - Throws: `noMemory` where no thread can be had.
    init(_ command: String, limit: Int64) throws(PrismError) {
        executor = try DedicatedExecutor(name: "prism-hook")
        self.command = command
        self.limit = limit
    }

    deinit { executor.stop() }

    /// Takes a picture that is whole. Thread: any; does not wait.
    nonisolated func submit(_ facts: ShotFacts) {
        let isTaken = inbox.withLock { inbox -> Bool in
            guard inbox.calls.count < ShotHook.capacity else {
                inbox.totals.dropped += 1
                return false
            }
            inbox.calls.append(facts)
            return true
        }
        if isTaken { Task { await self.drain() } }
    }

    /// Waits for the calls that are left, all together as long as one may take; then, or where the task is cancelled,
    /// ends the one that runs and drops the others.
    ///
    /// - Returns: What became of all.
    nonisolated func finish() async -> Totals {
        let end = KernelClock().read().monotonic + limit
        inbox.withLock { $0.deadline = end }
        await withTaskCancellationHandler {
            await drain()
        } onCancel: {
            inbox.withLock { $0.deadline = 0 }
        }
        return inbox.withLock { $0.totals }
    }

    private func drain() {
        while let facts = next() {
            let isGood = call(facts)
            inbox.withLock { inbox in
                if isGood { inbox.totals.succeeded += 1 } else { inbox.totals.failed += 1 }
            }
        }
    }

    private func next() -> ShotFacts? {
        inbox.withLock { inbox in
            guard inbox.isOver else {
                return inbox.calls.isEmpty ? nil : inbox.calls.removeFirst()
            }
            inbox.totals.dropped += inbox.calls.count
            inbox.calls = []
            return nil
        }
    }

    private func call(_ facts: ShotFacts) -> Bool {
        let process = try? HookProcess(
            command, environment: facts.environment, input: facts.json.text + "\n")
        guard let process else { return false }
        let end = process.wait(within: limit) { inbox.withLock { $0.isOver } }
        return end == .exited(0)
    }
}

/// What a hook is told of a picture.
struct ShotFacts: Sendable {
    /// The picture's path, absolute.
    let file: String
    let index: Int
    /// Start of the exposure, nanoseconds since 1970.
    let utc: Int64
    let checksum: FileChecksum?
    let applied: AppliedSettings?
    let limits: [String]

    /// As the environment variables of the manual.
    var environment: [(String, String)] {
        let facts: [(String, String?)] = [
            ("PRISM_EVENT", "saved"), ("PRISM_FILE", file), ("PRISM_INDEX", "\(index)"),
            ("PRISM_UTC", "\(utc)"), ("PRISM_BYTES", checksum.map { "\($0.bytes)" }),
            ("PRISM_EXPOSURE", applied?.exposureTime.map { "\($0)" }),
            ("PRISM_GAIN", applied?.analogueGain.map { "\($0)" }),
            ("PRISM_LUX", applied?.lux.map { "\($0)" }),
            ("PRISM_LIMITED_BY", limits.joined(separator: " ")),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }

    /// One line on standard input, of the same schema as the JSON output.
    var json: JSONValue {
        let members: [(String, JSONValue?)] = [
            ("event", "saved"), ("file", .string(file)), ("index", .integer(Int64(index))),
            ("utc", .integer(utc)), ("bytes", checksum.map { .integer($0.bytes) }),
            ("applied", applied?.json), ("limitedBy", .array(limits.map { .string($0) })),
        ]
        return .object(
            members.compactMap { name, value in
                value.map { JSONValue.Member(key: name, value: $0) }
            })
    }
}

extension ShotFacts {
    /// The facts of a line of the journal; nil where it is about no picture.
    init?(_ record: JournalRecord, root: String) {
        guard record.state == .done, let file = record.file else { return nil }
        self.init(
            file: ShotFacts.absolute("\(root)/\(file)"), index: record.index,
            utc: record.utc ?? 0, checksum: record.checksum, applied: record.applied,
            limits: record.limitedBy ?? [])
    }

    /// The path from the root of the file system, so that a hook may change its directory.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        let plain = path.hasPrefix("./") ? path.dropFirst(2) : Substring(path)
        return "\(String(cString: here))/\(plain)"
    }
}

extension Invocation {
    /// Says what became of a run's hooks, where something is to be said.
    func tell(_ totals: ShotHook.Totals?) async {
        guard let totals else { return }
        await console.event([
            "event": "hooks", "succeeded": .integer(Int64(totals.succeeded)),
            "failed": .integer(Int64(totals.failed)), "dropped": .integer(Int64(totals.dropped)),
        ])
        guard totals.failed + totals.dropped > 0 else { return }
        await console.warn(totals.text)
    }
}
