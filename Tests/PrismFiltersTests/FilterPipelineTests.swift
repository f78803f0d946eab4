// SPDX-License-Identifier: MIT
// Filters on frames of a camera: what is handed on, held, dropped.

import BridgeTestSupport
import PrismCore
import PrismTesting
import Testing

@testable import PrismFilters

@Suite struct FilterPipelineTests {
    /// A running simulated camera; it is unplugged when the rig goes.
    private struct Rig {
        let mock: PrismCore.MockCamera
        let session: CameraSession
        let frames: FrameSubscription
    }

    /// In virtual time the next frame waits until the one before is given back.
    private func camera(isVirtual: Bool = true) async throws -> Rig {
        let mock = try PrismCore.MockCamera(
            PrismCore.MockCamera.Options(hasVirtualClock: isVirtual))
        let session = try await CameraSession.open(.mock(mock))
        let stream = StreamConfiguration(
            .video, format: .nv12, size: PixelSize(width: 320, height: 240))
        try await session.configure(CameraConfiguration(streams: [stream], bufferCount: 8))
        let frames = try await session.subscribe(.latest)
        try await session.start()
        return Rig(mock: mock, session: session, frames: frames)
    }

    @Test func aChainThatDoesNothingHandsTheVeryFrameOn() async throws {
        let rig = try await camera()
        let (session, frames) = (rig.session, rig.frames)
        defer { withExtendedLifetime(rig) {} }
        let frame = try #require(try await frames.next())
        let chain = try FilterChain([FilterStep(PassThrough()), FilterStep(Sepia(), intensity: 0)])
        #expect(try chain.render(frame) === frame)
        await session.close()
    }

    @Test func aFilteredFrameKeepsWhatTheCameraSaid() async throws {
        let rig = try await camera()
        let (session, frames) = (rig.session, rig.frames)
        defer { withExtendedLifetime(rig) {} }
        let frame = try #require(try await frames.next())
        let chain = try FilterChain([FilterStep(Invert())])
        let result = try chain.render(frame)
        #expect(result !== frame)
        #expect(result.metadata == frame.metadata && result.isSound == frame.isSound)
        #expect(result.imageCount == 1)
        #expect(result.stream().format == .nv12)
        #expect(result.stream().size == PixelSize(width: 320, height: 240))
        let before = try frame.withPixels { $0.planes[0].base.load(as: UInt8.self) }
        let after = try result.withPixels { $0.planes[0].base.load(as: UInt8.self) }
        let isLimited = frame.stream().colorSpace?.range == .limited
        #expect(Int(before) + Int(after) == (isLimited ? 16 + 235 : 255))
        await session.close()
        // The pool's picture outlives the camera.
        #expect(try result.copy().size == PixelSize(width: 320, height: 240))
    }

    @Test func asManyResultsMayBeHeldAsWereAskedFor() async throws {
        let rig = try await camera()
        let (session, frames) = (rig.session, rig.frames)
        defer { withExtendedLifetime(rig) {} }
        let frame = try #require(try await frames.next())
        let chain = try FilterChain([FilterStep(Invert())], options: .init(heldFrames: 2))
        var held = [try chain.render(frame), try chain.render(frame)]
        #expect(prismError { try chain.render(frame) }?.code == .busy)
        held.removeLast()
        _ = try chain.render(frame)
        withExtendedLifetime(held) {}
        await session.close()
    }

    @Test func theLatestFrameIsRenderedAsOftenAsAsked() async throws {
        let rig = try await camera(isVirtual: false)
        let (session, frames) = (rig.session, rig.frames)
        defer { withExtendedLifetime(rig) {} }
        let chain = try FilterChain([FilterStep(Invert())])
        #expect(try chain.renderLatest() == nil)
        for _ in 0..<3 { chain.submit(try #require(try await frames.next())) }
        let newest = try #require(try await frames.next())
        chain.submit(newest)
        for _ in 0..<2 {
            let result = try #require(try chain.renderLatest())
            #expect(result.metadata.sequence == newest.metadata.sequence)
        }
        await session.close()
    }

    @Test func aPipelineDeliversRenderedFramesUntilTheCameraEnds() async throws {
        let rig = try await camera()
        let (session, frames) = (rig.session, rig.frames)
        defer { withExtendedLifetime(rig) {} }
        let chain = try FilterChain([FilterStep(GaussianBlur(sigma: 2)), FilterStep(Sepia())])
        let pipeline = try FilterPipeline(chain, of: frames)
        var sequences: [UInt32] = []
        for try await frame in pipeline {
            sequences.append(frame.metadata.sequence)
            if sequences.count == 3 { try chain.setFilters([FilterStep(Invert())]) }
            if sequences.count == 6 { await session.close() }
        }
        #expect(sequences.count >= 6)
        #expect(sequences == sequences.sorted())
        #expect(pipeline.dropped == frames.dropped)
    }
}
