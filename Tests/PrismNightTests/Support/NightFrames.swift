// SPDX-License-Identifier: MIT
// Frames of a burst that tests can recompute: waves of light, the same noise in every run.

import Foundation
import PrismCore
import PrismImage
import PrismTesting

enum NightFrames {
    static let black: Float = 256
    static let white: Float = 4095

    static func facts(_ order: BayerOrder = .rggb) -> RawFacts {
        var facts = RawFacts(order: order, bits: 12, black: black, white: white)
        facts.noise = RawNoise(slope: 4e-4, offset: 1e-6)
        facts.asShotNeutral = SIMD3(0.5, 1, 0.6)
        facts.photo.exposureTime = 66_000_000
        facts.photo.analogueGain = 8
        facts.photo.model = "imx477"
        return facts
    }

    /// A mosaic whose sample at (x, y) is `value` of 0 black … 1 white.
    static func image(
        width: Int, height: Int, facts: RawFacts = facts(), _ value: (Int, Int) -> Double
    ) throws -> RawImage {
        let range = Double(white - black)
        let samples = (0..<width * height).map { index in
            let level = value(index % width, index / width) * range + Double(black)
            return UInt16(max(0, min(Double(white), level.rounded())))
        }
        return try RawImage(RawSamples(samples), width: width, height: height, facts: facts)
    }

    /// A number of -1 … 1 that looks random, always the same for the same three.
    static func noise(_ x: Int, _ y: Int, _ frame: Int) -> Double {
        var bits = UInt64(
            bitPattern: Int64(x &* 73_856_093 ^ y &* 19_349_663 ^ frame &* 83_492_791))
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double(Int64(bitPattern: bits ^ (bits >> 31)) >> 11) / Double(1 << 52)
    }

    /// One frame of a burst: soft blobs, so that nothing repeats, and noise of the model's size.
    static func frame(_ index: Int, width: Int = 192, height: Int = 128) throws -> RawImage {
        try image(width: width, height: height) { x, y in
            0.2 + 0.12 * blobs(Double(x) / 9, Double(y) / 9) + 0.0156 * noise(x, y, index)
        }
    }

    /// -1 … 1 at whole numbers, smooth between them.
    private static func blobs(_ x: Double, _ y: Double) -> Double {
        let (column, row) = (Int(x), Int(y))
        func ease(_ part: Double) -> Double { part * part * (3 - 2 * part) }
        func across(_ row: Int) -> Double {
            let (left, right) = (noise(column, row, -1), noise(column + 1, row, -1))
            return left + (right - left) * ease(x - Double(column))
        }
        return across(row) + (across(row + 1) - across(row)) * ease(y - Double(row))
    }

    /// Writes frames as DNG; returns their paths.
    static func write(
        _ images: [RawImage], to directory: TemporaryDirectory
    ) throws -> [String] {
        try images.enumerated().map { index, image in
            let path = "\(directory.path)/\(index).dng"
            let file = try AtomicFile(path: path)
            _ = try DNGEncoder().encode(image, to: file.fileDescriptor)
            try file.publish()
            return path
        }
    }
}

extension RawImage {
    /// The samples row after row.
    var rows: [UInt16] {
        withSamples { samples in
            (0..<height).flatMap { samples[($0 * stride)..<($0 * stride + width)] }
        }
    }
}
