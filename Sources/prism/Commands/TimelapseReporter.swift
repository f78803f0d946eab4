// SPDX-License-Identifier: MIT
// From the journal's lines to the progress line, or to JSON lines.

import PrismCapture
import PrismCore

/// Shows what becomes of each shot, in order, without keeping the writer waiting.
final class TimelapseReporter: Sendable {
    private enum News: Sendable {
        case settled(JournalRecord)
        case happened(TimelapseEvent)
    }

    private let lines: AsyncStream<News>.Continuation
    private let task: Task<RoomTally, Never>
    private let hook: ShotHook?
    private let root: String

    init(total: Int?, console: Console, hook: ShotHook? = nil, root: String = ".") {
        self.hook = hook
        self.root = root
        let (stream, lines) = AsyncStream.makeStream(of: News.self)
        self.lines = lines
        // Detached: a cancelled run still tells of its last shots.
        task = Task.detached {
            var line = ProgressLine(total: total)
            var room = RoomTally()
            await console.progress(line.text(columns: Console.columns))
            for await news in stream {
                switch news {
                case .settled(let record):
                    line.add(record)
                    await console.event(record.json)
                    if room.add(record) {
                        let text =
                            "there is less room than --min-free on the disk; shots are skipped"
                        await console.warn(text)
                    }
                case .happened(let event): await console.tell(event)
                }
                await console.progress(line.text(columns: Console.columns))
            }
            return room
        }
    }

    deinit { lines.finish() }

    /// Takes a line that settles an index. Thread: any.
    func settled(_ record: JournalRecord) {
        lines.yield(.settled(record))
        if let hook, let facts = ShotFacts(record, root: root) { hook.submit(facts) }
    }

    /// Tells of what is no shot.
    func happened(_ event: TimelapseEvent) {
        lines.yield(.happened(event))
    }

    /// Waits until everything is shown.
    ///
    /// - Returns: What `--min-free` cost.
    @discardableResult
    func finish() async -> RoomTally {
        lines.finish()
        return await task.value
    }
}

/// What the room that is to stay free on the disk cost a run.
struct RoomTally: Equatable, Sendable {
    /// Shots without a picture.
    private(set) var skipped = 0
    private var isShort = false

    /// Counts a line; true where it is the first of an episode without room.
    mutating func add(_ record: JournalRecord) -> Bool {
        let lacksRoom = record.state == .skipped && record.reason == "minFree"
        if lacksRoom { skipped += 1 }
        defer { if lacksRoom || record.state == .done { isShort = lacksRoom } }
        return lacksRoom && !isShort
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
