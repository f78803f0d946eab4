// SPDX-License-Identifier: MIT
// Configure, start, stop a thousand times: whatever leaks shows.

import PrismCore

extension BenchCase {
    static let cycles = BenchCase(
        name: "cycles", summary: "1,000 times configure, start, one frame, stop",
        run: measureCycles)

    // Not a closure: Swift 6.0 finds no asynchronous calls in one that a static property begins with.
    private static func measureCycles() async throws -> Outcome {
        let camera = try await BenchCamera(hasVirtualClock: true)
        let frames = try await camera.session.subscribe(.latest)
        for _ in 0..<100 { try await cycle(camera.session, frames) }
        let before = try ProcessFigures.now()
        let watch = Stopwatch()
        for _ in 0..<1000 { try await cycle(camera.session, frames) }
        let seconds = watch.seconds
        let after = try ProcessFigures.now()
        await camera.session.close()
        return .figures([
            Figure("one cycle", seconds, "ms"),
            Figure("more descriptors", after.descriptors - before.descriptors, target: .exactly(0)),
            Figure("more threads", after.threads - before.threads, target: .exactly(0)),
            Figure(
                "more buffer memory", Int64(after.bufferBytes) - Int64(before.bufferBytes), "bytes",
                target: .exactly(0)),
            Figure(
                "more resident memory", after.residentKiB - before.residentKiB, "KiB",
                target: .atMost(1024)),
        ])
    }

    private static func cycle(_ camera: CameraSession, _ frames: FrameSubscription) async throws {
        try await camera.configure(BenchCamera.configuration)
        try await camera.start(BenchCamera.settings(frame: BenchCamera.frame))
        _ = try await frames.next()
        try await camera.stop()
    }
}
