// SPDX-License-Identifier: MIT
// A button on the header, from the pins of a profile to the lines of a chip.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct BoardButtonTests {
    private func board(_ rest: String) throws(PrismError) -> BoardProfile {
        let text = """
            {
                version: 1, name: "Test", compatible: [], machines: [],
                processor: {
                    name: "A", cores: 1, firstLevelCache: 32, secondLevelCache: 512,
                },
                memory: { sizes: [512] },
                header: { chip: "gpio-test", lines: { "38": 20, "40": 21 } },
                sources: ["a test"], \(rest)
            }
            """
        return try BoardProfile(try JSON5Parser.parse(text, file: "test.json5"), id: "test")
    }

    @Test func pinsBecomeLines() throws {
        let board = try board(
            "buttons: [{ use: \"shutter\", pin: 40, halfPin: 38, pull: \"up\" }]")
        let wiring = BoardProfile.ButtonWiring(
            chip: "gpio-test", full: 21, half: 20, isPulledUp: true)
        #expect(board.wiring(of: .shutter) == wiring)
    }

    @Test func oneContactIsEnough() throws {
        let board = try board("buttons: [{ use: \"shutter\", pin: 38, pull: \"down\" }]")
        let wiring = BoardProfile.ButtonWiring(chip: "gpio-test", full: 20, isPulledUp: false)
        #expect(board.wiring(of: .shutter) == wiring)
    }

    @Test func aBoardWithoutButtonsHasNoWiring() throws {
        #expect(try board("").wiring(of: .shutter) == nil)
    }

    @Test(arguments: [
        ("pin: 39, pull: \"up\"", "pin 39 is no line of the header"),
        ("pin: 40, halfPin: 1, pull: \"up\"", "pin 1 is no line of the header"),
        ("pin: 40, pull: \"sideways\"", "expected one of up, down"),
    ])
    func aWrongButtonIsRefusedWithItsPlace(_ keys: String, _ reason: String) {
        let error = prismError {
            _ = try board("buttons: [{ use: \"shutter\", \(keys) }]")
        }
        #expect(error?.code == .invalidData)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
        #expect(error?.message.hasPrefix("test.json5:") == true)
    }
}
