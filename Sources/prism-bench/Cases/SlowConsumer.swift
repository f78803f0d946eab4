// SPDX-License-Identifier: MIT
// A consumer eight times too slow on four buffers: the camera must not wait, and every frame is accounted for.

import PrismCore

extension BenchCase {
    static let slowConsumer = BenchCase(
        name: "slow-consumer", summary: "1,000 frames, 4 buffers, a consumer 8 times too slow",
        run: measureSlowConsumer)

    // Not a closure: Swift 6.0 finds no asynchronous calls in one that a static property begins with.
    private static func measureSlowConsumer() async throws -> Outcome {
        let camera = try await BenchCamera()
        let frames = try await camera.session.subscribe(.latest)
        try await camera.session.configure(BenchCamera.configuration)
        let events = await camera.session.eventStream()
        try await camera.session.start(BenchCamera.settings(frame: BenchCamera.frame))
        let tally = try await SlowConsumer(frames, camera.session, frames: 1000)
        await camera.session.close()
        var incidents = 0
        for await _ in events { incidents += 1 }
        return .figures(tally.figures + [Figure("stalls", incidents, target: .exactly(0))])
    }
}

private struct SlowConsumer {
    private var delivered = 0
    private var first: UInt32?
    private var last: UInt32 = 0
    private var dropped = 0
    private var completed = 0

    init(_ frames: FrameSubscription, _ camera: CameraSession, frames count: UInt32) async throws {
        while last &- (first ?? 0) < count, let frame = try await frames.next() {
            take(frame)
            // Holds the frame all the while, as a slow encoder does.
            try await Task.sleep(for: .nanoseconds(8 * BenchCamera.frame))
            withExtendedLifetime(frame) {}
        }
        try await camera.stop()
        // One more may wait in its place.
        completed = Int(await camera.frameCounters().completed)
        dropped = frames.dropped
        if completed > delivered + dropped, let frame = try await frames.next() { take(frame) }
    }

    private mutating func take(_ frame: CameraFrame) {
        delivered += 1
        first = first ?? frame.metadata.sequence
        last = frame.metadata.sequence
    }

    var figures: [Figure] {
        let produced = Int(last &- (first ?? 0)) + 1
        return [
            Figure("produced by the sensor", produced), Figure("completed", completed),
            Figure("delivered", delivered), Figure("dropped for the consumer", dropped),
            Figure("missed by the camera", produced - completed, target: .exactly(0)),
            Figure("unaccounted for", completed - delivered - dropped, target: .exactly(0)),
        ]
    }
}
