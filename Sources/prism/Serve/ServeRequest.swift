// SPDX-License-Identifier: MIT
// One line of the server's language, version 1: an object that says what to do, checked to its last key.

import PrismCore

/// A request with what its answer repeats.
struct ServeRequest: Equatable, Sendable {
    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Streams and mode: options of `prism still`.
        case configure([String])
        case set([String: String])
        /// A photograph into a file, with options of `prism still`.
        case shoot(file: String, [String])
        case status
        /// Frames' metadata, so many nanoseconds apart.
        case watch(Int64)
        case unwatch
        /// Ends this connection.
        case quit
        /// Ends the server.
        case stop
    }

    let id: JSONValue
    let action: Action

    /// The version of the language.
    static let version: Int64 = 1
    /// Bytes of a line at most.
    static let longestLine = 65_536

    static let verbs = ["configure", "set", "shoot", "status", "watch", "unwatch", "quit", "stop"]

    /// Options of `prism still` that shape the camera and not the file.
    static let cameraOptions: Set<String> = [
        "size", "width", "height", "mode", "rotation", "hflip", "vflip", "upright", "raw",
        "zsl",
    ]

    /// Reads one line.
    ///
    /// - Throws: ``PrismError`` `invalidData` where it is no JSON, `usage` for everything else.
    init(_ line: String) throws(PrismError) {
        var object = try ServeObject(line)
        id = object.take("id").map { ServeObject.json($0) } ?? .null
        if let version = object.take("v") {
            guard version.value == .number(Double(ServeRequest.version)) else {
                throw PrismError(.unsupported, "v: version \(ServeRequest.version) is spoken here")
            }
        }
        guard let verb = try object.text("do") else {
            throw PrismError(.usage, "do: expected one of \(ServeRequest.known)")
        }
        action = try ServeRequest.action(verb, &object)
        try object.finish()
    }

    /// What a line calls itself, whatever else is wrong with it.
    static func id(of line: String) -> JSONValue {
        var object = try? ServeObject(line)
        return object?.take("id").map { ServeObject.json($0) } ?? .null
    }

    private static let known = verbs.joined(separator: ", ")

    private static func action(
        _ verb: String, _ object: inout ServeObject
    ) throws(PrismError) -> Action {
        switch verb {
        case "configure": return .configure(try object.words("options", only: cameraOptions))
        case "set":
            guard let controls = try object.texts("controls") else {
                throw PrismError(.usage, "controls: expected an object of names and values")
            }
            return .set(controls)
        case "shoot":
            guard let file = try object.text("file"), !file.isEmpty, !file.contains("\0") else {
                throw PrismError(.usage, "file: expected a path")
            }
            return .shoot(file: file, try object.words("options", only: nil))
        case "status": return .status
        case "watch":
            let text = try object.text("every") ?? "1s"
            return .watch(try DurationReader.read(text).wholeNanoseconds)
        case "unwatch": return .unwatch
        case "quit": return .quit
        case "stop": return .stop
        default:
            let hint = Suggestion.hint(for: verb, among: verbs)
            throw PrismError(.usage, "do: unknown \"\(verb)\"\(hint); expected one of \(known)")
        }
    }
}

/// An object of a line, taken apart key by key.
struct ServeObject {
    private var members: [String: JSON5Node] = [:]

    init(_ line: String) throws(PrismError) {
        let node = try JSON5Parser.parse(line, file: "line")
        guard case .object(let members) = node.value else {
            throw PrismError(.usage, "expected an object in braces, not \(node.kind)")
        }
        for member in members {
            guard self.members.updateValue(member.node, forKey: member.key) == nil else {
                throw PrismError(.usage, "\(member.key): is given twice")
            }
        }
    }

    mutating func take(_ key: String) -> JSON5Node? { members.removeValue(forKey: key) }

    mutating func text(_ key: String) throws(PrismError) -> String? {
        guard let node = take(key) else { return nil }
        guard let text = ServeObject.text(node) else {
            throw PrismError(.usage, "\(key): expected a text, not \(node.kind)")
        }
        return text
    }

    /// An object of texts and numbers.
    mutating func texts(_ key: String) throws(PrismError) -> [String: String]? {
        guard let node = take(key) else { return nil }
        guard case .object(let members) = node.value else {
            throw PrismError(.usage, "\(key): expected an object, not \(node.kind)")
        }
        var result: [String: String] = [:]
        for member in members {
            guard let text = ServeObject.text(member.node) else {
                throw PrismError(.usage, "\(key).\(member.key): expected a text or a number")
            }
            result[member.key] = text
        }
        return result
    }

    /// An object of options as words of a command line: texts, numbers, true for flags, lists for what may be repeated.
    mutating func words(
        _ key: String, only allowed: Set<String>?
    ) throws(PrismError) -> [String] {
        guard let node = take(key) else { return [] }
        guard case .object(let members) = node.value else {
            throw PrismError(.usage, "\(key): expected an object, not \(node.kind)")
        }
        var words: [String] = []
        for member in members {
            if let allowed, !allowed.contains(member.key) {
                let hint = Suggestion.hint(for: member.key, among: allowed.sorted())
                throw PrismError(.usage, "\(key): \(member.key) does not shape the camera\(hint)")
            }
            words += try ServeObject.words(member)
        }
        return words
    }

    private static func words(_ member: JSON5Member) throws(PrismError) -> [String] {
        switch member.node.value {
        case .bool(true): return ["--\(member.key)"]
        case .bool(false), .null: return []
        case .array(let nodes):
            let texts = nodes.compactMap { text($0) }
            guard texts.count == nodes.count else { break }
            return texts.map { "--\(member.key)=\($0)" }
        case .string, .number, .object:
            if let text = text(member.node) { return ["--\(member.key)=\(text)"] }
        }
        throw PrismError(.usage, "\(member.key): expected a text, a number, true or a list of them")
    }

    func finish() throws(PrismError) {
        guard let key = members.keys.sorted().first else { return }
        throw PrismError(.usage, "unknown key \"\(key)\"")
    }

    /// A text, or a number as a person would write it.
    private static func text(_ node: JSON5Node) -> String? {
        switch node.value {
        case .string(let text): return text
        case .number(let number):
            return Int64(exactly: number).map { "\($0)" } ?? (number.isFinite ? "\(number)" : nil)
        case .null, .bool, .array, .object: return nil
        }
    }

    /// Whatever a client calls its request, given back as it was.
    static func json(_ node: JSON5Node) -> JSONValue {
        switch node.value {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .number(let number): Int64(exactly: number).map { .integer($0) } ?? .number(number)
        case .string(let text): .string(text)
        case .array(let nodes): .array(nodes.map { json($0) })
        case .object(let members):
            .object(members.map { .init(key: $0.key, value: json($0.node)) })
        }
    }
}
