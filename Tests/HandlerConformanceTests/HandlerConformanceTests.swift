// SPDX-License-Identifier: MIT
// The root of the suite that every pipeline handler must pass.

import BridgeTestSupport
import Testing

/// Every test is inside: one after the other, in a process of its own.
@Suite(.serialized, .enabled(if: OwnProcess.isChild)) struct HandlerConformance {}

@Test(.enabled(if: !OwnProcess.isChild)) func theHandlerConforms() throws {
    let (status, output) = try OwnProcess.run("HandlerConformanceTests")
    #expect(status == 0, "\(output)")
    #expect(output.contains("Suite HandlerConformance passed"), "\(output)")
}
