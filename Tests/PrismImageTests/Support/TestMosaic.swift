// SPDX-License-Identifier: MIT
// A mosaic with every fact set, whose samples are all different.

import PrismCore

@testable import PrismImage

enum TestMosaic {
    static func facts(_ order: BayerOrder = .grbg, bits: Int = 12) -> RawFacts {
        let white = Float((1 << bits) - 1)
        let black = SIMD4<Float>(1, 1.25, 0.75, 1.5) * (white + 1) / 16 + SIMD4(0, 0.25, 0, 0.5)
        var facts = RawFacts(order: order, bits: bits, black: black, white: white)
        facts.noise = RawNoise(
            slope: SIMD4(0.001, 0.002, 0.002, 0.003), offset: SIMD4(1e-6, 2e-6, 2e-6, 3e-6))
        facts.asShotNeutral = SIMD3(0.5, 1, 0.625)
        facts.colorMatrix = RawColorMatrix([0.9, -0.2, -0.1, -0.4, 1.3, 0.1, 0, 0.1, 0.7])
        facts.baselineExposure = 2.5
        facts.defaultCrop = RawCrop(x: 4, y: 6, width: 40, height: 30)
        facts.photo = Encoded.fullMetadata
        facts.photo.orientation = .right
        return facts
    }

    static func image(
        width: Int = 64, height: Int = 48, facts: RawFacts = facts()
    ) throws -> RawImage {
        let limit = Int(facts.white) + 1
        let samples = RawSamples((0..<width * height).map { UInt16($0 * 7 % limit) })
        return try RawImage(samples, width: width, height: height, facts: facts)
    }

    /// The samples row after row, whatever the stride.
    static func samples(of image: RawImage) -> [UInt16] {
        image.withSamples { samples in
            (0..<image.height).flatMap { row in
                samples[(row * image.stride)..<(row * image.stride + image.width)]
            }
        }
    }

    /// Writes a DNG.
    static func write(_ image: RawImage, to file: TemporaryFile) throws -> EncodedImageInfo {
        try DNGEncoder().encode(image, to: file.descriptor)
    }
}
