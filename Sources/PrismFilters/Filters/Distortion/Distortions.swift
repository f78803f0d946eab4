// SPDX-License-Identifier: MIT
// Distortions within a disc: bump, pinch, twirl, vortex. Outside it nothing moves.

/// Bulges a disc out (or in).
public struct Bump: CatalogFilter, Hashable {
    /// −1…1.
    public var scale: Double
    /// In pixels, 1…10 000.
    public var radius: Double
    /// Middle of the disc.
    public var center: UnitPoint

    /// Makes the filter.
    public init(scale: Double = 0.5, radius: Double = 300, center: UnitPoint = .center) {
        self.scale = scale
        self.radius = radius
        self.center = center
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(
            scale: values[0].number, radius: values[1].number, center: values.point(at: 2))
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] {
        [.number(scale), .number(radius), .number(center.x), .number(center.y)]
    }

    /// What people read of it.
    public static let manual = FilterManual(
        "bump", .distortion, "Bulges a disc out (or in).",
        formula: "d from the centre, in radii, comes from d (1 - scale (1 - d^2)^2)",
        source: "CIBumpDistortion, inputCenter, inputRadius, inputScale",
        parameters: [.number("scale", -1...1, 0.5, "how far, negative bulges in")] + .disc)

    /// A distortion.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        scale == 0 ? .identity : .warp(.bump(center: center, radius: radius, scale: scale))
    }
}

/// Pinches a disc.
public struct Pinch: CatalogFilter, Hashable {
    /// 0…2.
    public var scale: Double
    /// In pixels, 1…10 000.
    public var radius: Double
    /// Middle of the disc.
    public var center: UnitPoint

    /// Makes the filter.
    public init(scale: Double = 0.5, radius: Double = 300, center: UnitPoint = .center) {
        self.scale = scale
        self.radius = radius
        self.center = center
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(
            scale: values[0].number, radius: values[1].number, center: values.point(at: 2))
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] {
        [.number(scale), .number(radius), .number(center.x), .number(center.y)]
    }

    /// What people read of it.
    public static let manual = FilterManual(
        "pinch", .distortion, "Pinches a disc.",
        formula: "d from the centre, in radii, comes from d (1 + scale (1 - d)^2)",
        source: "CIPinchDistortion, inputCenter, inputRadius, inputScale",
        parameters: [.number("scale", 0...2, 0.5, "how far")] + .disc)

    /// A distortion.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        scale == 0 ? .identity : .warp(.pinch(center: center, radius: radius, scale: scale))
    }
}

/// Turns a disc, most in the middle.
public struct Twirl: CatalogFilter, Hashable {
    /// Radians at the centre.
    public var angle: Double
    /// In pixels, 1…10 000.
    public var radius: Double
    /// Middle of the disc.
    public var center: UnitPoint

    /// Makes the filter.
    public init(angle: Double = .pi, radius: Double = 300, center: UnitPoint = .center) {
        self.angle = angle
        self.radius = radius
        self.center = center
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(
            angle: values[0].number, radius: values[1].number, center: values.point(at: 2))
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] {
        [.number(angle), .number(radius), .number(center.x), .number(center.y)]
    }

    /// What people read of it.
    public static let manual = FilterManual(
        "twirl", .distortion, "Turns a disc, most in the middle.",
        formula: "d from the centre, in radii, is turned counter-clockwise by angle (1 - d)^2",
        source: "CITwirlDistortion, inputCenter, inputRadius, inputAngle",
        parameters: [
            .angle(
                "angle", -4 * Double.pi...4 * Double.pi, Double.pi,
                "radians at the centre, or 90deg")
        ] + .disc)

    /// A distortion.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        angle == 0 ? .identity : .warp(.twirl(center: center, radius: radius, angle: angle))
    }
}

/// Turns a disc into a vortex.
public struct Vortex: CatalogFilter, Hashable {
    /// Radians at the centre.
    public var angle: Double
    /// In pixels, 1…10 000.
    public var radius: Double
    /// Middle of the disc.
    public var center: UnitPoint

    /// Makes the filter.
    public init(angle: Double = 56.55, radius: Double = 300, center: UnitPoint = .center) {
        self.angle = angle
        self.radius = radius
        self.center = center
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(
            angle: values[0].number, radius: values[1].number, center: values.point(at: 2))
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] {
        [.number(angle), .number(radius), .number(center.x), .number(center.y)]
    }

    /// What people read of it.
    public static let manual = FilterManual(
        "vortex", .distortion, "Turns a disc into a vortex.",
        formula: "d from the centre, in radii, is turned counter-clockwise by angle (1 - d)^4",
        source: "CIVortexDistortion, inputCenter, inputRadius, inputAngle",
        parameters: [.angle("angle", -94.25...94.25, 56.55, "radians at the centre, or 720deg")]
            + .disc)

    /// A distortion.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        angle == 0 ? .identity : .warp(.vortex(center: center, radius: radius, angle: angle))
    }
}

extension [FilterParameter] {
    /// The disc of a distortion.
    fileprivate static let disc: [FilterParameter] =
        [.number("radius", 1...10_000, 300, "radius of the disc in pixels")] + .center
}
