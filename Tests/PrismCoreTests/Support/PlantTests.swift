// SPDX-License-Identifier: MIT
// The assertion of `make test` that PRISM_PLANT=host breaks on purpose.

import Foundation
import PrismCore
import Testing

@Suite struct PlantTests {
    @Test func aWrongCommandLineEndsWithTwo() {
        let isPlanted = ProcessInfo.processInfo.environment["PRISM_PLANT"] == "host"
        #expect(PrismError.Code.usage.exitStatus == (isPlanted ? 0 : 2))
    }
}
