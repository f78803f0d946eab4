// SPDX-License-Identifier: MIT
// Colours by a table from a `.cube` file, and by a function of the user's.

internal import PrismCore

/// Looks colours up in a table.
public struct ColorLookup: CatalogFilter, Hashable {
    /// The table.
    public var cube: ColorCube

    /// Makes the filter.
    public init(_ cube: ColorCube) { self.cube = cube }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        guard case .cube(let cube) = values[0] else {
            preconditionFailure("the reader of chains gives a lookup its table")
        }
        self.init(cube)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.cube(cube)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "lut", .color, "Looks colours up in a .cube file.",
        formula: "linear (1D) or tetrahedral (3D) interpolation",
        source: "Adobe Cube LUT Specification 1.0",
        parameters: [FilterParameter("file", .cube, default: nil, "path of a .cube file")])

    /// A function of the colour, or of each channel.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        let cube = cube
        return cube.isThreeDimensional
            ? .color(ColorFunction { cube($0) }) : .curves(ToneFunction { cube($0) })
    }
}

/// A colour function in Swift, baked into a table once and run at the speed of one.
///
///     let warm = CustomColor(name: "warm") { color in color * SIMD3(1.1, 1, 0.9) }
public struct CustomColor: Filter {
    /// What people read of it.
    public static let manual = FilterManual(
        "custom", .custom, "A colour function of the program's.", formula: "as written",
        source: "the program")

    /// What errors and plans call it.
    public let name: String
    private let function: ColorFunction

    /// Makes the filter.
    ///
    /// - Parameters:
    ///   - name: What plans call it.
    ///   - map: Display-encoded red, green, blue of 0…1 to the same; smooth, and called on any thread while a plan
    ///     is made, never per frame.
    public init(
        name: String, _ map: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>
    ) {
        self.name = name
        function = ColorFunction(map)
    }

    /// A function of the colour.
    public func operation(for geometry: FilterGeometry) -> FilterOperation { .color(function) }
}
