// SPDX-License-Identifier: MIT
// Pictures of another kind: pixellate, pointillize, edges, comic; and the filter that does nothing.

/// Squares of one colour.
public struct Pixellate: CatalogFilter, Hashable {
    /// Side of a square in pixels, 1…100.
    public var scale: Double
    /// A corner of squares.
    public var center: UnitPoint

    /// Makes the filter.
    public init(scale: Double = 8, center: UnitPoint = .center) {
        self.scale = scale
        self.center = center
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(scale: values[0].number, center: values.point(at: 1))
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(scale), .number(center.x), .number(center.y)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "pixellate", .stylize, "Squares of one colour.",
        formula: "the mean of squares of scale pixels, one of which has a corner at the centre",
        source: "CIPixellate, inputScale and inputCenter",
        parameters: [.number("scale", 1...100, 8, "side in pixels, rounded")] + .center)

    /// A neighbourhood.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        scale < 1.5 ? .identity : .area(.pixellate(scale: scale.rounded(), center: center))
    }
}

/// Dots of colour on white, as Seurat.
public struct Pointillize: CatalogFilter, Hashable {
    /// Radius of a dot in pixels, 1…100.
    public var radius: Double
    /// Another seed, another pattern; a whole number.
    public var seed: Double

    /// Makes the filter.
    public init(radius: Double = 20, seed: Double = 1) {
        self.radius = radius
        self.seed = seed
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(radius: values[0].number, seed: values[1].number)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(radius), .number(seed)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "pointillize", .stylize, "Dots of colour on white.",
        formula:
            "a dot at a random place of each cell of 1.5 radii, in the colour beneath its centre",
        source: "CIPointillize, inputRadius; places by this project's generator",
        parameters: [
            .number("radius", 1...100, 20, "radius of a dot in pixels"),
            .number("seed", 0...1_000_000, 1, "another one, another pattern"),
        ])

    /// A neighbourhood.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .area(.pointillize(radius: radius, seed: seed))
    }
}

/// Outlines in light.
public struct Edges: CatalogFilter, Hashable {
    /// 0…10.
    public var intensity: Double

    /// Makes the filter.
    public init(intensity: Double = 1) { self.intensity = intensity }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) { self.init(intensity: values[0].number) }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(intensity)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "edges", .stylize, "Outlines in light.",
        formula: "intensity (|gx| + |gy|) / 2, g the Sobel gradient, each channel by itself",
        source: "CIEdges, inputIntensity; Sobel 1968",
        parameters: [.number("intensity", 0...10, 1, "gain of the gradient")])

    /// A neighbourhood.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .area(.edges(intensity: intensity))
    }
}

/// Flat colours with dark outlines.
public struct Comic: CatalogFilter, Hashable {
    /// Makes the filter.
    public init() {}

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {}

    /// What people read of it.
    public static let manual = FilterManual(
        "comic", .stylize, "Flat colours with dark outlines.",
        formula:
            "six levels a channel after gaussian(1.5), darkened by 2 (|gx| + |gy|) / 2 of luma above 40",
        source: "CIComicEffect's look; the formula is this project's")

    /// A neighbourhood.
    public func operation(for geometry: FilterGeometry) -> FilterOperation { .area(.comic) }
}

/// Does nothing, so that a list of filters is never empty.
public struct PassThrough: CatalogFilter, Hashable {
    /// Makes the filter.
    public init() {}

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {}

    /// What people read of it.
    public static let manual = FilterManual(
        "passthrough", .color, "Does nothing.", formula: "c", source: "the identity")

    /// Nothing.
    public func operation(for geometry: FilterGeometry) -> FilterOperation { .identity }
}
