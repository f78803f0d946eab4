// SPDX-License-Identifier: MIT
// What people read of a filter, and what the reader of chains checks its parameters against.

internal import PrismCore

/// The manual of a filter.
public struct FilterManual: Hashable, Sendable {
    /// Sections of a list of filters.
    public enum Category: String, CaseIterable, Hashable, Sendable {
        /// Changes colours, each pixel by itself.
        case color
        /// Makes soft.
        case blur
        /// Makes something else of the picture.
        case stylize
        /// Moves pixels.
        case distortion
        /// Helps people who see colours differently.
        case assist
        /// Comes from elsewhere.
        case custom
    }

    /// The word that names it in a chain.
    public var name: String
    /// Section that it is listed in.
    public var category: Category
    /// One sentence.
    public var summary: String
    /// What becomes of a colour c or of a pixel at p.
    public var formula: String
    /// Where formula and constants come from.
    public var source: String
    /// Parameters, the most important one first.
    public var parameters: [FilterParameter]

    /// Makes a manual.
    public init(
        _ name: String, _ category: Category, _ summary: String, formula: String, source: String,
        parameters: [FilterParameter] = []
    ) {
        self.name = name
        self.category = category
        self.summary = summary
        self.formula = formula
        self.source = source
        self.parameters = parameters
    }
}

/// One parameter of a filter.
public struct FilterParameter: Hashable, Sendable {
    /// What a parameter may be.
    public enum Kind: Hashable, Sendable {
        /// A number; both ends are allowed.
        case number(ClosedRange<Double>)
        /// An angle in radians; text may say `90deg`.
        case angle(ClosedRange<Double>)
        /// One of few words.
        case choice([String])
        /// Points of a curve, `0/0;0.5/0.6;1/1` in text.
        case points
        /// A lookup table; text names its `.cube` file.
        case cube
        /// Nearness in grey levels; text names a picture.
        case matte
    }

    /// The word that names it.
    public var name: String
    /// What it may be.
    public var kind: Kind
    /// What holds where it is not given; nil where it must be.
    public var fallback: FilterValue?
    /// Unit and meaning.
    public var summary: String

    /// Makes a parameter.
    public init(_ name: String, _ kind: Kind, default fallback: FilterValue?, _ summary: String) {
        self.name = name
        self.kind = kind
        self.fallback = fallback
        self.summary = summary
    }

    /// Makes a number.
    public static func number(
        _ name: String, _ range: ClosedRange<Double>, _ fallback: Double, _ summary: String
    ) -> FilterParameter {
        FilterParameter(name, .number(range), default: .number(fallback), summary)
    }

    /// Makes an angle in radians.
    public static func angle(
        _ name: String, _ range: ClosedRange<Double>, _ fallback: Double, _ summary: String
    ) -> FilterParameter {
        FilterParameter(name, .angle(range), default: .number(fallback), summary)
    }

    /// Throws where `value` is not one that the parameter takes.
    func check(_ value: FilterValue, of filter: String) throws(PrismError) {
        switch (kind, value) {
        case (.number(let range), .number(let number)), (.angle(let range), .number(let number)):
            // A NaN is in no range.
            guard !range.contains(number) else { return }
            throw PrismError(
                .outOfRange,
                "\(filter): \(name) is \(number.shortText), expected \(range.shortText)")
        case (.choice(let words), .choice(let word)):
            guard !words.contains(word) else { return }
            throw PrismError(
                .outOfRange,
                "\(filter): \(name) is \"\(word)\", expected \(words.joined(separator: " or "))")
        case (.points, .points(let points)): try ToneCurve.check(points, of: filter)
        case (.cube, .cube), (.matte, .matte): return
        default: throw PrismError(.outOfRange, "\(filter): \(name) has a value of the wrong kind")
        }
    }
}

/// A value of a parameter.
public enum FilterValue: Hashable, Sendable {
    /// A number.
    case number(Double)
    /// One of a few words.
    case choice(String)
    /// Points of a tone curve.
    case points([CurvePoint])
    /// A table of colours.
    case cube(ColorCube)
    /// A grey picture that says where.
    case matte(Matte)

    /// The number, or 0 where the value is another kind (``Filter/check()`` refuses that).
    var number: Double {
        if case .number(let number) = self { return number }
        return 0
    }

    /// The word, or none.
    var word: String {
        if case .choice(let word) = self { return word }
        return ""
    }
}

extension Double {
    /// Without a fraction where it has none.
    package var shortText: String {
        self == rounded() && abs(self) < 1e9 ? String(Int(self)) : String(self)
    }
}

extension ClosedRange<Double> {
    /// `-1 to 1`.
    package var shortText: String { "\(lowerBound.shortText) to \(upperBound.shortText)" }
}
