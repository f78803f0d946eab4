// SPDX-License-Identifier: MIT
// A camera's correction matrix, which leads from its balanced colours to sRGB, as DNG's, which leads the other way.

extension RawColorMatrix {
    /// Turns a correction matrix round; nil where there are not nine numbers or they have no inverse.
    ///
    /// - Parameters:
    ///   - values: Nine numbers, row by row: linear sRGB red from balanced camera red, green, blue, then green, blue.
    ///   - neutral: What the camera's own colours have for white; nil: 1, 1, 1.
    package init?(sRGBFromCamera values: [Double], neutral: SIMD3<Double>? = nil) {
        guard values.count == 9, let inverse = RawColorMatrix.inverse(values) else { return nil }
        let toSRGB = RawColorMatrix.sRGB.values
        var product = [Double](repeating: 0, count: 9)
        for row in 0..<3 {
            for column in 0..<3 {
                let scale = neutral.map { $0[row] } ?? 1
                for inner in 0..<3 {
                    product[3 * row + column] +=
                        scale * inverse[3 * row + inner] * toSRGB[3 * inner + column]
                }
            }
        }
        self.init(product)
    }

    /// The inverse of nine numbers, row by row; nil where there is none.
    package static func inverse(_ m: [Double]) -> [Double]? {
        func minor(_ row: Int, _ column: Int) -> Double {
            let (r0, r1) = ((row + 1) % 3, (row + 2) % 3)
            let (c0, c1) = ((column + 1) % 3, (column + 2) % 3)
            return m[3 * r0 + c0] * m[3 * r1 + c1] - m[3 * r0 + c1] * m[3 * r1 + c0]
        }
        let determinant: Double = m[0] * minor(0, 0) + m[1] * minor(0, 1) + m[2] * minor(0, 2)
        guard determinant.isFinite, abs(determinant) > 1e-6 else { return nil }
        return (0..<9).map { minor($0 % 3, $0 / 3) / determinant }
    }
}
