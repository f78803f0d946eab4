// SPDX-License-Identifier: MIT
// Bad input: a reason, or the best so far.

import PrismCore
import PrismImage
import PrismTesting
import Testing

@testable import PrismNight

@Suite struct RejectionTests {
    private let scene = Scene(seed: 9)

    private func verdict(of second: RawImage, plan: StackPlan = StackPlan()) throws -> FrameVerdict
    {
        var stacker = NightStacker(plan: plan)
        try stacker.add(scene.frame(seed: 1))
        let verdict = try stacker.add(second)
        let stacked = try stacker.finish()
        #expect(stacked.report.used == (verdict.isUsed ? 2 : 1))
        #expect(stacked.report.frames.count == 2)
        return verdict
    }

    @Test func anotherSizeIsRejected() throws {
        var small = scene
        small.width = 300
        #expect(try verdict(of: small.frame(seed: 2)).rejected == .size)
    }

    @Test func anotherFilterOrderIsRejected() throws {
        var frame = try scene.frame(seed: 2)
        frame.facts.order = .bggr
        #expect(try verdict(of: frame).rejected == .colourFilter)
    }

    @Test func anotherBlackLevelIsRejected() throws {
        var frame = try scene.frame(seed: 2)
        frame.facts.black = SIMD4(repeating: 64)
        #expect(try verdict(of: frame).rejected == .levels)
    }

    @Test func anotherExposureIsRejected() throws {
        var frame = try scene.frame(seed: 2)
        frame.facts.photo.exposureTime = 33_000_000
        let verdict = try verdict(of: frame)
        #expect(verdict.rejected == .exposure)
        #expect(verdict.note != nil)
    }

    @Test func anotherSceneIsRejected() throws {
        #expect(try !verdict(of: Scene(seed: 77).frame(seed: 2)).isUsed)
    }

    @Test func aFrameWithoutCommonAreaIsRejected() throws {
        #expect(try !verdict(of: scene.frame(dx: 400, dy: 300, seed: 2)).isUsed)
    }

    @Test func aTurnedFrameIsRejected() throws {
        #expect(try !verdict(of: scene.frame(degrees: 6, seed: 2)).isUsed)
    }

    @Test func blackFramesAreStackedAsTheyAre() throws {
        var black = scene
        black.brightness = 0
        var stacker = NightStacker()
        for index in 0..<4 { try stacker.add(black.frame(seed: UInt64(300 + index))) }
        let stacked = try stacker.finish()
        #expect(stacked.report.used == 4)
        #expect(stacked.report.frames[1].note != nil)
        #expect(stacked.report.frames[1].transform == [1, 0, 0, 0, 1, 0])
    }

    @Test func clippedFramesStayClipped() throws {
        var stacker = NightStacker()
        for index in 0..<3 {
            try stacker.add(scene.frame(seed: UInt64(310 + index)) { _, _, _ in 9 })
        }
        let stacked = try stacker.finish()
        #expect(stacked.image.all.allSatisfy { $0 == 4095 * 16 })
    }

    @Test func anEmptyStackIsAnError() {
        var stacker = NightStacker()
        #expect(throws: PrismError.self) { _ = try stacker.finish() }
    }

    @Test func aTinyFrameIsAnError() throws {
        let facts = RawFacts(order: .rggb, bits: 10, black: 64, white: 1023)
        let image = try RawImage(
            RawSamples([UInt16](repeating: 70, count: 400)), width: 20, height: 20, facts: facts)
        var stacker = NightStacker()
        #expect(throws: PrismError.self) { _ = try stacker.add(image) }
    }

    @Test(arguments: [(1.0 - 1e-9, 0.0), (0.999, 0.999), (1e-12, 1e-15), (0, 0)])
    func absurdNoiseProfilesDoNoHarm(slope: Double, offset: Double) throws {
        var stacker = NightStacker()
        for index in 0..<3 {
            var frame = try scene.frame(dx: Double(index), seed: UInt64(320 + index))
            frame.facts.noise = RawNoise(slope: slope, offset: offset)
            _ = try stacker.add(frame)
        }
        #expect(try stacker.finish().report.used >= 1)
    }

    @Test func withoutANoiseProfileItIsMeasured() throws {
        var facts = scene.facts
        facts.noise = nil
        let frame = try scene.frame(seed: 4)
        let image = try RawImage(
            frame.samples, width: frame.width, height: frame.height, facts: facts)
        let noise = NoiseEstimate.of(image, geometry: try FrameGeometry(image))
        let (found, true_) = (
            noise.slope[0] * 0.12 + noise.offset[0], scene.slope * 0.12 + scene.offset
        )
        #expect((0.7...1.5).contains(found / true_), "\(found), \(true_)")
    }

    @Test func nothingIsTakenBeyondTheLimit() throws {
        var small = scene
        (small.width, small.height) = (64, 64)
        let frame = try small.frame(seed: 6)
        var stacker = NightStacker()
        for _ in 0..<StackPlan.maximumFrames { _ = try stacker.add(frame) }
        #expect(try stacker.add(frame).rejected == .full)
        #expect(try stacker.finish().report.used == StackPlan.maximumFrames)
    }
}
