// SPDX-License-Identifier: MIT
// What is left of a mosaic's facts once they have been in a file: a live burst uses the same.

extension RawFacts {
    /// The facts as a DNG of them reads back, so that a picture made of frames in memory equals one made of their files.
    ///
    /// Levels lie on a grid of 1/256, colours on one of a millionth, and libraw computes gains in single precision.
    package var asStored: RawFacts {
        var facts = self
        facts.black = (black * 256).rounded(.toNearestOrAwayFromZero) / 256
        facts.white = white.rounded()
        facts.asShotNeutral = asShotNeutral.map(RawFacts.stored)
        let matrix = colorMatrix ?? .sRGB
        let values = matrix.values.map { Double(Float(($0 * 1e6).rounded() / 1e6)) }
        facts.colorMatrix = RawColorMatrix(values, illuminant: matrix.illuminant)
        return facts
    }

    private static func stored(_ neutral: SIMD3<Double>) -> SIMD3<Double> {
        func gain(_ value: Double) -> Double { Double(Float(1 / ((value * 1e6).rounded() / 1e6))) }
        let gains = SIMD3(gain(neutral.x), gain(neutral.y), gain(neutral.z))
        return SIMD3(repeating: gains.y) / gains
    }
}
