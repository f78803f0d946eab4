// SPDX-License-Identifier: MIT
// Frames outlive what they came from: their pixels stay readable and their buffers find their way back.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct HeldFrameTests {
    private func sum(_ frame: CameraFrame) throws -> Int {
        try frame.withPixels { view in
            view.planes.reduce(0) { sum, plane in
                let bytes = UnsafeRawBufferPointer(
                    start: plane.base, count: plane.stride * plane.rows)
                return bytes.reduce(sum) { $0 + Int($1) }
            }
        }
    }

    /// A frame of a camera that draws, before anything happens to it.
    private func held(_ camera: CameraSession) async throws -> (CameraFrame, Int) {
        let frames = try await camera.subscribe(.latest)
        try await camera.start()
        let frame = try #require(try await frames.next())
        let sum = try sum(frame)
        #expect(sum > 0)
        return (frame, sum)
    }

    private let drawn = MockCamera.Options(hasVirtualClock: true)

    enum Fate: CaseIterable { case stop, restart, reconfigure, close, drop }

    @Test(arguments: Fate.allCases)
    func aHeldFrameStaysReadable(fate: Fate) async throws {
        let mock = try MockCamera(drawn)
        var camera: CameraSession? = try await CameraSession.open(.mock(mock))
        try await camera?.configure(.small)
        let (frame, before) = try await held(try #require(camera))
        switch fate {
        case .stop: try await camera?.stop()
        case .restart:
            try await camera?.stop()
            try await camera?.start()
        case .reconfigure: try await camera?.configure(.still)
        case .close: await camera?.close()
        case .drop: camera = nil
        }
        #expect(try sum(frame) == before)
        #expect(frame.stream().size == PixelSize(width: 640, height: 480))
        #expect(!frame.allMetadata().isEmpty)
        await camera?.close()
        #expect(try sum(frame) == before)
    }

    @Test func aBufferThatComesBackLateJoinsThePresentRun() async throws {
        try await withCamera(configuration: .small(buffers: 3)) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            var frame = try await frames.next()
            try await camera.stop()
            try await camera.start()
            #expect(frame != nil)
            #expect(await camera.frameCounters().out >= 1)
            frame = nil
            for _ in 0..<20 { _ = try await frames.next() }
            let counters = await camera.frameCounters()
            #expect(counters.out + counters.inFlight <= 3)
        }
    }

    @Test func aCopyIsTheFrameWithoutItsLoan() async throws {
        try await withCamera(drawn) { camera in
            var (frame, before): (CameraFrame?, Int) = try await held(camera)
            let copy = try #require(frame).copy()
            frame = nil
            try await camera.stop()
            let sum = copy.withPixels { view in
                view.planes.reduce(0) { sum, plane in
                    let bytes = UnsafeRawBufferPointer(
                        start: plane.base, count: plane.stride * plane.rows)
                    return bytes.reduce(sum) { $0 + Int($1) }
                }
            }
            #expect(sum == before)
        }
    }

    @Test func everyImageOfAFrameBelongsToItsStream() async throws {
        var wish = CameraConfiguration.small
        wish.streams.insert(StreamConfiguration(.raw), at: 0)
        try await withCamera(drawn, configuration: wish) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            let frame = try #require(try await frames.next())
            #expect(frame.imageCount == 2 && frame.isSound)
            #expect(frame.stream(of: 0).role == .raw && frame.stream(of: 1).role == .viewfinder)
            try frame.withPixels(of: 0) { view in
                #expect(RawFormat(view.format)?.bits == 10)
                #expect(view.planes.count == 1)
            }
            try frame.withPixels(of: 1) { view in
                #expect(view.planes.map(\.rows) == [480, 240, 240])
            }
            let all = frame.allMetadata()
            #expect(all["ExposureTime"]?.asDouble != nil)
        }
    }
}
