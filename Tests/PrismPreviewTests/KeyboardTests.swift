// SPDX-License-Identifier: MIT
// Keys as terminals send them.

import PrismTesting
import Testing

@testable import prism_screen

@Suite struct KeyboardTests {
    @Test(arguments: [
        (" ", [KeyCommand.shutter]), ("\n", [.shutter]), ("\r", [.shutter]), ("q", [.quit]),
        ("\u{1B}", [.quit]), ("s", [.screenshot]), ("+-", [.brighter, .darker]),
        ("\u{1B}[A\u{1B}[B", [.brighter, .darker]), ("\u{1B}OA", [.brighter]),
        ("\u{1B}[1;5A ", [.brighter, .shutter]), ("\u{1B}[", []), ("xyz", []),
    ])
    func aKeyIsItsCommand(_ text: String, _ commands: [KeyCommand]) {
        #expect(KeyCommand.all(in: Array(text.utf8)) == commands)
    }

    @Test func noBytesAreTooMuch() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...20, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(KeyCommand.all(in: bytes).count <= count)
        }
    }
}
