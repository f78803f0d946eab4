// SPDX-License-Identifier: MIT
// Many tasks use one camera at once; what ThreadSanitizer should see happens here.

import PrismTesting
import Testing

import struct BridgeTestSupport.SplitMix

@testable import PrismCore

@Suite struct ConcurrencyTests {
    /// One random thing that a user may do.
    private static func act(_ camera: CameraSession, _ number: Int) async throws {
        switch number {
        case 0: try await camera.start(.fixed)
        case 1: try await camera.stop()
        case 2: try await camera.configure(.small)
        case 3:
            let ticket = try await camera.set(ControlSettings(exposureValue: 1))
            _ = try await camera.applied(ticket, within: 10 * ms)
        case 4:
            let frames = try await camera.subscribe(.latest)
            let wait = Task { try await frames.next() }
            await Task.yield()
            wait.cancel()
            _ = try await wait.value?.copy()
        case 5: _ = try await camera.subscribe(.next(count: 1))
        default: _ = await camera.now()
        }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [1, 2, 3])
    func manyTasksMayCallAtOnceInAnyOrder(seed: UInt64) async throws {
        try await withCamera(allowance: 2) { camera in
            let wrong = await withTaskGroup(of: [PrismError.Code].self) { group in
                for task in 0..<6 {
                    group.addTask {
                        var random = SplitMix(seed: seed * 100 + UInt64(task))
                        var codes: [PrismError.Code] = []
                        for _ in 0..<40 {
                            let number = random.below(7)
                            let error = await prismError { try await Self.act(camera, number) }
                            if let error { codes.append(error.code) }
                        }
                        return codes
                    }
                }
                return await group.reduce(into: Set<PrismError.Code>()) { $0.formUnion($1) }
            }
            #expect(wrong.isSubset(of: [.busy, .outOfRange, .stalled]), "\(wrong)")
            try await camera.stop()
            #expect(await camera.state == .configured)
            #expect(await camera.frameCounters().out == 0)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func cancellingNeverLosesACountedFrame() async throws {
        try await withCamera(allowance: 2) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            var delivered = 0
            for round in 0..<200 {
                let wait = Task { try await frames.next() }
                for _ in 0..<round % 7 { await Task.yield() }
                wait.cancel()
                if try await wait.value != nil { delivered += 1 }
            }
            try await camera.stop()
            let routed = await camera.routed
            if delivered + frames.dropped < routed, try await frames.next() != nil {
                delivered += 1
            }
            #expect(delivered + frames.dropped == routed)
        }
    }

    @Test func closingWhileEverythingRunsEndsEverything() async throws {
        for _ in 0..<20 {
            try await withCamera(allowance: 2, configuration: .small(buffers: 8)) { camera in
                let frames = try await camera.subscribe(.every(limit: 2))
                try await camera.start(.fixed)
                let drain = Task {
                    var held: [CameraFrame] = []
                    for try await frame in frames { held = held.suffix(1) + [frame] }
                    return held.count
                }
                let states = Task { await camera.state { $0 == .closed } }
                await camera.routed(atLeast: 5)
                await camera.close()
                #expect(try await drain.value <= 2)
                _ = await states.value
                #expect(await camera.frameCounters().out == 0)
            }
        }
    }

    @Test func randomWishesNeverCrashAndNameWhatTheyChange() async throws {
        var random = SplitMix(seed: 5)
        func number() -> Int { [0, 1, 64, 641, 4_608, 1 << 20, -5, .max][random.below(8)] }
        func size() -> PixelSize? {
            random.below(3) == 0 ? nil : PixelSize(width: number(), height: number())
        }
        let formats: [PixelFormat?] = [nil, .nv12, .yuv420, .mjpeg, PixelFormat(fourcc: .max)]
        try await withCamera(configuration: nil) { camera in
            for _ in 0..<300 {
                let streams = (0..<1 + random.below(3)).map { _ in
                    StreamConfiguration(
                        StreamRole.allCases[random.below(4)], format: formats[random.below(5)],
                        size: size(), stride: random.below(2) == 0 ? nil : number())
                }
                let wish = CameraConfiguration(
                    streams: streams, bufferCount: random.below(2) == 0 ? nil : number(),
                    sensorSize: size(), sensorBitDepth: random.below(2) == 0 ? nil : number())
                guard let report = try? await camera.validate(wish) else { continue }
                let again = try await camera.validate(report.configured)
                #expect(again.configured == report.configured)
                #expect(again.adjustments.isEmpty, "\(again.adjustments)")
            }
        }
    }
}
