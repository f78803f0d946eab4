// SPDX-License-Identifier: MIT
// Damaged profiles: each is read, or refused with its file and line; nothing else happens.

import Foundation
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct ProfileFuzzTests {
    private static let tokens: [String] = [
        "{", "}", "[", "]", ",", ":", "null", "true", "NaN", "-Infinity", "1e999", "-0", "0x7F",
        "\"", "'", "//", "/*", "\\u0000", "é", "\u{2028}", "9999999999999999999999", " ", "\n",
    ]

    private func damaged(_ text: String, _ random: inout SeededGenerator) -> String {
        var characters = Array(text.unicodeScalars)
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            let at = Int.random(in: 0..<max(1, characters.count), using: &random)
            let length = min(Int.random(in: 0..<40, using: &random), characters.count - at)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: characters.removeSubrange(at..<(at + length))
            case 1: characters.insert(contentsOf: characters[at..<(at + length)], at: at)
            case 2: characters.removeSubrange(at...)
            default:
                let token = Self.tokens.randomElement(using: &random) ?? ""
                characters.replaceSubrange(
                    at..<min(at + 1, characters.count), with: Array(token.unicodeScalars))
            }
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: characters)
        return String(result)
    }

    private func check(_ folder: String, _ read: (JSON5Node) throws(PrismError) -> Void) throws {
        let directory = try #require(ProfileStore.standard(folder).folders.first)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".json5") }.sorted()
        #expect(names.count >= 6)
        var random = SeededGenerator(seed: 41)
        var (accepted, refused) = (0, 0)
        for name in names {
            let text = try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
            for _ in 0..<150 {
                let input = damaged(text, &random)
                do throws(PrismError) {
                    try read(try JSON5Parser.parse(input, file: name))
                    accepted += 1
                } catch {
                    refused += 1
                    let isKnown = [.invalidData, .unsupported].contains(error.code)
                    let isPlaced = error.message.hasPrefix("\(name):")
                    #expect(isKnown && isPlaced, "\(error.message)")
                }
            }
        }
        #expect(accepted > 0 && refused > accepted)
    }

    @Test func damagedSensorsAreReadOrRefusedWithTheirPlace() throws {
        try check("Tuning") { (node) throws(PrismError) in
            _ = try SensorProfile(node, expected: nil)
        }
    }

    @Test func damagedBoardsAreReadOrRefusedWithTheirPlace() throws {
        try check("Boards") { (node) throws(PrismError) in
            _ = try BoardProfile(node, id: "fuzz")
        }
    }

    @Test func deepNestingIsRefusedAndNotAnOverflow() {
        for text in [
            String(repeating: "[", count: 200_000), String(repeating: "{a:", count: 200_000),
        ] {
            let error = prismError { _ = try JSON5Parser.parse(text, file: "deep") }
            #expect(error?.code == .invalidData)
        }
    }
}
