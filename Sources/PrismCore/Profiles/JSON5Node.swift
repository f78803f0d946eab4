// SPDX-License-Identifier: MIT
// A JSON5 document as a tree whose every value and key knows its place in the file.

/// Where something stands: file, line and column, both from 1.
package struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
    /// The file as it is named in messages.
    package let file: String
    /// The line.
    package let line: Int
    /// The column, in characters of Unicode.
    package let column: Int

    package var description: String { "\(file):\(line)" }
}

/// One value with its place.
package struct JSON5Node: Hashable, Sendable {
    /// What kinds of value there are.
    package indirect enum Value: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case string(String)
        case array([JSON5Node])
        case object([JSON5Member])
    }

    /// What it is.
    package let value: Value
    /// Where it begins.
    package let place: SourcePlace

    /// Lays `other` over this: objects are merged key by key, everything else is replaced.
    package func merged(with other: JSON5Node) -> JSON5Node {
        guard case .object(let members) = value, case .object(let changes) = other.value else {
            return other
        }
        var result = members
        for change in changes {
            if let index = result.firstIndex(where: { $0.key == change.key }) {
                let node = result[index].node.merged(with: change.node)
                result[index] = JSON5Member(key: change.key, place: change.place, node: node)
            } else {
                result.append(change)
            }
        }
        return JSON5Node(value: .object(result), place: other.place)
    }

    /// What the kind of value is called in messages.
    package var kind: String {
        switch value {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}

/// A key of an object and its value.
package struct JSON5Member: Hashable, Sendable {
    /// The key.
    package let key: String
    /// Where the key stands.
    package let place: SourcePlace
    /// Its value.
    package let node: JSON5Node
}
