// SPDX-License-Identifier: MIT
// A turning sky whose stars' places are known: frames with noise, hot pixels, satellites, clouds.

import Foundation
import PrismCore
import PrismImage
import PrismTesting

@testable import PrismNight

/// Frames of stars over a level sky.
struct SkyScene {
    var width = 512
    var height = 384
    var starCount = 90
    /// Width of a star in pixels of the mosaic.
    var sigma = 1.5
    var sky = 0.02
    var turnDegrees = 0.15
    var shift = (x: 3.3, y: -2.1)
    var seed: UInt64 = 1
    /// Frames that a satellite crosses.
    var satellites: Set<Int> = []
    /// What the sky of a frame has more, in parts of white.
    var excess: @Sendable (_ frame: Int, _ x: Double, _ y: Double) -> Double = { _, _, _ in 0 }
    /// Frames that clouds hide the stars of.
    var hidden: Set<Int> = []

    struct Point {
        var x, y, light: Double
    }

    static let facts: RawFacts = {
        var facts = RawFacts(order: .rggb, bits: 12, black: 256, white: 4095)
        facts.noise = RawNoise(slope: 1e-3, offset: 1e-6)
        return facts
    }()

    var stars: [Point] {
        var random = SeededGenerator(seed: seed)
        return (0..<starCount).map { _ in
            Point(
                x: Double.random(in: 0..<Double(width), using: &random),
                y: Double.random(in: 0..<Double(height), using: &random),
                light: exp(Double.random(in: -3.2...(-0.7), using: &random)))
        }
    }

    /// From the first frame's pixels to a frame's.
    func transform(_ frame: Int) -> FrameTransform {
        FrameTransform(
            turn: Double(frame) * turnDegrees * .pi / 180, aboutX: Double(width) / 2,
            y: Double(height) / 2, dx: Double(frame) * shift.x, dy: Double(frame) * shift.y)
    }

    /// The light without noise, in parts of white.
    func light(_ frame: Int) -> [Double] {
        var light = [Double](repeating: sky, count: width * height)
        let transform = transform(frame)
        for star in stars where !hidden.contains(frame) {
            let at = transform(star.x, star.y)
            add(star.light, at.x, at.y, to: &light)
        }
        if satellites.contains(frame) {
            for step in 0..<4 * width {
                let x = Double(step) / 4
                add(0.06, x, 40 + x * 0.6 + Double(frame % 7) * 9, to: &light)
            }
        }
        return light
    }

    private func add(_ peak: Double, _ x: Double, _ y: Double, to light: inout [Double]) {
        let reach = 6
        for row in Int(y) - reach...Int(y) + reach where (0..<height).contains(row) {
            for column in Int(x) - reach...Int(x) + reach where (0..<width).contains(column) {
                let (dx, dy) = (Double(column) - x, Double(row) - y)
                let share = exp(-(dx * dx + dy * dy) / (2 * sigma * sigma))
                light[row * width + column] += peak * share
            }
        }
    }

    func frame(_ index: Int) throws -> RawImage {
        var random = SeededGenerator(seed: seed &* 1000 &+ UInt64(index) &+ 17)
        let light = light(index)
        let range = 4095.0 - 256
        let samples = light.indices.map { at -> UInt16 in
            let (x, y) = (Double(at % width), Double(at / width))
            let signal = light[at] + excess(index, x, y)
            let noise = (1e-3 * signal + 1e-6).squareRoot() * random.normal()
            return UInt16(max(0, min(4095, ((signal + noise) * range + 256).rounded())))
        }
        return try RawImage(
            RawSamples(samples), width: width, height: height, facts: SkyScene.facts)
    }
}

extension SeededGenerator {
    /// A normal number, by Box and Muller.
    mutating func normal() -> Double {
        let one = Double.random(in: 1e-12..<1, using: &self)
        let two = Double.random(in: 0..<1, using: &self)
        return (-2 * log(one)).squareRoot() * cos(2 * .pi * two)
    }
}
