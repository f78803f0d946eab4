// SPDX-License-Identifier: MIT
// Stopping in the middle of a five-second frame.

import PrismCore

extension BenchCase {
    static let stop = BenchCase(
        name: "stop", summary: "stop() at 0.2 fps, at several moments of a frame",
        run: measureStop)

    // Not a closure: Swift 6.0 finds no asynchronous calls in one that a static property begins with.
    private static func measureStop() async throws -> Outcome {
        let camera = try await BenchCamera()
        try await camera.session.configure(BenchCamera.configuration)
        var times: [Double] = []
        for milliseconds in [0, 10, 100, 400, 1000, 2500] {
            try await camera.session.start(BenchCamera.settings(frame: 5_000_000_000))
            try await Task.sleep(for: .milliseconds(milliseconds))
            let watch = Stopwatch()
            try await camera.session.stop()
            times.append(watch.seconds)
        }
        await camera.session.close()
        return .figures([
            Figure(
                "longest of \(times.count)", Statistics(times).greatest * 1000, "ms",
                target: .atMost(500))
        ])
    }
}
