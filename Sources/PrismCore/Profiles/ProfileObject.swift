// SPDX-License-Identifier: MIT
// Takes typed values out of an object of a profile; every fault names file, line and key.

/// One object of a profile, read key by key.
///
/// A reader takes each key once; ``finish()`` refuses those that nobody asked for.
package struct ProfileObject {
    /// Where the object stands: the keys that lead to it, with dots.
    private let path: String
    private let place: SourcePlace
    private let members: [JSON5Member]
    private var asked: [String] = []

    /// Begins to read an object; `path` is empty for the whole file.
    package init(_ node: JSON5Node, path: String = "") throws(PrismError) {
        guard case .object(let members) = node.value else {
            let name = path.isEmpty ? "the file" : path
            throw PrismError(
                .invalidData, "\(node.place): \(name): expected an object, found \(node.kind)")
        }
        self.path = path
        self.members = members
        place = node.place
    }

    /// The full name of a key.
    package func name(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// An error at a key, or at the object where it has none.
    package func fault(_ key: String, _ expected: String) -> PrismError {
        let place = members.first { $0.key == key }?.node.place ?? place
        return PrismError(.invalidData, "\(place): \(name(key)): \(expected)")
    }

    /// The value of a key, or nil where it is absent or null.
    package mutating func node(_ key: String) -> JSON5Node? {
        asked.append(key)
        guard let member = members.first(where: { $0.key == key }), member.node.value != .null
        else { return nil }
        return member.node
    }

    /// The value of a key that must be there.
    package mutating func required(_ key: String) throws(PrismError) -> JSON5Node {
        guard let node = node(key) else {
            throw PrismError(.invalidData, "\(place): \(name(key)): is missing")
        }
        return node
    }

    /// Refuses keys that nobody asked for.
    package func finish() throws(PrismError) {
        for member in members where !asked.contains(member.key) {
            let known = asked.sorted().joined(separator: ", ")
            throw PrismError(
                .invalidData, "\(member.place): \(name(member.key)): unknown; known are \(known)")
        }
    }
}

// MARK: - Numbers and words

extension ProfileObject {
    /// A finite number of a range.
    package mutating func number(
        _ key: String, in range: ClosedRange<Double>
    ) throws(PrismError) -> Double {
        try ProfileObject.number(try required(key), name(key), range)
    }

    /// The same, or nil where the key is absent.
    package mutating func optionalNumber(
        _ key: String, in range: ClosedRange<Double>
    ) throws(PrismError) -> Double? {
        guard let node = node(key) else { return nil }
        return try ProfileObject.number(node, name(key), range)
    }

    /// A whole number of a range.
    package mutating func integer(
        _ key: String, in range: ClosedRange<Int>
    ) throws(PrismError) -> Int {
        try ProfileObject.integer(try required(key), name(key), range)
    }

    /// The same, or nil where the key is absent.
    package mutating func optionalInteger(
        _ key: String, in range: ClosedRange<Int>
    ) throws(PrismError) -> Int? {
        guard let node = node(key) else { return nil }
        return try ProfileObject.integer(node, name(key), range)
    }

    /// A text that is not empty.
    package mutating func text(_ key: String) throws(PrismError) -> String {
        try ProfileObject.text(try required(key), name(key))
    }

    /// The same, or nil where the key is absent.
    package mutating func optionalText(_ key: String) throws(PrismError) -> String? {
        guard let node = node(key) else { return nil }
        return try ProfileObject.text(node, name(key))
    }

    /// A truth value, or what holds where the key is absent.
    package mutating func flag(_ key: String, otherwise: Bool) throws(PrismError) -> Bool {
        guard let node = node(key) else { return otherwise }
        guard case .bool(let flag) = node.value else {
            throw fault(key, "expected true or false, found \(node.kind)")
        }
        return flag
    }

    /// One of the words of a type.
    package mutating func choice<Word: RawRepresentable & CaseIterable>(
        _ key: String, of: Word.Type
    ) throws(PrismError) -> Word where Word.RawValue == String {
        let text = try text(key)
        guard let word = Word(rawValue: text) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(key, "expected one of \(words), found \"\(text)\"")
        }
        return word
    }

    private static func number(
        _ node: JSON5Node, _ name: String, _ range: ClosedRange<Double>
    ) throws(PrismError) -> Double {
        let expected =
            "expected a number from \(short(range.lowerBound)) to \(short(range.upperBound))"
        guard case .number(let number) = node.value else {
            throw PrismError(
                .invalidData, "\(node.place): \(name): \(expected), found \(node.kind)")
        }
        // NaN is in no range.
        guard range.contains(number) else {
            throw PrismError(
                .invalidData, "\(node.place): \(name): \(expected), found \(short(number))")
        }
        return number
    }

    private static func integer(
        _ node: JSON5Node, _ name: String, _ range: ClosedRange<Int>
    ) throws(PrismError) -> Int {
        guard case .number(let number) = node.value, let whole = Int(exactly: number),
            range.contains(whole)
        else {
            throw PrismError(
                .invalidData,
                "\(node.place): \(name): expected a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return whole
    }

    private static func text(_ node: JSON5Node, _ name: String) throws(PrismError) -> String {
        guard case .string(let text) = node.value, !text.isEmpty else {
            throw PrismError(.invalidData, "\(node.place): \(name): expected a text")
        }
        return text
    }

    /// A number without a useless ".0".
    private static func short(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? "\(number)"
    }
}

// MARK: - Lists and objects

extension ProfileObject {
    /// The elements of a list with their names; an absent one is empty.
    package mutating func list(_ key: String) throws(PrismError) -> [(
        name: String, node: JSON5Node
    )] {
        guard let node = node(key) else { return [] }
        guard case .array(let elements) = node.value else {
            throw fault(key, "expected a list, found \(node.kind)")
        }
        return elements.enumerated().map { ("\(name(key))[\($0.offset)]", $0.element) }
    }

    /// A list of texts.
    package mutating func texts(_ key: String) throws(PrismError) -> [String] {
        var texts: [String] = []
        for (name, node) in try list(key) { texts.append(try ProfileObject.text(node, name)) }
        return texts
    }

    /// Reads each element of a list as an object.
    package mutating func objects<Element>(
        _ key: String, _ read: (inout ProfileObject) throws(PrismError) -> Element
    ) throws(PrismError) -> [Element] {
        var result: [Element] = []
        for (name, node) in try list(key) {
            var object = try ProfileObject(node, path: name)
            result.append(try read(&object))
            try object.finish()
        }
        return result
    }

    /// Reads an object that must be there.
    package mutating func object<Element>(
        _ key: String, _ read: (inout ProfileObject) throws(PrismError) -> Element
    ) throws(PrismError) -> Element {
        var object = try ProfileObject(try required(key), path: name(key))
        let element = try read(&object)
        try object.finish()
        return element
    }

    /// Reads an object, or returns nil where the key is absent.
    package mutating func optionalObject<Element>(
        _ key: String, _ read: (inout ProfileObject) throws(PrismError) -> Element
    ) throws(PrismError) -> Element? {
        guard let node = node(key) else { return nil }
        var object = try ProfileObject(node, path: name(key))
        let element = try read(&object)
        try object.finish()
        return element
    }

    /// The keys of an object of numbers, in the file's order.
    package mutating func numbers(
        _ key: String, in range: ClosedRange<Double>
    ) throws(PrismError) -> [(key: String, value: Double)] {
        guard let node = node(key) else { return [] }
        var object = try ProfileObject(node, path: name(key))
        var result: [(key: String, value: Double)] = []
        for member in object.members {
            result.append((member.key, try object.number(member.key, in: range)))
        }
        return result
    }
}
