// SPDX-License-Identifier: MIT
// Frames that come, go back and come again.

import BridgeTestSupport
import CPrismCamera
import Testing

extension BridgeTests {
    @Suite struct FrameTests {
        @Test func framesComeInOrderAndGoBack() throws {
            let rig = try Rig()
            try rig.session.configure(.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 640, 480)]))
            try rig.session.start()
            let frames = try rig.session.take(20)
            try rig.session.stop()
            let sequences = frames.map(\.metadata.sequence)
            #expect(sequences == sequences.sorted())
            #expect(Set(frames.map(\.token)).count == 20)
            #expect(rig.session.counters.in_flight == 0)
            try rig.end()
        }
    }
}
