// SPDX-License-Identifier: MIT
// From a burst's events to the progress line, or to JSON lines.

import PrismCore
import PrismNight

/// Shows how far a burst is without keeping it waiting.
final class NightReporter: Sendable {
    private let events: AsyncStream<NightJob.Event>.Continuation
    private let task: Task<Void, Never>

    init(frames: [String], console: Console) {
        let (stream, events) = AsyncStream.makeStream(of: NightJob.Event.self)
        self.events = events
        // Detached: a cancelled run still tells what became of its frames.
        task = Task.detached {
            for await event in stream {
                await console.progress(event.line(columns: Console.columns))
                if let json = event.json(frames) { await console.event(json) }
            }
        }
    }

    deinit { events.finish() }

    /// Takes an event. Thread: any.
    func tell(_ event: NightJob.Event) { events.yield(event) }

    /// Waits until everything is shown.
    func finish() async {
        events.finish()
        await task.value
    }
}

extension NightJob.Event {
    /// The progress line.
    func line(columns: Int) -> String {
        switch self {
        case .choosing: return String("choosing the reference".prefix(max(0, columns - 1)))
        case .frame(_, let done, let total, _):
            var line = ProgressLine(total: total)
            line.done = done
            return line.text(columns: columns)
        case .finishing(let part):
            return String("finishing \(Int(part * 100)) %".prefix(max(0, columns - 1)))
        }
    }

    /// The JSON line of a frame; nil for what programs need not know.
    func json(_ frames: [String]) -> JSONValue? {
        guard case .frame(let index, _, _, let rejected) = self else { return nil }
        return [
            "event": "frame", "index": .integer(Int64(index)),
            "file": .string(frames.indices.contains(index) ? frames[index] : ""),
            "used": .bool(rejected == nil), "rejected": rejected.map { .string($0) } ?? .null,
        ]
    }
}
