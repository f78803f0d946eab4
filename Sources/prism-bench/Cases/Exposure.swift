// SPDX-License-Identifier: MIT
// How long pictures take beyond what their exposure takes: a long one, and one from a camera that runs already.

import Foundation
internal import Glibc
import PrismCapture
import PrismCore
import PrismTesting

extension BenchCase {
    static let exposure = BenchCase(
        name: "exposure", summary: "a fixed exposure of 10 s, and the lag of a running camera",
        run: measureExposure)

    // A function, because in a closure the 6.0.3 compiler sees no use for `await`.
    private static func measureExposure() async throws -> Outcome {
        guard let program = ChildProcess.sibling("prism") else {
            return .skipped("prism is not built beside prism-bench")
        }
        let directory = try TemporaryDirectory()
        let child = try ChildProcess(
            program,
            [
                "still", "--camera", "mock:imx477", "--shutter", "10s", "--size", "2028x1520", "-o",
                directory.file("a.jpg"),
            ])
        guard child.status == 0 else { return .failed("status \(child.status): \(child.errors)") }
        return .figures([
            Figure("10 s exposure, start to end", child.seconds, "s", target: .atMost(14.5)),
            Figure("running camera: lag, greatest", try await lag(), "frames", target: .atMost(1)),
        ])
    }

    /// From the call to the start of the photograph's exposure, the greatest of 20 at uneven times.
    private static func lag() async throws -> Double {
        let camera = try await BenchCamera()
        try await camera.session.configure(BenchCamera.configuration)
        try await camera.session.start(BenchCamera.settings(frame: BenchCamera.frame))
        let warm = try await camera.session.subscribe(.next(count: 2))
        while try await warm.next() != nil {}
        let capture = PhotoCapture(timing: .immediate)
        var worst = 0.0
        for round in 0..<20 {
            try await Task.sleep(for: .microseconds(20_000 + round * 1_700))
            let asked = KernelClock().read().monotonic
            let photo = try await capture.capture(from: camera.session)
            let start = photo.frame.metadata.timestamp?.nanoseconds ?? .max
            worst = max(worst, Double(start - asked) / Double(BenchCamera.frame))
        }
        await camera.session.close()
        return worst
    }
}
