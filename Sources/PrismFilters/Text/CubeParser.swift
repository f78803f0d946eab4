// SPDX-License-Identifier: MIT
// Reads `.cube` files (Adobe's Cube LUT Specification 1.0); every refusal names the line.

public import PrismCore

extension ColorCube {
    /// Reads the text of a `.cube` file.
    ///
    /// - Parameters:
    ///   - text: The whole file.
    ///   - name: What errors call it.
    /// - Throws: `invalidData` naming the line and what was expected there.
    public init(cube text: String, name: String) throws(PrismError) {
        var parser = CubeParser(name: name)
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            try parser.read(line)
        }
        self = try parser.finish()
    }
}

/// Line by line.
private struct CubeParser {
    let name: String
    private var line = 0
    private var title = ""
    private var size: Int?
    private var isThreeDimensional = false
    private var low = SIMD3<Float>.zero
    private var high = SIMD3<Float>(repeating: 1)
    private var colors: [SIMD3<Float>] = []

    init(name: String) { self.name = name }

    mutating func read(_ text: Substring) throws(PrismError) {
        line += 1
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, !first.hasPrefix("#") else { return }
        if first.first?.isLetter == true, Float(first) == nil {
            try readKeyword(String(first), words.dropFirst(), text)
        } else {
            try readColor(words)
        }
    }

    private mutating func readKeyword(
        _ keyword: String, _ words: ArraySlice<Substring>, _ text: Substring
    ) throws(PrismError) {
        guard colors.isEmpty else { throw failure("\(keyword) stands behind the first colour") }
        switch keyword {
        case "TITLE": title = try quoted(text)
        case "LUT_1D_SIZE": try readSize(words, limit: 65_536)
        case "LUT_3D_SIZE":
            isThreeDimensional = true
            try readSize(words, limit: 256)
        case "DOMAIN_MIN": low = try triple(words)
        case "DOMAIN_MAX": high = try triple(words)
        case "LUT_1D_INPUT_RANGE", "LUT_3D_INPUT_RANGE":
            let range = try numbers(words, count: 2)
            (low, high) = (SIMD3(repeating: range[0]), SIMD3(repeating: range[1]))
        default: throw failure("unknown keyword \"\(keyword.prefix(40))\"")
        }
    }

    private mutating func readSize(
        _ words: ArraySlice<Substring>, limit: Int
    ) throws(PrismError) {
        guard size == nil else { throw failure("a second size") }
        guard words.count == 1, let word = words.first, let number = Int(word),
            (2...limit).contains(number)
        else { throw failure("expected a size from 2 to \(limit)") }
        size = number
    }

    private mutating func readColor(_ words: [Substring]) throws(PrismError) {
        guard let count else { throw failure("a colour before LUT_1D_SIZE or LUT_3D_SIZE") }
        guard colors.count < count else { throw failure("more than \(count) colours") }
        colors.append(try triple(words[...]))
    }

    private var count: Int? { size.map { isThreeDimensional ? $0 * $0 * $0 : $0 } }

    private func triple(_ words: ArraySlice<Substring>) throws(PrismError) -> SIMD3<Float> {
        let numbers = try numbers(words, count: 3)
        return SIMD3(numbers[0], numbers[1], numbers[2])
    }

    private func numbers(
        _ words: ArraySlice<Substring>, count: Int
    ) throws(PrismError) -> [Float] {
        let numbers = words.compactMap { Float($0) }.filter(\.isFinite)
        guard words.count == count, numbers.count == count else {
            throw failure("expected \(count) numbers")
        }
        return numbers
    }

    private func quoted(_ text: Substring) throws(PrismError) -> String {
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw failure("expected a title in quotation marks") }
        return String(parts[1])
    }

    func finish() throws(PrismError) -> ColorCube {
        guard let count, let size else { throw failure("no LUT_1D_SIZE or LUT_3D_SIZE") }
        guard colors.count == count else {
            throw failure("the file ends after \(colors.count) of \(count) colours")
        }
        do {
            return try ColorCube(
                title: title, size: size, isThreeDimensional: isThreeDimensional, colors: colors,
                domainMinimum: low, domainMaximum: high)
        } catch {
            throw failure(error.message)
        }
    }

    private func failure(_ what: String) -> PrismError {
        PrismError(.invalidData, "\(name), line \(line): \(what)")
    }
}
