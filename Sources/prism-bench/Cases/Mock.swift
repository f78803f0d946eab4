// SPDX-License-Identifier: MIT
// What a frame of the simulated camera costs: processor time of the whole process, so that other programs do not
// count; the best of many stretches.

internal import Glibc
import PrismCore

extension BenchCase {
    static let mock = BenchCase(
        name: "mock", summary: "drawing noisy frames on one core, virtual clock", run: measureMock)

    // A function, because in a closure the 6.0.3 compiler sees no use for `await`.
    private static func measureMock() async throws -> Outcome {
        let small = StreamConfiguration(
            .viewfinder, format: .nv12, size: PixelSize(width: 640, height: 480))
        let video = StreamConfiguration(
            .video, format: .nv12, size: PixelSize(width: 1920, height: 1080))
        return .figures([
            Figure("640x480 NV12", try await rate(small), "fps", target: .atLeast(300)),
            Figure("1080p NV12", try await rate(video), "fps", target: .atLeast(30)),
            Figure(
                "12 MP raw", try await rate(StreamConfiguration(.raw)), "fps", target: .atLeast(3)),
        ])
    }

    /// Frames per second of processor time.
    private static func rate(_ stream: StreamConfiguration) async throws -> Double {
        var options = MockCamera.Options(sensor: "imx477", hasVirtualClock: true, seed: 1)
        options.scene = MockScene(.chart)
        let camera = try MockCamera(options)
        let session = try await CameraSession.open(.mock(camera))
        let frames = try await session.subscribe(.latest)
        try await session.configure(CameraConfiguration(streams: [stream], bufferCount: 4))
        try await session.start(BenchCamera.settings(frame: 100_000_000))
        var best = 0.0
        for stretch in 0..<8 {
            let start = processorSeconds()
            for _ in 0..<10 { _ = try await frames.next() }
            // The first stretch makes tables.
            if stretch > 0 { best = max(best, 10 / (processorSeconds() - start)) }
        }
        await session.close()
        return best
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
