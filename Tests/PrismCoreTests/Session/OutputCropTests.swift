// SPDX-License-Identifier: MIT
// Two outputs of different shapes, each zoomed in its own: by rpi::ScalerCrops where the camera has it.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct OutputCropTests {
    private let both = CameraConfiguration(streams: [
        StreamConfiguration(.video, format: .nv12, size: PixelSize(width: 1280, height: 720)),
        StreamConfiguration(.viewfinder, format: .nv12, size: PixelSize(width: 640, height: 480)),
    ])

    private func options(_ hasStreamCrops: Bool) -> MockCamera.Options {
        var options = MockCamera.Options(hasVirtualClock: true)
        options.hasStreamCrops = hasStreamCrops
        options.scene = MockScene(.chart)
        return options
    }

    @Test func zoomWritesOneCropForEachOutputInItsOwnShape() async throws {
        try await withCamera(options(true), configuration: both) { camera in
            let capabilities = await camera.capabilities
            #expect(capabilities.outputCrops.count == 2)
            let plan = try ControlPlan(
                .with { $0.zoom = Zoom(2) }, controls: try await camera.controls())
            guard case .rectangles(let crops)? = plan.writes.first?.value else {
                Issue.record("\(plan.writes)")
                return
            }
            #expect(plan.writes.map(\.name) == ["ScalerCrops"] && crops.count == 2)
            for (crop, shape) in zip(crops, [16.0 / 9, 4.0 / 3]) {
                #expect(abs(Double(crop.width) / Double(crop.height) / shape - 1) < 0.01)
            }
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            let drain = Task { while try await frames.next() != nil {} }
            let ticket = try await camera.set(.with { $0.zoom = Zoom(2) })
            let shown = try await camera.applied(ticket)
            #expect(shown.scalerCrop == crops[0])
            drain.cancel()
        }
    }

    @Test func withOneOutputOrWithoutTheControlOneCropIsWritten() async throws {
        for (hasIt, configuration) in [(true, .small), (false, both)]
            as [(Bool, CameraConfiguration)]
        {
            try await withCamera(options(hasIt), configuration: configuration) { camera in
                #expect(await camera.capabilities.outputCrops.isEmpty)
                let plan = try ControlPlan(
                    .with { $0.zoom = Zoom(2) }, controls: try await camera.controls())
                #expect(plan.writes.map(\.name) == ["ScalerCrop"])
            }
        }
    }
}
