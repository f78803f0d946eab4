// SPDX-License-Identifier: MIT
// The assertion of `make check` that PRISM_PLANT=check breaks on purpose.

import Foundation
import Testing

@Suite struct PlantTests {
    @Test func theLicenceIsTheOneThatEveryFileNames() {
        let isPlanted = ProcessInfo.processInfo.environment["PRISM_PLANT"] == "check"
        let title = SourceTree.file("LICENSE")?.lines.first
        #expect(title == (isPlanted ? "a planted failure" : "MIT License"))
    }
}
