// SPDX-License-Identifier: MIT
// Chains as text: `saturation=1.2,sepia@0.6,vignette=0.8:radius=1.2`.

public import PrismCore

/// What a chain in text may refer to, read by the program.
public struct ChainResources: Sendable {
    /// Reads a `.cube` file.
    public var cube: @Sendable (String) throws(PrismError) -> ColorCube
    /// Reads a picture as a matte.
    public var matte: @Sendable (String) throws(PrismError) -> Matte

    /// Makes resources.
    public init(
        cube: @escaping @Sendable (String) throws(PrismError) -> ColorCube,
        matte: @escaping @Sendable (String) throws(PrismError) -> Matte
    ) {
        self.cube = cube
        self.matte = matte
    }

    /// Refuses every file.
    public static let none = ChainResources(
        cube: { (path: String) throws(PrismError) in throw ChainResources.refusal(path) },
        matte: { (path: String) throws(PrismError) in throw ChainResources.refusal(path) })

    private static func refusal(_ path: String) -> PrismError {
        PrismError(.unsupported, "this chain may not read the file \"\(path)\"")
    }
}

/// Reads and writes chains.
public enum ChainText {
    /// Most steps of a chain.
    public static let maximumSteps = 64

    /// Reads a chain: steps parted by commas, each `name`, `name=value` or `name=value:name=value`, and `@0.5` behind
    /// it for an intensity. A value with commas, colons or `@` stands in quotation marks. Empty text is no step.
    ///
    /// - Throws: `usage` for text that cannot be understood, `outOfRange` for a value; both name the step.
    public static func parse(
        _ text: String, resources: ChainResources = .none
    ) throws(PrismError) -> [FilterStep] {
        guard text.contains(where: { !$0.isWhitespace }) else { return [] }
        let parts = try split(text, at: ",")
        guard parts.count <= maximumSteps else {
            throw PrismError(.usage, "\(parts.count) filters, expected at most \(maximumSteps)")
        }
        var steps: [FilterStep] = []
        for part in parts { steps.append(try step(part, resources)) }
        return steps
    }

    private static func step(
        _ text: Substring, _ resources: ChainResources
    ) throws(PrismError) -> FilterStep {
        let halves = try split(text, at: "@")
        guard halves.count <= 2, let body = halves.first else {
            throw PrismError(.usage, "\"\(shown(text))\": a second @")
        }
        var intensity = 1.0
        if halves.count == 2 {
            guard let number = Double(trimmed(halves[1])) else {
                throw PrismError(
                    .usage, "\"\(shown(text))\": expected a number from 0 to 1 behind @")
            }
            intensity = number
        }
        let words = body.split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(trimmed(words[0]))
        guard let type = FilterCatalog.filter(named: name) else {
            let hint = Suggestion.hint(for: name, among: FilterCatalog.names)
            throw PrismError(.usage, "unknown filter \"\(shown(words[0]))\"\(hint)")
        }
        let values = try ParameterReader(type.manual, resources)
            .read(words.count == 2 ? words[1] : nil)
        let step = FilterStep(type.init(values: values), intensity: intensity)
        try step.check()
        return step
    }

    /// Parts of a text, without looking into quotation marks.
    static func split(
        _ text: Substring, at separator: Character
    ) throws(PrismError) -> [Substring] {
        var parts: [Substring] = []
        var start = text.startIndex
        var isQuoted = false
        for index in text.indices {
            if text[index] == "\"" { isQuoted.toggle() }
            guard text[index] == separator, !isQuoted else { continue }
            parts.append(text[start..<index])
            start = text.index(after: index)
        }
        guard !isQuoted else {
            throw PrismError(.usage, "\"\(shown(text))\": a quotation mark is not closed")
        }
        return parts + [text[start...]]
    }

    private static func split(
        _ text: String, at separator: Character
    ) throws(PrismError) -> [Substring] {
        try split(text[...], at: separator)
    }

    /// Without white space around it.
    static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return text
    }

    /// At most 60 characters, for errors.
    static func shown(_ text: Substring) -> String {
        let text = trimmed(text)
        return text.count <= 60 ? String(text) : text.prefix(60) + "…"
    }
}

extension FilterStep {
    /// Throws `outOfRange` where a parameter or the intensity is not in its range.
    public func check() throws(PrismError) {
        guard (0...1).contains(intensity) else {
            throw PrismError(
                .outOfRange, "\(name): the intensity is \(intensity.shortText), expected 0 to 1")
        }
        try filter.check()
    }

    /// The step as chains are written; files appear as `…`.
    public var text: String {
        let manual = type(of: filter).manual
        let words = zip(filter.values, manual.parameters).map { "\($1.name)=\($0.text)" }
        let values = words.isEmpty ? "" : "=" + words.joined(separator: ":")
        return name + values + (intensity == 1 ? "" : "@\(intensity.shortText)")
    }
}

extension FilterValue {
    fileprivate var text: String {
        switch self {
        case .number(let number): number.shortText
        case .choice(let word): word
        case .points(let points):
            points.map { "\($0.x.shortText)/\($0.y.shortText)" }.joined(separator: ";")
        case .cube, .matte: "\"…\""
        }
    }
}
