// SPDX-License-Identifier: MIT
// Temperature and tint, on light.

internal import Glibc

/// Moves the white point.
public struct Temperature: CatalogFilter, Hashable {
    /// The white that is to become neutral, kelvin, 2 000…15 000; 6 504 changes nothing.
    public var kelvin: Double
    /// Towards green (negative) or magenta, −150…150.
    public var tint: Double

    /// Makes the filter.
    public init(kelvin: Double = 6504, tint: Double = 0) {
        self.kelvin = kelvin
        self.tint = tint
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(kelvin: values[0].number, tint: values[1].number)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(kelvin), .number(tint)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "temperature", .color, "Makes the white of a colour temperature neutral.",
        formula: "encode(B linear(c)), B the Bradford adaptation from that white to D65",
        source: "CITemperatureAndTint; CIE 15 daylight from 4000 K, Kim et al. 2002 below; "
            + "Bradford matrix of ICC.1; tint in 1/3000 of v of CIE 1960",
        parameters: [
            .number("kelvin", 2000...15_000, 6504, "white that becomes neutral"),
            .number("tint", -150...150, 0, "negative is green, positive magenta"),
        ])

    /// A function of the colour.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        guard kelvin != 6504 || tint != 0 else { return .identity }
        let matrix = ChromaticAdaptation.matrix(from: white)
        return .color(
            ColorFunction { color in
                let light = matrix(TransferCurve.linear(color))
                return TransferCurve.encoded(light.clamped(lowerBound: .zero, upperBound: .one))
            })
    }

    /// CIE 1931 x, y of the white.
    private var white: SIMD2<Double> {
        let base = kelvin == 6504 ? ChromaticAdaptation.d65 : Temperature.locus(kelvin)
        let scale = 12 * base.y - 2 * base.x + 3
        let (u, v) = (4 * base.x / scale, 6 * base.y / scale + tint / 3000)
        let back = 2 * u - 8 * v + 4
        return SIMD2(3 * u / back, 2 * v / back)
    }

    /// The daylight locus from 4 000 K on, the Planckian locus below.
    private static func locus(_ kelvin: Double) -> SIMD2<Double> {
        let t = 1000 / kelvin
        let (t2, t3) = (t * t, t * t * t)
        if kelvin >= 4000 {
            let x =
                kelvin <= 7000
                ? 0.244063 + 0.09911 * t + 2.9678 * t2 - 4.6070 * t3
                : 0.237040 + 0.24748 * t + 1.9018 * t2 - 2.0064 * t3
            return SIMD2(x, -3 * x * x + 2.870 * x - 0.275)
        }
        let x = -0.2661239 * t3 - 0.2343589 * t2 + 0.8776956 * t + 0.179910
        let (x2, x3) = (x * x, x * x * x)
        let y =
            kelvin <= 2222
            ? -1.1063814 * x3 - 1.34811020 * x2 + 2.18555832 * x - 0.20219683
            : -0.9549476 * x3 - 1.37418593 * x2 + 2.09137015 * x - 0.16748867
        return SIMD2(x, y)
    }
}

/// Bradford adaptation between whites, on linear sRGB.
enum ChromaticAdaptation {
    /// x, y of D65 (IEC 61966-2-1).
    static let d65 = SIMD2(0.3127, 0.3290)

    private static let toXYZ = ColorMatrix(
        SIMD4(0.4124, 0.3576, 0.1805, 0), SIMD4(0.2126, 0.7152, 0.0722, 0),
        SIMD4(0.0193, 0.1192, 0.9505, 0))
    private static let bradford = ColorMatrix(
        SIMD4(0.8951, 0.2664, -0.1614, 0), SIMD4(-0.7502, 1.7135, 0.0367, 0),
        SIMD4(0.0389, -0.0685, 1.0296, 0))

    /// Makes light of that white neutral, keeping the luminance of white.
    static func matrix(from white: SIMD2<Double>) -> ColorMatrix {
        let toCones = bradford.following(toXYZ)
        let gains = bradford(tristimulus(d65)) / bradford(tristimulus(white))
        let back = toCones.inverse ?? .identity
        return back.following(ColorMatrix(scale: gains)).following(toCones)
    }

    private static func tristimulus(_ white: SIMD2<Double>) -> SIMD3<Double> {
        SIMD3(white.x / white.y, 1, (1 - white.x - white.y) / white.y)
    }
}
