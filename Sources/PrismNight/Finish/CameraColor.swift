// SPDX-License-Identifier: MIT
// From a camera's colours to sRGB, by its matrix and what is to be white.

internal import PrismImage

/// White balance, and the matrix after it.
struct CameraColor: Equatable {
    /// Gains of red, green and blue, the least of them 1, so that clipped light stays white.
    var gains: SIMD3<Float>
    /// Balanced camera colours to linear sRGB; rows sum to 1, so that white stays white.
    var matrix: [Float]

    /// Colours of a mosaic; without a neutral, or a matrix, that part does nothing.
    init(_ facts: RawFacts) {
        let neutral = facts.asShotNeutral ?? SIMD3(repeating: 1)
        let gains = SIMD3(repeating: neutral.max()) / neutral
        self.gains = SIMD3<Float>(gains)
        let found = facts.colorMatrix.flatMap { CameraColor.toSRGB($0.values) }
        matrix = (found ?? [1, 0, 0, 0, 1, 0, 0, 0, 1]).map { Float($0) }
    }

    /// Linear sRGB to XYZ (D65), IEC 61966-2-1.
    private static let sRGBToXYZ = [
        0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505,
    ]

    /// sRGB to camera with rows that sum to 1 (white to white), inverted; nil where there is no inverse.
    private static func toSRGB(_ toCamera: [Double]) -> [Double]? {
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                for inner in 0..<3 {
                    let factor: Double = toCamera[3 * row + inner]
                    product[3 * row + column] += factor * sRGBToXYZ[3 * inner + column]
                }
            }
            let sum = product[3 * row] + product[3 * row + 1] + product[3 * row + 2]
            guard abs(sum) > 1e-6 else { return nil }
            for column in 0..<3 { product[3 * row + column] /= sum }
        }
        return RawColorMatrix.inverse(product)
    }
}
