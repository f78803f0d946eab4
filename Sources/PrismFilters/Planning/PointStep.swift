// SPDX-License-Identifier: MIT
// Point filters as the kernels do them: a matrix, three tables, a cube, or a gain over the picture.

/// One pass of a kernel over rows in place.
enum PointStep: Sendable {
    case matrix(ColorMatrix)
    case tables(ChannelTables)
    case cube(BakedCube)
    case shade(Shade)

    /// For plans: what it is.
    var text: String {
        switch self {
        case .matrix: "3x4 matrix"
        case .tables: "3 tables of 256"
        case .cube(let cube): "table of \(cube.size)^3"
        case .shade: "gain by position"
        }
    }
}

/// 256 entries for each channel, exact.
struct ChannelTables: Hashable, Sendable {
    /// Blue, green, red; 256 bytes each.
    var bytes: [UInt8]

    /// Evaluates a function for every code value.
    init(_ map: (SIMD3<Double>) -> SIMD3<Double>) {
        bytes = [UInt8](repeating: 0, count: 768)
        for code in 0..<256 {
            let value = map(SIMD3(repeating: Double(code) / 255)).held * 255
            bytes[code] = UInt8(value.z.rounded())
            bytes[256 + code] = UInt8(value.y.rounded())
            bytes[512 + code] = UInt8(value.x.rounded())
        }
    }
}

/// Colours at `size` steps of each channel; red changes fastest.
struct BakedCube: Hashable, Sendable {
    let size: Int
    /// Display-encoded, 0…1.
    let colors: [SIMD3<Float>]

    /// Evaluates a function at every step.
    init(size: Int, _ map: (SIMD3<Double>) -> SIMD3<Double>) {
        self.size = size
        let scale = 1 / Double(size - 1)
        colors = (0..<size * size * size).map { index in
            let (r, g, b) = (index % size, index / size % size, index / (size * size))
            return SIMD3<Float>(map(SIMD3(Double(r), Double(g), Double(b)) * scale).held)
        }
    }

    /// The largest error of a channel at colours between the steps, in code values of 0…255.
    func error(against map: (SIMD3<Double>) -> SIMD3<Double>) -> Double {
        guard
            let table = try? ColorCube(size: size, isThreeDimensional: true, colors: colors)
        else { return .infinity }
        var worst = 0.0
        var state: UInt64 = 1
        for _ in 0..<4096 {
            // A full-period generator (Knuth's MMIX constants): any spread will do.
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let color =
                SIMD3(
                    Double(state >> 56), Double(state >> 48 & 255), Double(state >> 40 & 255)) / 255
            let off = table(color) - map(color).held
            worst = max(worst, abs(off.x), abs(off.y), abs(off.z))
        }
        return worst * 255
    }
}
