// SPDX-License-Identifier: MIT
// The root of this target's suites, and the process that they run in.

import BridgeTestSupport
import Testing

/// Every suite of this target is inside: one after the other, in a process of its own.
@Suite(.serialized, .enabled(if: OwnProcess.isChild)) struct BridgeTests {}

@Test(.enabled(if: !OwnProcess.isChild)) func theBridgeHoldsInAProcessOfItsOwn() throws {
    let (status, output) = try OwnProcess.run("CPrismCameraTests")
    #expect(status == 0, "\(output)")
    #expect(output.contains("Suite BridgeTests passed"), "\(output)")
}
