// SPDX-License-Identifier: MIT
// How people with a colour vision deficiency see, and colours changed so that they see more.

/// The kinds of colour vision deficiency.
public enum VisionDeficiency: String, CaseIterable, Hashable, Sendable {
    /// The long-wave cones.
    case protan
    /// The middle-wave cones.
    case deutan
    /// The short-wave cones.
    case tritan
}

/// Shows a picture as somebody with a deficiency sees it.
public struct VisionSimulation: CatalogFilter, Hashable {
    /// The kind.
    public var deficiency: VisionDeficiency
    /// 0…1; 1 is dichromacy.
    public var severity: Double

    /// Makes the filter.
    public init(_ deficiency: VisionDeficiency = .deutan, severity: Double = 1) {
        self.deficiency = deficiency
        self.severity = severity
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(
            VisionDeficiency(rawValue: values[0].word) ?? .deutan, severity: values[1].number)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.choice(deficiency.rawValue), .number(severity)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "vision", .assist, "Shows a picture as somebody with a colour vision deficiency sees it.",
        formula: "encode(S linear(c)), S of the source, between its steps of 0.1 linear",
        source: "Machado, Oliveira and Fernandes 2009, doi:10.1109/TVCG.2009.113",
        parameters: parameters)

    static let parameters = [
        FilterParameter(
            "kind", .choice(VisionDeficiency.allCases.map(\.rawValue)), default: .choice("deutan"),
            "protan (red), deutan (green) or tritan (blue)"),
        FilterParameter.number("severity", 0...1, 1, "1 is dichromacy"),
    ]

    /// A function of the colour.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        let matrix = MachadoTable.matrix(deficiency, severity)
        return .color(
            ColorFunction { color in
                let light = matrix(TransferCurve.linear(color))
                return TransferCurve.encoded(light.clamped(lowerBound: .zero, upperBound: .one))
            })
    }
}

/// Moves what a deficiency hides into channels that it does not.
public struct Daltonize: CatalogFilter, Hashable {
    /// The kind.
    public var deficiency: VisionDeficiency
    /// 0…1; 1 is dichromacy.
    public var severity: Double

    /// Makes the filter.
    public init(_ deficiency: VisionDeficiency = .deutan, severity: Double = 1) {
        self.deficiency = deficiency
        self.severity = severity
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(
            VisionDeficiency(rawValue: values[0].word) ?? .deutan, severity: values[1].number)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.choice(deficiency.rawValue), .number(severity)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "daltonize", .assist, "Moves what a deficiency hides into channels that show it.",
        formula: "encode(l + E (l - S l)), l = linear(c), S as vision, E of the source",
        source: "Fidaner, Lin and Ozguven 2005, error matrix (0 0 0; 0.7 1 0; 0.7 0 1)",
        parameters: VisionSimulation.parameters)

    private static let shift = ColorMatrix(
        .zero, SIMD4(0.7, 1, 0, 0), SIMD4(0.7, 0, 1, 0))

    /// A function of the colour.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        let matrix = MachadoTable.matrix(deficiency, severity)
        return .color(
            ColorFunction { color in
                let light = TransferCurve.linear(color)
                let hidden = light - matrix(light)
                let changed = light + Daltonize.shift(hidden)
                return TransferCurve.encoded(changed.clamped(lowerBound: .zero, upperBound: .one))
            })
    }
}
