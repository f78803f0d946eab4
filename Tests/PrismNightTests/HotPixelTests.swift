// SPDX-License-Identifier: MIT
// Hot pixels stay on the sensor and go; lamps move with the scene and stay.

import Glibc
import PrismCore
import PrismImage
import Testing

@testable import PrismNight

@Suite struct HotPixelTests {
    private let scene = Scene(seed: 5)
    private let hot = Set((0..<40).map { HotPixel(x: 30 + 37 * $0 % 260, y: 28 + 53 * $0 % 200) })

    private func frames(_ count: Int, step: Double) throws -> [RawImage] {
        try (0..<count).map { index in
            try scene.frame(
                dx: step * Double(index), dy: 0.7 * step * Double(index), seed: UInt64(100 + index)
            ) {
                hot.contains(HotPixel(x: $0, y: $1)) ? $2 + 0.35 : $2
            }
        }
    }

    private func left(_ stacked: StackedRaw) -> Int {
        let all = stacked.image.all
        return hot.count { pixel in
            let value = (Double(all[pixel.y * scene.width + pixel.x]) / 16 - 256) / 3839
            return abs(value - scene.value(Double(pixel.x), Double(pixel.y))) > 0.06
        }
    }

    @Test func hotPixelsOfAMovingCameraAreFoundAndGone() throws {
        var stacker = NightStacker()
        for frame in try frames(6, step: 6.3) { try stacker.add(frame) }
        let stacked = try stacker.finish()
        #expect(left(stacked) == 0)
        let found = Set(stacked.report.hotPixels)
        #expect(found.isSubset(of: hot), "\(found.subtracting(hot))")
        #expect(found.count >= hot.count * 9 / 10, "\(found.count) of \(hot.count)")
    }

    @Test func aStoredMapServesATripod() throws {
        var stacker = NightStacker(hotPixels: Array(hot))
        for frame in try frames(4, step: 0) { try stacker.add(frame) }
        #expect(left(try stacker.finish()) == 0)
    }

    @Test func aMapThatNamesPlacesOutsideDoesNoHarm() throws {
        var stacker = NightStacker(hotPixels: [
            HotPixel(x: -1, y: 3), HotPixel(x: 5, y: 100_000), HotPixel(x: 0, y: 0),
            HotPixel(x: 319, y: 255),
        ])
        for frame in try frames(3, step: 5) { try stacker.add(frame) }
        #expect(left(try stacker.finish()) == 0)
    }

    @Test func aLampThatMovesWithTheSceneStays() throws {
        // A point that a lens draws over a pixel and a half.
        let lamp = (x: 150.0, y: 120.0)
        let frames = try (0..<6).map { index in
            let (dx, dy) = (6.3 * Double(index), 4.1 * Double(index))
            return try scene.frame(dx: dx, dy: dy, seed: UInt64(200 + index)) { x, y, value in
                let (u, v) = (Double(x) - lamp.x - dx, Double(y) - lamp.y - dy)
                let distance = (u * u + v * v) / 5.12
                return value + 0.6 * exp(-distance)
            }
        }
        var stacker = NightStacker()
        for frame in frames { try stacker.add(frame) }
        let all = try stacker.finish().image.all
        let peak = (Double(all[120 * scene.width + 150]) / 16 - 256) / 3839 - scene.value(150, 120)
        #expect(peak > 0.9 * 0.6, "\(peak)")
    }
}
