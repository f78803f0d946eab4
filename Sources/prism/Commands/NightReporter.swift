// SPDX-License-Identifier: MIT
// From a burst's events to the progress line, or to JSON lines.

import PrismCapture
import PrismCore
import PrismNight

/// Shows how far a burst is without keeping it waiting.
final class NightReporter: Sendable {
    /// What there is to tell.
    private enum News: Sendable {
        case job(NightJob.Event)
        case camera(NightProgress)
    }

    private let events: AsyncStream<News>.Continuation
    private let task: Task<Void, Never>

    init(frames: [String], console: Console) {
        let (stream, events) = AsyncStream.makeStream(of: News.self)
        self.events = events
        // Detached: a cancelled run still tells what became of its frames.
        task = Task.detached {
            for await news in stream {
                switch news {
                case .job(let event):
                    await console.progress(event.line(columns: Console.columns))
                    if let json = event.json(frames) { await console.event(json) }
                case .camera(let progress):
                    await console.progress(progress.line(columns: Console.columns))
                    if let json = progress.json { await console.event(json) }
                }
            }
        }
    }

    deinit { events.finish() }

    /// Takes an event. Thread: any.
    func tell(_ event: NightJob.Event) { events.yield(.job(event)) }

    /// Takes an event of a camera. Thread: any.
    func tell(_ progress: NightProgress) { events.yield(.camera(progress)) }

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

extension NightProgress {
    /// The progress line: a bar that counts the seconds down, as the camera must be held still for them.
    func line(columns: Int) -> String {
        switch self {
        case .metering: return String("metering".prefix(max(0, columns - 1)))
        case .planned(let plan), .replanned(let plan):
            return String((plan.explanation.first ?? "").prefix(max(0, columns - 1)))
        case .frame(let step):
            var line = ProgressLine(total: step.total)
            line.done = step.done
            line.tail = ", hold still for \(step.secondsLeft.formatted(1)) s"
            return line.text(columns: columns)
        }
    }

    /// The JSON line; nil for what programs need not know.
    var json: JSONValue? {
        switch self {
        case .metering: return ["event": "metering"]
        case .planned(let plan): return plan.json(event: "plan")
        case .replanned(let plan): return plan.json(event: "replan")
        case .frame(let step):
            return [
                "event": "step", "done": .integer(Int64(step.done)),
                "total": .integer(Int64(step.total)), "secondsLeft": .number(step.secondsLeft),
                "quality": .number(step.quality), "used": .integer(Int64(step.used)),
                "rejected": .integer(Int64(step.rejected)),
                "dropped": .integer(Int64(step.dropped)), "restarted": .bool(step.isRestart),
            ]
        }
    }
}
