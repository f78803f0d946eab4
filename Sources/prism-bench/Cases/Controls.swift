// SPDX-License-Identifier: MIT
// The numbers that the control surface promises, each as it is measured.

internal import Glibc
import PrismCore

extension BenchCase {
    static let controls = BenchCase(
        name: "controls", summary: "exposure, modes, waits and frame rates as promised",
        run: measureControls)

    // A function, because in a closure the 6.0.3 compiler sees no use for `await`.
    private static func measureControls() async throws -> Outcome {
        var figures = [try await firstFrame(), try await afterASecond()]
        figures.append(try await preview())
        figures.append(try await cancelledWait())
        figures.append(try await interval())
        figures += try await lightSteps()
        figures.append(try await modeRates())
        figures += try await modeSwitches()
        return .figures(figures)
    }

    private static func brightness(_ metadata: FrameMetadata?) -> Double {
        Double(metadata?.exposureTime ?? 0) * Double(metadata?.analogueGain ?? 0)
    }

    private static func percent(_ value: Double, of wanted: Double) -> Double {
        abs(value / wanted - 1) * 100
    }

    /// What is in the start's own settings, on the very first frame.
    private static func firstFrame() async throws -> Figure {
        var worst = 0.0
        for (time, gain) in [(1_000_000, 1.5), (8_000_000, 3), (20_000_000, 5.8)] {
            let camera = try await BenchCamera(hasVirtualClock: true)
            try await camera.session.configure(BenchCamera.configuration)
            let frames = try await camera.session.subscribe(.latest)
            try await camera.session.start(
                ControlSettings(exposure: .manual(nanoseconds: Int64(time), gain: gain)))
            let first = try await frames.next()?.metadata
            worst = max(worst, percent(Double(first?.exposureTime ?? 0), of: Double(time)))
            worst = max(worst, percent(Double(first?.analogueGain ?? 0), of: gain))
            await camera.session.close()
        }
        return Figure("first frame off by", worst, "%", target: .atMost(5))
    }

    private static func afterASecond() async throws -> Figure {
        let camera = try await BenchCamera(hasVirtualClock: true)
        try await camera.session.configure(BenchCamera.configuration)
        let frames = try await camera.session.subscribe(.latest)
        try await camera.session.start()
        var worst = 0.0
        for (time, gain) in [(5_000_000, 1.5), (10_000_000, 3), (1_000_000, 5.8)] {
            try await camera.session.set(
                ControlSettings(exposure: .manual(nanoseconds: Int64(time), gain: gain)))
            let begin = try await frames.next()?.metadata.timestamp?.nanoseconds ?? 0
            var last = try await frames.next()?.metadata
            while (last?.timestamp?.nanoseconds ?? .max) < begin + 1_000_000_000 {
                last = try await frames.next()?.metadata
            }
            worst = max(worst, percent(Double(last?.exposureTime ?? 0), of: Double(time)))
            worst = max(worst, percent(Double(last?.analogueGain ?? 0), of: gain))
        }
        await camera.session.close()
        return Figure("fixed exposure after 1 s off by", worst, "%", target: .atMost(5))
    }

    /// The light of a still's first frame beside the preview's last, with an exposure that is held.
    private static func preview() async throws -> Figure {
        let camera = try await BenchCamera(hasVirtualClock: true)
        try await camera.session.configure(BenchCamera.configuration)
        let frames = try await camera.session.subscribe(.latest)
        try await camera.session.start()
        var settled: FrameMetadata?
        while settled?.autoExposure != .converged { settled = try await frames.next()?.metadata }
        let drain = Task { while try await frames.next() != nil {} }
        _ = try await camera.session.holdExposure()
        drain.cancel()
        frames.cancel()
        var still = BenchCamera.configuration
        still.streams = [StreamConfiguration(.still)]
        try await camera.session.configure(still)
        let photo = try await camera.session.subscribe(.next(count: 1))
        let after = try await photo.next()?.metadata
        await camera.session.close()
        let off = percent(brightness(after), of: brightness(settled))
        return Figure("preview to still off by", off, "%", target: .atMost(5))
    }

    private static func cancelledWait() async throws -> Figure {
        let camera = try await BenchCamera()
        try await camera.session.configure(BenchCamera.configuration)
        try await camera.session.start(BenchCamera.settings(frame: 2_000_000_000))
        var times: [Double] = []
        for _ in 0..<5 {
            let ticket = try await camera.session.set(
                ControlSettings(exposure: .manual(nanoseconds: 9_000_000, gain: 4)))
            let wait = Task { try await camera.session.applied(ticket, within: 60_000_000_000) }
            try await Task.sleep(for: .milliseconds(20))
            let watch = Stopwatch()
            wait.cancel()
            _ = try? await wait.value
            times.append(watch.seconds)
        }
        await camera.session.close()
        let longest = Statistics(times).greatest * 1000
        return Figure("cancelled wait returns in", longest, "ms", target: .atMost(100))
    }

    /// Real time, by the sensor's own time stamps.
    private static func interval() async throws -> Figure {
        let camera = try await BenchCamera()
        try await camera.session.configure(BenchCamera.configuration)
        let frames = try await camera.session.subscribe(.every(limit: 2))
        try await camera.session.start(BenchCamera.settings(frame: 33_333_333))
        var times: [Int64] = []
        while times.count < 60, let frame = try await frames.next() {
            times.append(frame.metadata.timestamp?.nanoseconds ?? 0)
        }
        await camera.session.close()
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
        let median = Double(gaps.isEmpty ? 0 : gaps[gaps.count / 2]) / 1000
        return Figure(
            "median interval at 30 fps off by", percent(median, of: 33_333), "%",
            target: .atMost(10))
    }
}
