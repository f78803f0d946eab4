// SPDX-License-Identifier: MIT
// From the journal's lines to the progress line, or to JSON lines.

import PrismCapture
import PrismCore

/// Shows what becomes of each shot, in order, without keeping the writer waiting.
final class TimelapseReporter: Sendable {
    private let lines: AsyncStream<JournalRecord>.Continuation
    private let task: Task<Void, Never>
    private let hook: ShotHook?
    private let root: String

    init(total: Int?, console: Console, hook: ShotHook? = nil, root: String = ".") {
        self.hook = hook
        self.root = root
        let (stream, lines) = AsyncStream.makeStream(of: JournalRecord.self)
        self.lines = lines
        // Detached: a cancelled run still tells of its last shots.
        task = Task.detached {
            var line = ProgressLine(total: total)
            await console.progress(line.text(columns: Console.columns))
            for await record in stream {
                line.add(record)
                await console.event(record.json)
                await console.progress(line.text(columns: Console.columns))
            }
        }
    }

    deinit { lines.finish() }

    /// Takes a line that settles an index. Thread: any.
    func settled(_ record: JournalRecord) {
        lines.yield(record)
        if let hook, let facts = ShotFacts(record, root: root) { hook.submit(facts) }
    }

    /// Waits until everything is shown.
    func finish() async {
        lines.finish()
        await task.value
    }
}

extension ProgressLine {
    /// Counts what a line settles.
    mutating func add(_ record: JournalRecord) {
        switch record.state {
        case .done: done += 1
        case .skipped:
            skipped += max(record.index, record.through ?? record.index) - record.index + 1
        case .failed: failed += 1
        case .anchor, .intent, .written, .ended: break
        }
    }
}

extension JournalRecord {
    /// The line as the user sees it: what became of which index.
    var json: JSONValue {
        let members: [(String, JSONValue?)] = [
            ("event", .string(state == .done ? "saved" : state.rawValue)),
            ("index", .integer(Int64(index))), ("through", through.map { .integer(Int64($0)) }),
            ("file", file.map { .string($0) }), ("bytes", bytes.map { .integer($0) }),
            ("crc32c", crc32c.map { .string($0) }), ("due", due.map { .integer($0) }),
            ("started", started.map { .integer($0) }), ("utc", utc.map { .integer($0) }),
            ("anchor", anchor.map { .string($0.rawValue) }),
            ("limitedBy", limitedBy.map { .array($0.map { .string($0) }) }),
            ("applied", applied?.json), ("reason", reason.map { .string($0) }),
        ]
        return .object(
            members.compactMap { key, value in value.map { JSONValue.Member(key: key, value: $0) } }
        )
    }
}
