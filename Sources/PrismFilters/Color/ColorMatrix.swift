// SPDX-License-Identifier: MIT
// Affine maps of colours, composed in double precision.

/// A 3×4 matrix: each row has the weights of red, green and blue, and an offset, on colours of 0…1.
public struct ColorMatrix: Hashable, Sendable {
    /// The row that gives red.
    public var red: SIMD4<Double>
    /// The row that gives green.
    public var green: SIMD4<Double>
    /// The row that gives blue.
    public var blue: SIMD4<Double>

    /// Makes a matrix from its rows.
    public init(_ red: SIMD4<Double>, _ green: SIMD4<Double>, _ blue: SIMD4<Double>) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Makes c · scale + offset.
    public init(scale: SIMD3<Double>, offset: SIMD3<Double> = .zero) {
        self.init(
            SIMD4(scale.x, 0, 0, offset.x), SIMD4(0, scale.y, 0, offset.y),
            SIMD4(0, 0, scale.z, offset.z))
    }

    /// Leaves colours as they are.
    public static let identity = ColorMatrix(scale: SIMD3(repeating: 1))

    /// What becomes of a colour.
    public func callAsFunction(_ color: SIMD3<Double>) -> SIMD3<Double> {
        let vector = SIMD4(color, 1)
        return SIMD3((red * vector).sum(), (green * vector).sum(), (blue * vector).sum())
    }

    /// The matrix that does `first`, then this one.
    public func following(_ first: ColorMatrix) -> ColorMatrix {
        ColorMatrix(row(red, first), row(green, first), row(blue, first))
    }

    private func row(_ row: SIMD4<Double>, _ first: ColorMatrix) -> SIMD4<Double> {
        first.red * row.x + first.green * row.y + first.blue * row.z + SIMD4(0, 0, 0, row.w)
    }

    /// The way from the identity (0) to this matrix (1).
    public func mixed(_ intensity: Double) -> ColorMatrix {
        let rest = 1 - intensity
        let start = ColorMatrix.identity
        return ColorMatrix(
            start.red * rest + red * intensity, start.green * rest + green * intensity,
            start.blue * rest + blue * intensity)
    }

    /// The matrix on blue, green, red, for pixels with the other order of channels.
    var swapped: ColorMatrix {
        func swap(_ row: SIMD4<Double>) -> SIMD4<Double> { SIMD4(row.z, row.y, row.x, row.w) }
        return ColorMatrix(swap(blue), swap(green), swap(red))
    }

    /// The nine weights and three offsets, row by row.
    var elements: [Double] {
        [red, green, blue].flatMap { [$0.x, $0.y, $0.z, $0.w] }
    }

    /// The inverse; nil where the matrix folds colours onto a plane.
    var inverse: ColorMatrix? {
        let (a, b, c) = (red.xyz, green.xyz, blue.xyz)
        let (bc, ca, ab) = (b.cross(c), c.cross(a), a.cross(b))
        let determinant = (a * bc).sum()
        guard abs(determinant) > 1e-12 else { return nil }
        let columns = [bc / determinant, ca / determinant, ab / determinant]
        let offset = SIMD3(red.w, green.w, blue.w)
        let rows = (0..<3).map { index in
            let row = SIMD3(columns[0][index], columns[1][index], columns[2][index])
            return SIMD4(row, -(row * offset).sum())
        }
        return ColorMatrix(rows[0], rows[1], rows[2])
    }
}

extension SIMD4<Double> {
    fileprivate var xyz: SIMD3<Double> { SIMD3(x, y, z) }
}

extension SIMD3<Double> {
    fileprivate func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
}
