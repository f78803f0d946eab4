// SPDX-License-Identifier: MIT
// Keys as terminals send them.

import PrismTesting
import PrismUI
import Testing

@testable import prism_screen

@Suite struct KeyboardTests {
    private static let shot = [InputAction.shutterPressed, .shutterReleased(isInside: true)]
    private static let brighter = InputAction.compensate(1.0 / 3)
    private static let darker = InputAction.compensate(-1.0 / 3)

    @Test(arguments: [
        (" ", shot), ("\n", shot), ("\r", shot), ("q", [.quit]), ("\u{1B}", [.quit]),
        ("s", [.screenshot]), ("+-", [brighter, darker]),
        ("\u{1B}[A\u{1B}[B", [brighter, darker]), ("\u{1B}OA", [brighter]),
        ("\u{1B}[1;5A ", [brighter] + shot), ("\u{1B}[", []), ("xyz", []),
        ("gh", [.toggle(.grid), .toggle(.histogram)]),
    ])
    func aKeyIsItsWish(_ text: String, _ actions: [InputAction]) {
        #expect(TerminalKeys.actions(in: Array(text.utf8)) == actions)
    }

    @Test func noBytesAreTooMuch() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...20, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let most = 2 * count
            #expect(TerminalKeys.actions(in: bytes).count <= most)
        }
    }
}
