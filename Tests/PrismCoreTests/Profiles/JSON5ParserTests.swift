// SPDX-License-Identifier: MIT
// The JSON5 reader: what it takes, where it says that a fault is, and that nothing brings it down.

import BridgeTestSupport
import Foundation
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct JSON5ParserTests {
    private func parse(_ text: String) throws -> JSON5Node {
        try JSON5Parser.parse(text, file: "f")
    }

    @Test func everyKindOfValueIsRead() throws {
        let text = """
            // A comment
            { unquoted: 'single', "quoted": "dou\\u0062le\\
            line", $a_1: [1, -2.5, +.5, 5., 0xFF, 1e3, Infinity,], /* all */ yes: true, no: false,
              nothing: null, escapes: "\\n\\t\\x41\\uD83D\\uDE00\\q", }
            """
        guard case .object(let members) = try parse(text).value else {
            Issue.record("no object")
            return
        }
        #expect(
            members.map(\.key)
                == ["unquoted", "quoted", "$a_1", "yes", "no", "nothing", "escapes"])
        #expect(members[0].node.value == .string("single"))
        #expect(members[1].node.value == .string("doubleline"))
        guard case .array(let numbers) = members[2].node.value else { return }
        let expected: [Double] = [1, -2.5, 0.5, 5, 255, 1000, .infinity]
        #expect(numbers.map(\.value) == expected.map { .number($0) })
        #expect(members[3].node.value == .bool(true) && members[5].node.value == .null)
        #expect(members[6].node.value == .string("\n\tA😀q"))
        #expect(members[3].place.line == 3 && members[5].place.line == 4)
    }

    @Test(arguments: [
        ("", "f:1:1: expected a value"), ("{\n  a 1}", "f:2:5: expected \":\" after a"),
        ("{a: 1 b: 2}", "f:1:7: expected \",\" or \"}\""), ("{a: 1", "f:1:6: expected \",\" or"),
        ("[1, 2", "f:1:6: expected \",\" or \"]\""), ("{a: 1,\n a: 2}", "f:2:2: a is given twice"),
        ("'x\n'", "f:1:1: this text has no end"), ("/* x", "f:1:1: this comment has no end"),
        ("1 2", "f:1:3: expected the end"), ("{a: 1.2.3}", "f:1:5: expected a value"),
        ("{1a: 2}", "expected a key"), ("'\\uD800x'", "second half"), ("--1", "expected a value"),
    ])
    func aFaultIsNamedWithItsPlace(text: String, message: String) {
        let error = prismError { _ = try parse(text) }
        #expect(error?.code == .invalidData)
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "none")")
    }

    @Test func deepNestingIsRefusedAndNotFollowed() {
        let error = prismError { _ = try parse(String(repeating: "[", count: 100_000)) }
        #expect(error?.message.contains("nested too deeply") == true)
    }

    @Test func whatFoundationReadsIsReadTheSame() throws {
        let files = try ProfileFiles.all()
        #expect(files.count >= 13)
        for (name, text) in files {
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            let theirs = try decoder.decode(AnyValue.self, from: Data(text.utf8))
            #expect(AnyValue(try parse(text)) == theirs, "\(name)")
        }
    }

    @Test func damagedFilesAreReadOrRefused() throws {
        var random = SplitMix(seed: 5)
        let files = try ProfileFiles.all()
        var refused = 0
        for round in 0..<1500 {
            let (name, text) = files[round % files.count]
            var bytes = Array(text.utf8)
            for _ in 0..<(1 + random.below(6)) {
                let at = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[at] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: at)
                default: bytes.insert(Array("{}[],:'\"\\-e.0/*\n".utf8)[random.below(16)], at: at)
                }
            }
            let damaged = String(decoding: bytes, as: UTF8.self)
            let error = prismError { try ProfileFiles.decode(name, damaged) }
            guard let error else { continue }
            refused += 1
            let isNamed = error.code == .invalidData || error.code == .unsupported
            #expect(isNamed && error.message.hasPrefix(name), "\(error)")
        }
        #expect(refused > 300)
    }
}

/// The profiles of the checkout.
enum ProfileFiles {
    static func all() throws -> [(name: String, text: String)] {
        var files: [(name: String, text: String)] = []
        for kind in ["Tuning", "Boards"] {
            let folder = try #require(ProfileStore.standard(kind).folders.first)
            for name in try DirectoryListing.names(in: folder).sorted()
            where name.hasSuffix(".json5") {
                let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
                files.append((kind + "/" + name, text))
            }
        }
        return files
    }

    /// Reads one as what its folder says it is.
    static func decode(_ name: String, _ text: String) throws(PrismError) {
        let document = try JSON5Parser.parse(text, file: name)
        let stem = name.split(separator: "/").last?.split(separator: ".").first.map(String.init)
        if name.hasPrefix("Tuning") {
            _ = try SensorProfile(document, expected: stem)
        } else {
            _ = try BoardProfile(document, id: stem ?? "")
        }
    }
}

/// Any JSON, as Foundation reads it.
private enum AnyValue: Decodable, Equatable {
    case null, bool(Bool), number(Double), string(String)
    case array([AnyValue]), object([String: AnyValue])

    init(from decoder: any Decoder) throws {
        let box = try decoder.singleValueContainer()
        if box.decodeNil() {
            self = .null
        } else if let value = try? box.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? box.decode(Double.self) {
            self = .number(value)
        } else if let value = try? box.decode(String.self) {
            self = .string(value)
        } else if let value = try? box.decode([AnyValue].self) {
            self = .array(value)
        } else {
            self = .object(try box.decode([String: AnyValue].self))
        }
    }

    init(_ node: JSON5Node) {
        switch node.value {
        case .null: self = .null
        case .bool(let flag): self = .bool(flag)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { AnyValue($0) })
        case .object(let members):
            self = .object(
                Dictionary(uniqueKeysWithValues: members.map { ($0.key, AnyValue($0.node)) }))
        }
    }
}
