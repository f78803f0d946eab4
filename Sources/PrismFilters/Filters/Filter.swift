// SPDX-License-Identifier: MIT
// What a filter is: a value with a manual, which describes its effect for a picture of some size.

public import PrismCore

/// A filter: a value without state, whose description the planner turns into passes.
///
/// Colours are display-encoded (as they lie in the file or on the screen), 0…1, unless a filter says otherwise.
public protocol Filter: Sendable {
    /// Name, formula, source and parameters.
    static var manual: FilterManual { get }

    /// The parameters in the order of the manual.
    var values: [FilterValue] { get }

    /// What the filter does to pictures of `geometry`; pure and quick.
    func operation(for geometry: FilterGeometry) -> FilterOperation
}

/// A filter that can be made from the values of its parameters, as the command line does.
public protocol CatalogFilter: Filter {
    /// Makes a filter from values in the order of the manual, which have the kinds that it names.
    init(values: [FilterValue])
}

extension Filter {
    /// Parameters of a filter without any.
    public var values: [FilterValue] { [] }

    /// Throws `outOfRange` where a parameter is not a number of its range.
    public func check() throws(PrismError) {
        for (value, parameter) in zip(values, Self.manual.parameters) {
            try parameter.check(value, of: Self.manual.name)
        }
    }
}

/// The picture that a description is asked for.
public struct FilterGeometry: Hashable, Sendable {
    /// Size in pixels.
    public var size: PixelSize
    /// Colour space of the picture's code values.
    public var colorSpace: ColorSpace

    /// Makes a geometry.
    public init(size: PixelSize, colorSpace: ColorSpace) {
        self.size = size
        self.colorSpace = colorSpace
    }

    /// Weights of red, green and blue in the luma of the picture's colour space.
    public var luma: SIMD3<Double> { colorSpace.luma }

    /// The pixel position of a point given in 0…1 from the top left.
    public func position(_ point: UnitPoint) -> SIMD2<Double> {
        SIMD2(point.x * Double(size.width), point.y * Double(size.height))
    }
}

/// A point of a picture: 0, 0 is its top left corner, 1, 1 its bottom right one.
public struct UnitPoint: Hashable, Sendable {
    /// From the left edge.
    public var x: Double
    /// From the top edge.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The middle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
}
