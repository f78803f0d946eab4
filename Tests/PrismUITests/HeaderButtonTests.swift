// SPDX-License-Identifier: MIT
// A button whose chip is not there; presses are tried where the kernel simulates a chip.

import PrismCore
import PrismTesting
import PrismUI
import Testing

@Suite struct HeaderButtonTests {
    @Test func aChipThatIsNotThereIsNamed() throws {
        let directory = try TemporaryDirectory()
        let wiring = BoardProfile.ButtonWiring(chip: "gpio-nowhere", full: 4)
        let error = prismError {
            _ = try HeaderButton(wiring, directory: directory.path, queue: ActionQueue())
        }
        #expect(error?.code == .unplugged)
        #expect(error?.message.contains("gpio-nowhere") == true)
    }
}
