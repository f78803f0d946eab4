// SPDX-License-Identifier: MIT
// A consumer eight times too slow on four buffers: the camera must not wait, and every frame is accounted for.

import PrismCore

extension BenchCase {
    static let slowConsumer = BenchCase(
        name: "slow-consumer", summary: "1,000 frames, 4 buffers, a consumer 8 times too slow",
        run: measureSlowConsumer)

    // A function, because in a closure the 6.0.3 compiler sees no use for `await`.
    private static func measureSlowConsumer() async throws -> Outcome {
        .figures(
            try await measureSlowConsumer(hasVirtualClock: true)
                + measureSlowConsumer(hasVirtualClock: false))
    }

    private static func measureSlowConsumer(hasVirtualClock: Bool) async throws -> [Figure] {
        let camera = try await BenchCamera(hasVirtualClock: hasVirtualClock)
        // Time goes on although the consumer holds one frame and another one waits.
        camera.mock.setAllowance(frames: FramePolicy.latest.loans)
        let frames = try await camera.session.subscribe(.latest)
        try await camera.session.configure(BenchCamera.configuration)
        let events = await camera.session.eventStream()
        try await camera.session.start(BenchCamera.settings(frame: BenchCamera.frame))
        var consumer = SlowConsumer(frames, camera.session, isPacedByFrames: hasVirtualClock)
        try await consumer.take(1000)
        await camera.session.close()
        for await _ in events { consumer.incidents += 1 }
        return consumer.figures
    }
}

private struct SlowConsumer {
    private static let slowness = 8
    private let frames: FrameSubscription
    private let camera: CameraSession
    private let isPacedByFrames: Bool
    private var delivered = 0
    private var dropped = 0
    /// Frames that came out of the bridge and were not taken back by the stop.
    private var seen = 0
    /// Frames of the sensor up to the last one that the session saw, whoever took it.
    private var produced = 0
    /// Stalls, starvation, time-outs.
    var incidents = 0

    init(_ frames: FrameSubscription, _ camera: CameraSession, isPacedByFrames: Bool) {
        self.frames = frames
        self.camera = camera
        self.isPacedByFrames = isPacedByFrames
    }

    mutating func take(_ count: Int) async throws {
        while produced < count, let frame = try await frames.next() {
            delivered += 1
            // With fixed settings no start-up frame hides the first ones.
            produced = Int(frame.metadata.sequence) + 1
            // Holds the frame all the while, as a slow encoder does.
            try await work(frame.metadata.sequence)
            withExtendedLifetime(frame) {}
        }
        try await camera.stop()
        let counters = await camera.frameCounters()
        seen = Int(counters.completed - counters.unread)
        produced = Int(await camera.latestMetadata.sequence) + 1
        dropped = frames.dropped
        // One more may wait in its place.
        if seen > delivered + dropped, try await frames.next() != nil { delivered += 1 }
    }

    private func work(_ sequence: UInt32) async throws {
        guard isPacedByFrames else {
            return try await Task.sleep(for: .nanoseconds(Int64(Self.slowness) * BenchCamera.frame))
        }
        while await camera.latestMetadata.sequence &- sequence < Self.slowness {
            await Task.yield()
        }
    }

    var figures: [Figure] {
        let name = isPacedByFrames ? "virtual time" : "real time"
        // In real time a sensor without a processor in time misses frames: that is the machine's affair.
        let limit: Target? = isPacedByFrames ? .exactly(0) : nil
        return [
            Figure("\(name): produced by the sensor", produced),
            Figure(
                "\(name): missed by the camera", produced - delivered - dropped, target: limit),
            Figure("\(name): delivered", delivered), Figure("\(name): dropped", dropped),
            Figure(
                "\(name): unaccounted for", seen - delivered - dropped, target: .exactly(0)),
            Figure("\(name): stalls", incidents, target: .exactly(0)),
        ]
    }
}
