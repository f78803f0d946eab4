// SPDX-License-Identifier: MIT
// An overlay on its own plane, and blended by the processor: the same pixels, and nobody looks at the camera's buffers.

import PrismCore
import PrismFilters
import PrismPreview

struct OverlayClaims {
    let check: Check

    /// `isShared` false hides the camera's memory and the overlay planes, so that the processor draws and blends.
    func all(_ bench: Bench, _ isShared: Bool) async throws {
        let scene = try await Scene(.xrgb8888, bench.size)
        let maps = CPUMapCounter()
        let frame = try await scene.frame()
        let shown = PreviewFrame(frame, maps: maps)
        var screen = bench.screen
        if !isShared { screen.card.planes.removeAll { $0.kind == .overlay } }
        let pipeline = try DisplayPipeline(
            bench.device, screen, shown.picture, fit: .fit, turn: .none,
            sample: isShared ? shown.memory : nil, overlay: true)
        let name = pipeline.hasOverlayPlane ? "an overlay on its plane" : "a blended overlay"
        check.claim(pipeline.way.isZeroCopy == isShared, "\(name), picture \(pipeline.way.step)")
        // It changes thirty times while the picture goes on.
        for step in 0..<30 {
            _ = try pipeline.drawOverlay { view, _ in paint(view, step: UInt32(step)) }
            try bench.show(PreviewFrame(frame, maps: maps), on: pipeline)
        }
        try bench.show(PreviewFrame(frame, maps: maps), on: pipeline)
        check.claim(
            isShared == (maps.count == 0), "\(name): \(maps.count) CPU maps in 30 changes")
        if let reference = try ReferencePicture(frame) {
            let worst = difference(of: try pipeline.readBack()) { x, y in
                let pixel = OverlayClaims.pixel(x, y, step: 29)
                let alpha = Double(pixel >> 24) / 255
                let over = Color(
                    Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
                return over + reference.color(x, y) * (1 - alpha)
            }
            check.claim(
                worst.worst <= 1, "\(name): \(worst.worst) levels apart, worst \(worst.place)")
        }
        pipeline.stop()
        await scene.close()
    }

    private func paint(_ view: MutablePixelView, step: UInt32) {
        guard let plane = view.planes.first else { return }
        for y in 0..<view.height {
            for x in 0..<view.width {
                plane.base.storeBytes(
                    of: OverlayClaims.pixel(x, y, step: step),
                    toByteOffset: y * plane.stride + 4 * x,
                    as: UInt32.self)
            }
        }
    }

    /// Premultiplied: no channel is above alpha.
    private static func pixel(_ x: Int, _ y: Int, step: UInt32) -> UInt32 {
        let alpha = UInt32(x / 2 & 255)
        let red = alpha * UInt32(y & 255) / 255
        let green = alpha * (step * 8) / 255
        return alpha << 24 | red << 16 | green << 8 | alpha / 3
    }
}
