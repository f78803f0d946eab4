// SPDX-License-Identifier: MIT
// A drawn scene whose value is known everywhere, and noisy mosaics of it.

import Glibc
import PrismCore
import PrismImage

/// Numbers that are the same on every run (SplitMix64).
struct Dice {
    private var state: UInt64

    /// Seeds are mixed first: states that differ by the step are the same numbers, one later.
    init(seed: UInt64) {
        state = seed
        state = next() ^ 0x5DEE_CE66_D1CE_4E5B
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// In 0 ..< 1.
    mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Mean 0, deviation 1: twelve uniform numbers.
    mutating func normal() -> Double { (0..<12).reduce(-6.0) { sum, _ in sum + uniform() } }
}

/// A sum of waves: smooth enough for a mosaic, busy enough to align.
struct Scene: Sendable {
    var width = 320
    var height = 256
    /// Variance = slope · x + offset, x being 0 at black and 1 at white.
    var slope = 0.001
    var offset = 0.00002
    var brightness = 1.0
    private let waves: [(kx: Double, ky: Double, phase: Double, height: Double)]

    init(seed: UInt64 = 1) {
        var dice = Dice(seed: seed)
        waves = (0..<24).map { _ in
            let (length, angle) = (8 + 90 * dice.uniform(), 2 * Double.pi * dice.uniform())
            let k = 2 * Double.pi / length
            return (k * cos(angle), k * sin(angle), 2 * Double.pi * dice.uniform(), 0.008)
        }
    }

    /// The scene at a point, 0 to 1.
    func value(_ x: Double, _ y: Double) -> Double {
        brightness * waves.reduce(0.12) { $0 + $1.height * sin($1.kx * x + $1.ky * y + $1.phase) }
    }

    var facts: RawFacts {
        var facts = RawFacts(order: .rggb, bits: 12, black: 256, white: 4095)
        facts.noise = RawNoise(slope: slope, offset: offset)
        facts.photo.exposureTime = 66_000_000
        return facts
    }

    /// Where a camera that turned by `degrees` about the middle and moved sees the point (x, y) of the scene.
    func place(_ x: Double, _ y: Double, dx: Double, dy: Double, degrees: Double) -> (
        x: Double, y: Double
    ) {
        let (cx, cy, t) = (Double(width - 1) / 2, Double(height - 1) / 2, degrees * .pi / 180)
        let (u, v) = (x - cx, y - cy)
        return (cx + u * cos(t) - v * sin(t) + dx, cy + u * sin(t) + v * cos(t) + dy)
    }

    /// A frame; `paint` may change what the sensor sees (0 to 1) at a pixel.
    func frame(
        dx: Double = 0, dy: Double = 0, degrees: Double = 0, seed: UInt64,
        paint: (Int, Int, Double) -> Double = { _, _, value in value }
    ) throws -> RawImage {
        var dice = Dice(seed: seed)
        var samples: [UInt16] = []
        samples.reserveCapacity(width * height)
        let (cx, cy, t) = (Double(width - 1) / 2, Double(height - 1) / 2, -degrees * .pi / 180)
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x) - dx - cx, Double(y) - dy - cy)
                let seen = value(cx + u * cos(t) - v * sin(t), cy + u * sin(t) + v * cos(t))
                let light = paint(x, y, seen)
                let noisy = light + (slope * max(0, light) + offset).squareRoot() * dice.normal()
                samples.append(UInt16(min(4095, max(0, (256 + 3839 * noisy).rounded()))))
            }
        }
        return try RawImage(RawSamples(samples), width: width, height: height, facts: facts)
    }
}

extension RawImage {
    /// All samples, a row after the other.
    var all: [UInt16] {
        withSamples { samples in
            (0..<height).flatMap { y in samples[y * stride..<y * stride + width] }
        }
    }
}
