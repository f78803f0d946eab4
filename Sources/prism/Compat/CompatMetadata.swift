// SPDX-License-Identifier: MIT
// A frame's metadata as the other suites write it: libcamera's names, as JSON or as Name=value lines.

import PrismCore

enum CompatMetadata {
    enum Format: String, CaseIterable, Sendable {
        case json, txt, jsonl
    }

    /// Where metadata go, and how.
    struct Request: Equatable, Sendable {
        let path: String
        let pattern: CompatPattern
        let format: Format

        init?(_ arguments: CompatArguments) throws(PrismError) {
            let text = arguments["metadata-format"]
            let format = Format(rawValue: text ?? "json")
            guard let path = arguments["metadata"] else {
                guard text == nil else {
                    throw PrismError(.usage, "--metadata-format needs --metadata")
                }
                return nil
            }
            guard let format else {
                throw PrismError(
                    .usage, "--metadata-format: \"\(text ?? "")\": use json, txt or jsonl")
            }
            guard !path.isEmpty else { throw PrismError(.usage, "--metadata: the path is empty") }
            pattern = try arguments.explaining("metadata") { () throws(PrismError) in
                try CompatPattern(path)
            }
            self.path = path
            self.format = format
        }
    }

    /// One frame in a format, with its final line break.
    static func text(_ values: [String: ControlValue], _ format: Format) -> String {
        let sorted = values.sorted { $0.key < $1.key }
        switch format {
        case .txt: return sorted.map { "\($0.key)=\(plain($0.value))\n" }.joined()
        case .jsonl: return object(sorted).text + "\n"
        case .json:
            let lines = sorted.map { key, value in
                "    \(JSONValue.string(key).text): \(json(value).spaced)"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
        }
    }

    private static func object(_ values: [(key: String, value: ControlValue)]) -> JSONValue {
        .object(values.map { .init(key: $0.key, value: json($0.value)) })
    }

    static func json(_ value: ControlValue) -> JSONValue {
        switch value {
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .number(let number): .single(number)
        case .integers(let list): .array(list.map { .integer($0) })
        case .numbers(let list): .array(list.map { .single($0) })
        case .text(let text): .string(text)
        case .rectangle(let rectangle): .array(sides(rectangle))
        case .rectangles(let list): .array(list.map { .array(sides($0)) })
        case .size(let width, let height): .array([width, height].map { .integer(Int64($0)) })
        case .point(let x, let y): .array([x, y].map { .integer(Int64($0)) })
        }
    }

    private static func sides(_ rectangle: SensorRectangle) -> [JSONValue] {
        [rectangle.x, rectangle.y, rectangle.width, rectangle.height].map { .integer(Int64($0)) }
    }

    /// As libcamera prints values; programs scan for `[ 1.23, 2.34 ]`.
    static func plain(_ value: ControlValue) -> String {
        switch value {
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): "\(number)"
        case .number(let number): fixed(number)
        case .integers(let list): "[ " + list.map { "\($0)" }.joined(separator: ", ") + " ]"
        case .numbers(let list): "[ " + list.map(fixed).joined(separator: ", ") + " ]"
        case .text(let text): text.onOneLine
        case .rectangle(let rectangle): place(rectangle)
        case .rectangles(let list): "[ " + list.map(place).joined(separator: ", ") + " ]"
        case .size(let width, let height): "\(width)x\(height)"
        case .point(let x, let y): "(\(x), \(y))"
        }
    }

    private static func place(_ rectangle: SensorRectangle) -> String {
        "(\(rectangle.x), \(rectangle.y))/\(rectangle.width)x\(rectangle.height)"
    }

    /// Six digits behind the point, as C++ prints floats; never an exponent.
    private static func fixed(_ number: Float) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "\(number)" }
        let steps = Int64((Double(number) * 1_000_000).rounded())
        let rest = String(abs(steps) % 1_000_000)
        let digits = String(repeating: "0", count: 6 - rest.count) + rest
        return (steps < 0 ? "-" : "") + "\(abs(steps) / 1_000_000).\(digits)"
    }
}

extension JSONValue {
    /// The text with blanks inside of arrays, as the other suites write it.
    fileprivate var spaced: String {
        guard case .array(let values) = self else { return text }
        return "[ " + values.map(\.spaced).joined(separator: ", ") + " ]"
    }
}
