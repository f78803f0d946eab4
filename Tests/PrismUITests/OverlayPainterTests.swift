// SPDX-License-Identifier: MIT
// What is drawn over the picture, pixel by pixel.

import PrismCore
import PrismTesting
import PrismUI
import Testing

@Suite struct OverlayPainterTests {
    private let size = PixelSize(width: 320, height: 240)
    private let picture = Frame(x: 0, y: 0, width: 320, height: 240)

    private func buffer() throws -> PixelBuffer {
        let buffer = try PixelBuffer(format: PixelFormat("AR24"), size: size)
        // What an overlay's memory held before is nobody's business.
        buffer.withMutablePixels { view in
            _ = view.planes[0].base.initializeMemory(
                as: UInt8.self, repeating: 0xA5, count: view.planes[0].stride * 240)
        }
        return buffer
    }

    private func pixels(_ buffer: PixelBuffer) -> [UInt32] {
        buffer.withPixels { view in
            (0..<240).flatMap { y in
                (0..<320).map { x in
                    view.planes[0].base.load(
                        fromByteOffset: y * view.planes[0].stride + 4 * x, as: UInt32.self)
                }
            }
        }
    }

    private func draw(
        _ state: OverlayState, over previous: OverlayState? = nil, _ buffer: PixelBuffer,
        _ theme: Theme = Theme()
    ) throws {
        try buffer.withMutablePixels {
            try OverlayPainter(theme: theme).draw(state, over: previous, into: $0, picture: picture)
        }
    }

    @Test func nothingIsTransparent() throws {
        let buffer = try buffer()
        try draw(OverlayState(), buffer)
        #expect(pixels(buffer).allSatisfy { $0 == 0 })
    }

    @Test func aGridIsDrawnWhereItIs() throws {
        let buffer = try buffer()
        var state = OverlayState()
        state.grid = .crosshair
        try draw(state, buffer)
        let all = pixels(buffer)
        #expect(all[100 * 320 + 160] >> 24 > 100)
        #expect(all[120 * 320 + 40] >> 24 > 100)
        #expect(all[100 * 320 + 40] == 0)
    }

    @Test func aMaskCoversWhatAnotherShapeLeavesOut() throws {
        let buffer = try buffer()
        var state = OverlayState()
        state.mask = AspectMask("1:1")
        try draw(state, buffer)
        let all = pixels(buffer)
        #expect(all[120 * 320 + 20] >> 24 > 100)
        #expect(all[120 * 320 + 160] == 0)
    }

    @Test func everyPixelIsPremultiplied() throws {
        let buffer = try buffer()
        try draw(full, buffer)
        let isSound = pixels(buffer).allSatisfy { pixel in
            let alpha = pixel >> 24
            return [pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255].allSatisfy { $0 <= alpha }
        }
        #expect(isSound)
    }

    private var full: OverlayState {
        var state = OverlayState()
        state.grid = .spiral
        state.mask = AspectMask("4:3")
        state.telemetry = ["1/50 s", "ISO 200"]
        state.histogram = Histogram(bins: (0..<64).map { $0 * 3 })
        state.level = .angle(3, isLevel: false)
        state.shutter = .recording
        state.focus = Point(x: 0.3, y: 0.6)
        state.countdown = 3
        state.notice = "Foto gespeichert ü"
        return state
    }

    /// Drawn anew in part or as a whole: the same pixels.
    @Test(arguments: [Theme(), .largeText, .highContrast])
    func newFiguresAloneAreAsGoodAsAllOfIt(_ theme: Theme) throws {
        let (part, whole) = (try buffer(), try buffer())
        var before = full
        before.telemetry = ["1/8000 s", "ISO 12800", "6500 K", "+1 2/3 EV", "120 fps"]
        try draw(before, part, theme)
        try draw(full, over: before, part, theme)
        try draw(full, whole, theme)
        #expect(pixels(part) == pixels(whole))
    }

    @Test func whatDidNotChangeIsNotDrawn() throws {
        let buffer = try buffer()
        try draw(full, over: full, buffer)
        #expect(pixels(buffer).allSatisfy { $0 == 0xA5A5_A5A5 })
    }

    @Test func anotherFormatIsRefused() throws {
        let wrong = try PixelBuffer(format: .rgb888, size: size)
        #expect(prismError { try draw(full, wrong) }?.code == .unsupported)
    }
}
