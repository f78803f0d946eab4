// SPDX-License-Identifier: MIT
// Photographs in the middle of a preview.

import PrismCapture
import PrismCore
import PrismTesting
import Testing

@testable import prism_screen

@Suite struct PhotoShooterTests {
    /// The preview's consumer and a frame that a screen shows stay where they are meanwhile.
    @Test(arguments: ["mock:ov5647,clock=virtual", "mock:imx296,clock=virtual"])
    func aPhotographIsTakenBesideARunningPreview(_ name: String) async throws {
        let directory = try TemporaryDirectory()
        var plan = PreviewPlan()
        plan.camera = name
        plan.width = 320
        plan.height = 240
        plan.output = directory.file("shot-%02d.jpg")
        let camera = try await PreviewCamera(plan)
        let frames = try await camera.session.subscribe(.latest)
        try await camera.configure(for: nil, loans: 3)
        try await camera.session.start(camera.settings)
        let shown = try await frames.next()
        #expect(shown != nil)
        let shooter = try #require(try PhotoShooter(plan, model: "test", chain: nil))
        let photo = try await shooter.shoot(camera, settings: camera.settings)
        #expect(photo.file == directory.file("shot-00.jpg"))
        #expect(try directory.names() == ["shot-00.jpg"])
        try await camera.configure(for: nil, loans: 3)
        #expect(try await frames.next() != nil)
        await camera.session.close()
    }
}
