// SPDX-License-Identifier: MIT
// Metering by frames of any exposure: the scene's light, its lamps, and what moves.

import PrismCore
import PrismImage
import Testing

@testable import PrismNight

@Suite struct NightMeterTests {
    /// Soft blobs of light whose mean is about 0.05 at an exposure of 1.
    private func frame(
        _ index: Int, exposure: Double, shift: Int = 0, patch: Int = 0
    ) throws -> RawImage {
        try NightFrames.image(width: 640, height: 480) { x, y in
            let moved = (150..<490).contains(x) && (70..<410).contains(y) ? x - patch : x
            let light = 0.05 + 0.04 * wave(moved - shift, y)
            return light * exposure + 0.002 * NightFrames.noise(x, y, index)
        }
    }

    /// -1 … 1, without a period that a shift could hide in.
    private func wave(_ x: Int, _ y: Int) -> Double {
        let (column, row) = (Double(x) / 24, Double(y) / 24)
        func at(_ i: Int, _ j: Int) -> Double { NightFrames.noise(i, j, -7) }
        let (i, j) = (Int(column.rounded(.down)), Int(row.rounded(.down)))
        let (s, t) = (column - Double(i), row - Double(j))
        let upper = at(i, j) + (at(i + 1, j) - at(i, j)) * s
        let lower = at(i, j + 1) + (at(i + 1, j + 1) - at(i, j + 1)) * s
        return upper + (lower - upper) * t
    }

    @Test(arguments: [0.25, 1, 4])
    func theSceneIsTheSameAtAnyExposure(_ exposure: Double) throws {
        var meter = NightMeter()
        meter.add(try frame(0, exposure: exposure), exposure: exposure, time: 0)
        let scene = try #require(meter.scene())
        #expect(abs(scene.exposure / 3.6 - 1) < 0.05, "\(scene.exposure)")
        #expect(!scene.isBlack)
    }

    @Test func blackFramesAreBlack() throws {
        var meter = NightMeter()
        let image = try NightFrames.image(width: 320, height: 240) { x, y in
            0.0005 * NightFrames.noise(x, y, 3)
        }
        meter.add(image, exposure: 1, time: 0)
        #expect(try #require(meter.scene()).isBlack)
        #expect(NightMeter().scene() == nil)
    }

    @Test func aStandIsToldFromAHand() throws {
        var (stand, hand) = (NightMeter(), NightMeter())
        for index in 0..<6 {
            let time = Int64(index) * 120_000_000
            stand.add(try frame(index, exposure: 1), exposure: 1, time: time)
            hand.add(
                try frame(index, exposure: 1, shift: index * 6), exposure: 1, time: time)
        }
        let still = try #require(stand.scene())
        #expect(still.isStable && still.shake < 8, "\(still.shake)")
        let moved = try #require(hand.scene())
        #expect(!moved.isStable)
        #expect(abs(moved.shake - 50) < 10, "6 pixels in 0.12 s: \(moved.shake)")
    }

    @Test func whatMovesInTheSceneIsNoShake() throws {
        let one = MeteringPicture(try frame(0, exposure: 1))
        let two = MeteringPicture(try frame(1, exposure: 1, patch: 8))
        let motion = MotionMeter.motion(one, two)
        #expect(motion.size < 0.5, "\(motion)")
        #expect(motion.parts > 1, "\(motion)")
    }
}
