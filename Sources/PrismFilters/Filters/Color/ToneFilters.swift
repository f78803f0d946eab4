// SPDX-License-Identifier: MIT
// Functions of each channel by itself: exposure, gamma, curves, posterize.

internal import Glibc

/// More or less light, as the shutter does it.
public struct Exposure: CatalogFilter, Hashable {
    /// Stops, −10…10.
    public var stops: Double

    /// Makes the filter.
    public init(stops: Double = 0) { self.stops = stops }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(stops: values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(stops)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "exposure", .color, "More or less light.", formula: "encode(linear(c) 2^stops), on light",
        source: "CIExposureAdjust, inputEV; sRGB curve of IEC 61966-2-1",
        parameters: [.number("stops", -10...10, 0, "doublings of light")])

    /// A function of each channel.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        let gain = exp2(stops)
        return .curves(ToneFunction { TransferCurve.encoded(TransferCurve.linear($0) * gain) })
    }
}

/// A power of every channel.
public struct Gamma: CatalogFilter, Hashable {
    /// The exponent, 0.1…10.
    public var power: Double

    /// Makes the filter.
    public init(power: Double = 1) { self.power = power }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(power: values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(power)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "gamma", .color, "A power of every channel.", formula: "c ^ power",
        source: "CIGammaAdjust, inputPower",
        parameters: [.number("power", 0.1...10, 1, "the exponent; above 1 is darker")])

    /// A function of each channel.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        let power = power
        return .curves(
            ToneFunction { color in
                SIMD3(pow(color.x, power), pow(color.y, power), pow(color.z, power))
            })
    }
}

/// A smooth curve through points, the same for every channel.
public struct Curves: CatalogFilter, Hashable {
    /// Points by increasing x; beyond the outer ones the curve is level.
    public var points: [CurvePoint]

    /// The straight line.
    public static let straight = [CurvePoint(x: 0, y: 0), CurvePoint(x: 1, y: 1)]

    /// Makes the filter.
    public init(points: [CurvePoint] = Curves.straight) { self.points = points }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        if case .points(let points) = values[0] { self.init(points: points) } else { self.init() }
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.points(points)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "curves", .color, "A smooth curve through points.",
        formula: "the monotone cubic through the points",
        source: "CIToneCurve's points; Fritsch and Butland 1984, as SciPy's PchipInterpolator",
        parameters: [
            FilterParameter(
                "points", .points, default: .points(Curves.straight), "x/y;x/y, 0 to 1, x rising")
        ])

    /// A function of each channel.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        let curve = ToneCurve(points)
        return .curves(ToneFunction { SIMD3(curve($0.x), curve($0.y), curve($0.z)) })
    }
}

/// Few levels per channel.
public struct Posterize: CatalogFilter, Hashable {
    /// Levels, 2…30.
    public var levels: Double

    /// Makes the filter.
    public init(levels: Double = 6) { self.levels = levels }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(levels: values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(levels)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "posterize", .color, "Few levels per channel.",
        formula: "min(floor(c n), n - 1) / (n - 1), n the levels rounded down",
        source: "CIColorPosterize, inputLevels",
        parameters: [.number("levels", 2...30, 6, "levels of each channel")])

    /// A function of each channel.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        let count = levels.rounded(.down)
        return .curves(
            ToneFunction { color in
                let step = (color * count).rounded(.down)
                let top = SIMD3(repeating: count - 1)
                return step.clamped(lowerBound: .zero, upperBound: top) / top
            })
    }
}
