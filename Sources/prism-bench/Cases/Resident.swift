// SPDX-License-Identifier: MIT
// How much memory the program needs beside the camera's buffers, on a board where 512 MB are all there is.

import Foundation
import PrismCore
import PrismTesting

extension BenchCase {
    static let resident = BenchCase(
        name: "resident",
        summary: "memory of prism beside buffers and beside what the simulated camera itself holds",
        run: measureResident)

    // A function, because in a closure the 6.0.3 compiler sees no use for `await`.
    private static func measureResident() async throws -> Outcome {
        guard let program = ChildProcess.sibling("prism") else {
            return .skipped("prism is not built beside prism-bench")
        }
        let directory = try TemporaryDirectory()
        let still = try ResidentChild(
            program, ["still", "--camera", "mock:imx477", "-o", directory.file("still.jpg")])
        let raw = try ResidentChild(
            program, ["still", "--camera", "mock:imx477", "--raw", "-o", directory.file("raw.jpg")])
        let lapse = try ResidentChild(
            program,
            [
                "timelapse", "--every", "200ms", "--count", "10", "--size", "1920x1080", "--camera",
                "mock:imx477", "-o", directory.file("%03d.jpg"),
            ])
        for child in [still, raw, lapse] where child.status != 0 {
            return .failed("prism ended with status \(child.status)")
        }
        let photograph = StreamConfiguration(.still, format: .yuv420)
        let video = StreamConfiguration(
            .still, format: .yuv420, size: PixelSize(width: 1920, height: 1080))
        return .figures(
            figures("12 MP still", still, try await ownMemory([photograph]))
                + figures(
                    "12 MP still and DNG", raw,
                    try await ownMemory([photograph, StreamConfiguration(.raw)]))
                + figures("1080p time-lapse", lapse, try await ownMemory([video])))
    }

    private static func figures(_ name: String, _ child: ResidentChild, _ mock: Int) -> [Figure] {
        [
            Figure(
                "\(name): prism's own", megabytes(child.besideBuffers - mock), "MB",
                target: .atMost(60)),
            Figure("\(name): the mock's own", megabytes(mock), "MB"),
            Figure("\(name): buffers", megabytes(child.buffers), "MB"),
        ]
    }

    private static func megabytes(_ bytes: Int) -> Double { Double(bytes) / 1e6 }

    /// What the simulated camera says that it holds when it is configured like the child's.
    private static func ownMemory(_ streams: [StreamConfiguration]) async throws -> Int {
        let camera = try MockCamera(MockCamera.Options(sensor: "imx477"))
        let session = try await CameraSession.open(.mock(camera))
        try await session.configure(CameraConfiguration(streams: streams, bufferCount: 4))
        let bytes = Int(MockCamera.memoryBytes)
        await session.close()
        withExtendedLifetime(camera) {}
        return bytes
    }
}
