// SPDX-License-Identifier: MIT
// Files of a recording: split after a pause, wrapped names, whole frames.

import Foundation
import PrismCore
import Testing

@testable import prism

@Suite struct CompatVideoWriterTests {
    private func record(_ words: String..., resumes: Set<Int> = []) async throws -> [String] {
        let scratch = try Scratch()
        let request = try CompatTranslationTests.request(
            ["--codec", "mjpeg", "-o", scratch.path("v%d.mjpeg")] + words, .vid)
        let mock = try MockCamera(MockCamera.Options(hasVirtualClock: true))
        let camera = try await CameraSession.open(.mock(mock))
        let stream = StreamConfiguration(
            .still, format: .yuv420, size: PixelSize(width: 64, height: 64))
        try await camera.configure(CameraConfiguration(streams: [stream], bufferCount: 6))
        let frames = try await camera.subscribe(.every(limit: 2))
        try await camera.start()
        let writer = try CompatVideoWriter(request)
        for index in 0..<6 {
            guard let frame = try await frames.next() else { break }
            if resumes.contains(index) { await writer.resume() }
            try await writer.write(frame)
        }
        try await writer.finish()
        await camera.close()
        withExtendedLifetime(mock) {}
        return try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).sorted()
            .map { name in
                let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path(name)))
                let starts = zip(bytes, bytes.dropFirst()).filter { $0 == 0xFF && $1 == 0xD8 }
                return "\(name) \(starts.count)"
            }
    }

    @Test func oneFileHoldsEveryFrame() async throws {
        let files = try await record()
        #expect(files == ["v0.mjpeg 6"])
    }

    @Test func aSplitBeginsAFileAfterEachPause() async throws {
        let split = try await record("--split", resumes: [2, 5])
        #expect(split == ["v0.mjpeg 2", "v1.mjpeg 3", "v2.mjpeg 1"])
        let whole = try await record(resumes: [2, 5])
        #expect(whole == ["v0.mjpeg 6"])
    }

    @Test func namesWrap() async throws {
        let files = try await record("--split", "--wrap", "2", resumes: [2, 4])
        #expect(files == ["v0.mjpeg 2", "v1.mjpeg 2"])
    }
}
