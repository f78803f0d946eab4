// SPDX-License-Identifier: MIT
// Blurs and sharpening: Gaussian, motion, zoom, sharpen, bokeh.

/// The normal distribution.
public struct GaussianBlur: CatalogFilter, Hashable {
    /// Standard deviation in pixels, 0…100.
    public var sigma: Double

    /// Makes the filter.
    public init(sigma: Double = 10) { self.sigma = sigma }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(sigma: values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(sigma)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "gaussian", .blur, "Blurs by the normal distribution.",
        formula: "c * N(0, sigma), edges repeated", source: "CIGaussianBlur, inputRadius",
        parameters: [.number("sigma", 0...100, 10, "standard deviation in pixels")])

    /// A neighbourhood.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        sigma < 0.1 ? .identity : .area(.gaussian(sigma: sigma))
    }
}

/// As a camera that moves.
public struct MotionBlur: CatalogFilter, Hashable {
    /// Pixels to either side, 0…64.
    public var radius: Double
    /// Radians, counter-clockwise from the x axis.
    public var angle: Double

    /// Makes the filter.
    public init(radius: Double = 20, angle: Double = 0) {
        self.radius = radius
        self.angle = angle
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(radius: values[0].number, angle: values[1].number)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(radius), .number(angle)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "motion", .blur, "Blurs along a line, as a camera that moves.",
        formula: "the mean of c(p + t (cos angle, -sin angle)), |t| <= radius, edges repeated",
        source: "CIMotionBlur, inputRadius and inputAngle",
        parameters: [
            .number("radius", 0...64, 20, "pixels to either side"),
            .angle("angle", -2 * Double.pi...2 * Double.pi, 0, "radians, or 45deg"),
        ])

    /// A neighbourhood.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        radius < 0.5 ? .identity : .area(.motion(radius: radius, angle: angle))
    }
}

/// As a lens that zooms.
public struct ZoomBlur: CatalogFilter, Hashable {
    /// Percent of the distance to the centre, 0…50.
    public var amount: Double
    /// Where nothing moves.
    public var center: UnitPoint

    /// Makes the filter.
    public init(amount: Double = 20, center: UnitPoint = .center) {
        self.amount = amount
        self.center = center
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(amount: values[0].number, center: values.point(at: 1))
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(amount), .number(center.x), .number(center.y)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "zoom", .blur, "Blurs along lines through the centre, as a lens that zooms.",
        formula: "the mean of c(centre + q^k (p - centre)), k = 0 to 15, q^15 = 1 - amount / 100",
        source: "CIZoomBlur, inputAmount and inputCenter",
        parameters: [.number("amount", 0...50, 20, "percent of the way to the centre")] + .center)

    /// A neighbourhood.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        amount == 0 ? .identity : .area(.zoom(amount: amount, center: center))
    }
}

/// Brings edges out.
public struct Sharpen: CatalogFilter, Hashable {
    /// 0…2.
    public var amount: Double
    /// Standard deviation of what is taken away, in pixels, 0.5…3.
    public var sigma: Double

    /// Makes the filter.
    public init(_ amount: Double = 0.5, sigma: Double = 1.5) {
        self.amount = amount
        self.sigma = sigma
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(values[0].number, sigma: values[1].number)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(amount), .number(sigma)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "sharpen", .blur, "Brings edges out by an unsharp mask.",
        formula: "c + amount (c - gaussian(c, sigma))",
        source: "CIUnsharpMask, inputIntensity and inputRadius",
        parameters: [
            .number("amount", 0...2, 0.5, "0 changes nothing"),
            .number("sigma", 0.5...3, 1.5, "standard deviation in pixels"),
        ])

    /// A neighbourhood.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        amount == 0 ? .identity : .area(.sharpen(amount: amount, sigma: sigma))
    }
}

/// Blurs what a matte says is far from the plane of focus.
public struct PortraitBokeh: CatalogFilter, Hashable {
    /// Radius of the disc where the matte is 0, in pixels, 2…64.
    public var radius: Double
    /// Nearness; 255 stays sharp.
    public var matte: Matte

    /// Makes the filter.
    public init(radius: Double = 12, matte: Matte) {
        self.radius = radius
        self.matte = matte
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        guard case .matte(let matte) = values[0] else {
            preconditionFailure("the reader of chains gives a bokeh its matte")
        }
        self.init(radius: values[1].number, matte: matte)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.matte(matte), .number(radius)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "bokeh", .blur, "Blurs what a matte says is out of focus.",
        formula:
            "the mean over a disc of radius (1 - matte); the subject's pixels do not bleed out",
        source: "CIDepthBlurEffect, inputMatteImage; the disc of a lens's circle of confusion",
        parameters: [
            FilterParameter("matte", .matte, default: nil, "path of a picture; white stays sharp"),
            .number("radius", 2...64, 12, "pixels where the matte is black"),
        ])

    /// A neighbourhood.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .area(.bokeh(radius: radius, matte: matte))
    }
}

extension [FilterParameter] {
    /// Where a filter has its centre.
    static let center: [FilterParameter] = [
        .number("x", 0...1, 0.5, "centre from the left, 0 to 1"),
        .number("y", 0...1, 0.5, "centre from the top, 0 to 1"),
    ]
}

extension [FilterValue] {
    /// The point whose x is at `index`.
    func point(at index: Int) -> UnitPoint {
        UnitPoint(x: self[index].number, y: self[index + 1].number)
    }
}
