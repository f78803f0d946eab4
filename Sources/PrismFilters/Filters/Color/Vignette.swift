// SPDX-License-Identifier: MIT
// Darker corners.

/// Darkens (or brightens) towards the corners.
public struct Vignette: CatalogFilter, Hashable {
    /// −1…1; negative brightens.
    public var amount: Double
    /// In half diagonals, 0.1…2.
    public var radius: Double

    /// Makes the filter.
    public init(_ amount: Double = 0, radius: Double = 1) {
        self.amount = amount
        self.radius = radius
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(values[0].number, radius: values[1].number)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(amount), .number(radius)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "vignette", .color, "Darkens towards the corners.",
        formula: "c (1 + amount ((1 + d^2)^-2 - 1)), d the distance from the centre over radius",
        source: "CIVignette's parameters; the cos^4 law of natural vignetting",
        parameters: [
            .number("amount", -1...1, 0, "1 is the law, negative brightens"),
            .number("radius", 0.1...2, 1, "half diagonals to a quarter of the light"),
        ])

    /// A gain over the picture.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .shade(Shade(amount: amount, radius: radius))
    }
}
