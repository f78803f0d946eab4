// SPDX-License-Identifier: MIT
// One mock camera, its manager and an open session, for one test.

import BridgeTestSupport
import CPrismCamera
import Testing

/// A camera on the bench. Call `end()` where the test ends well; it checks that nothing is left.
final class Rig: Sendable {
    let camera: MockCamera
    let manager: TestManager
    let session: TestSession

    init(
        sensor: String = "imx708", virtual: Bool = true, seed: UInt64 = 0, faults: String? = nil,
        legacy: Bool = false, render: Bool = true,
        scene: (pixels: [UInt8], width: Int, height: Int)? = nil, sight: MockScene = MockScene()
    ) throws {
        camera = try MockCamera(
            "bench", sensor: sensor, virtual: virtual, seed: seed, faults: faults, legacy: legacy,
            render: render, scene: scene, sight: sight)
        manager = try TestManager()
        session = try TestSession(manager, "bench")
    }

    // Where a test fails half-way, the next one must still find the bench empty.
    deinit {
        session.destroy()
        try? manager.close()
    }

    func end() throws {
        session.destroy()
        try manager.close()
        #expect(prism_mock_buffer_bytes() == 0)
    }
}
