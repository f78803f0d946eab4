// SPDX-License-Identifier: MIT
// A tap on the picture focuses on what is there: a subject in the middle, a wall behind it.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct TapFocusTests {
    private static let taps: [(x: Double, y: Double, dioptres: Double)] = [
        (0.5, 0.5, 2), (0.1, 0.1, 0.25), (0.9, 0.85, 0.25),
    ]

    @Test(arguments: taps)
    func theFocusGoesWhereTheTapWas(tap: (x: Double, y: Double, dioptres: Double)) async throws {
        var options = MockCamera.Options.virtual()
        options.scene = MockScene(.chart)
        options.scene.distance = 0.5
        options.scene.background = 4
        try await withCamera(options) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            _ = try await frames.next()
            let drain = Task { while try await frames.next() != nil {} }
            try await camera.focusAndExpose(on: .around(x: tap.x, y: tap.y), focus: .auto)
            let found = try await camera.focus()
            #expect(found.autoFocus == .focused)
            #expect(abs(Double(found.lensPosition ?? 0) - tap.dioptres) < 0.15)
            drain.cancel()
        }
    }
}
