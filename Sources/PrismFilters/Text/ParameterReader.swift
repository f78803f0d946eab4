// SPDX-License-Identifier: MIT
// The values behind a filter's name in a chain.

internal import PrismCore

/// Reads `1.2:radius=3` by the manual of a filter.
struct ParameterReader {
    private let manual: FilterManual
    private let resources: ChainResources

    init(_ manual: FilterManual, _ resources: ChainResources) {
        self.manual = manual
        self.resources = resources
    }

    /// The values in the order of the manual; those not given have their defaults.
    func read(_ text: Substring?) throws(PrismError) -> [FilterValue] {
        var values = [FilterValue?](repeating: nil, count: manual.parameters.count)
        if let text {
            var position = 0
            for part in try ChainText.split(text, at: ":") {
                let (index, value) = try item(part, position)
                guard values[index] == nil else {
                    throw failure("\(manual.parameters[index].name) is given twice")
                }
                values[index] = try self.value(value, manual.parameters[index])
                position = index + 1
            }
        }
        return try fill(values)
    }

    private func fill(_ values: [FilterValue?]) throws(PrismError) -> [FilterValue] {
        var whole: [FilterValue] = []
        for (value, parameter) in zip(values, manual.parameters) {
            guard let value = value ?? parameter.fallback else {
                throw failure("\(parameter.name) is missing: \(parameter.summary)")
            }
            whole.append(value)
        }
        return whole
    }

    /// Which parameter an item is for, and its text.
    private func item(
        _ part: Substring, _ position: Int
    ) throws(PrismError) -> (Int, Substring) {
        let words = ChainText.trimmed(part).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if words.count == 2, part.first != "\"" {
            let name = String(ChainText.trimmed(words[0]))
            guard let index = manual.parameters.firstIndex(where: { $0.name == name }) else {
                let hint = Suggestion.hint(for: name, among: manual.parameters.map(\.name))
                throw failure("unknown parameter \"\(ChainText.shown(words[0]))\"\(hint)")
            }
            return (index, words[1])
        }
        guard manual.parameters.indices.contains(position) else {
            let count = manual.parameters.count
            throw failure(
                count == 0 ? "it has no parameters" : "more than \(count) values")
        }
        return (position, part)
    }

    private func value(
        _ text: Substring, _ parameter: FilterParameter
    ) throws(PrismError) -> FilterValue {
        let text = ChainText.trimmed(text)
        switch parameter.kind {
        case .number: return .number(try number(text, parameter))
        case .angle:
            guard text.hasSuffix("deg") else { return .number(try number(text, parameter)) }
            return .number(try number(text.dropLast(3), parameter) * Double.pi / 180)
        case .choice(let words):
            guard words.contains(String(text)) else {
                let hint = Suggestion.hint(for: String(text), among: words)
                throw failure(
                    "\(parameter.name) is \"\(ChainText.shown(text))\", expected "
                        + words.joined(separator: " or ") + hint)
            }
            return .choice(String(text))
        case .points: return .points(try points(text, parameter))
        case .cube: return .cube(try resources.cube(unquoted(text)))
        case .matte: return .matte(try resources.matte(unquoted(text)))
        }
    }

    private func number(
        _ text: Substring, _ parameter: FilterParameter
    ) throws(PrismError) -> Double {
        guard let number = Double(text) else {
            throw failure("\(parameter.name) is \"\(ChainText.shown(text))\", expected a number")
        }
        return number
    }

    private func points(
        _ text: Substring, _ parameter: FilterParameter
    ) throws(PrismError) -> [CurvePoint] {
        var points: [CurvePoint] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            let words = part.split(separator: "/", omittingEmptySubsequences: false)
            guard words.count == 2, let x = Double(words[0]), let y = Double(words[1]) else {
                throw failure("the point \"\(ChainText.shown(part))\": expected x/y")
            }
            points.append(CurvePoint(x: x, y: y))
        }
        return points
    }

    private func unquoted(_ text: Substring) -> String {
        let isQuoted = text.count >= 2 && text.first == "\"" && text.last == "\""
        return String(isQuoted ? text.dropFirst().dropLast() : text)
    }

    private func failure(_ what: String) -> PrismError {
        PrismError(.usage, "\(manual.name): \(what)")
    }
}
