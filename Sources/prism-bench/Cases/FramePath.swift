// SPDX-License-Identifier: MIT
// The path of a frame at 120 frames a second: how long from the handler's callback to the consumer, and how
// much heap it takes.

import PrismCore

extension BenchCase {
    static let framePath = BenchCase(
        name: "frame-path", summary: "completion to consumer at 640x480, 120 fps",
        run: measureFramePath)

    // A function, because in a closure the 6.0.3 compiler sees no use for `await`.
    private static func measureFramePath() async throws -> Outcome {
        let camera = try await BenchCamera()
        let frames = try await camera.session.subscribe(.latest)
        try await camera.session.configure(BenchCamera.configuration)
        try await camera.session.start(BenchCamera.settings(frame: BenchCamera.frame))
        let path = try await FramePath(frames, warmUp: 120, count: 720)
        await camera.session.close()
        return .figures(path.figures)
    }
}

/// Frames taken one after the other by one task.
private struct FramePath {
    private var latencies: [Double] = []
    /// Of the whole process, from one frame in hand to the next.
    private var allocations: [Double] = []
    private var first: FrameMetadata?
    private var last: FrameMetadata?

    init(_ frames: FrameSubscription, warmUp: Int, count: Int) async throws {
        latencies.reserveCapacity(count)
        allocations.reserveCapacity(count)
        for _ in 0..<warmUp { _ = try await frames.next() }
        var before = Allocations.count
        for _ in 0..<count {
            guard let frame = try await frames.next() else { break }
            let counted = Allocations.count
            allocations.append(Double(counted - before))
            before = counted
            latencies.append(Double(DedicatedExecutor.now() - frame.completedAt) / 1000)
            first = first ?? frame.metadata
            last = frame.metadata
        }
    }

    var figures: [Figure] {
        let spread = Statistics(latencies)
        let counted =
            Allocations.isCounting
            ? [
                Figure(
                    "allocations per frame, median", Statistics(allocations).median,
                    target: .atMost(3)),
                // The watchdog's look once a second is in the mean.
                Figure("allocations per frame, mean", Statistics(allocations).mean),
            ] : []
        return [
            Figure("frames", latencies.count), Figure("frame rate", rate, "fps"),
            Figure("completion to consumer, median", spread.median, "us", target: .atMost(100)),
            Figure("median of the quietest quarter", quietest, "us"),
            Figure("completion to consumer, p99", spread.percentile(99), "us"),
        ] + counted
    }

    /// A busy machine lengthens both wake-ups; the path itself shows in the stretch that was disturbed least.
    private var quietest: Double {
        let length = max(1, latencies.count / 4)
        let starts = stride(from: 0, through: max(0, latencies.count - length), by: length)
        return starts.map { Statistics(Array(latencies[$0...].prefix(length))).median }.min() ?? 0
    }

    private var rate: Double {
        guard let from = first?.timestamp, let to = last?.timestamp, to > from else { return 0 }
        return Double(latencies.count - 1) * 1e9 / Double(to.nanoseconds - from.nanoseconds)
    }
}
