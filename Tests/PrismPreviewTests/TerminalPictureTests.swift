// SPDX-License-Identifier: MIT
// Pictures as a terminal's control sequences.

import PrismCore
import PrismTesting
import Testing

@testable import PrismPreview

@Suite struct TerminalPictureTests {
    private func picture(_ width: Int, _ rows: [[UInt32]]) throws -> PixelBuffer {
        let size = PixelSize(width: width, height: rows.count)
        let buffer = try PixelBuffer(format: .xrgb8888, size: size)
        buffer.withMutablePixels { view in
            for (y, row) in rows.enumerated() {
                for (x, value) in row.enumerated() {
                    let at = y * view.planes[0].stride + 4 * x
                    view.planes[0].base.storeBytes(of: value, toByteOffset: at, as: UInt32.self)
                }
            }
        }
        return buffer
    }

    @Test func twoPixelsShareACellAndColoursAreNamedOnce() throws {
        let buffer = try picture(2, [[0xFF0000, 0xFF0000], [0x0000FF, 0x0000FF]])
        var painter = TerminalPicture(.direct)
        let text = String(decoding: painter.draw(buffer, left: 3, top: 1), as: UTF8.self)
        #expect(
            text
                == "\u{1B}[2;4H\u{1B}[0m\u{1B}[38;2;255;0;0m\u{1B}[48;2;0;0;255m▀▀\u{1B}[0m")
    }

    @Test func anOddLastRowHasNothingBelow() throws {
        let buffer = try picture(1, [[0x010203]])
        var painter = TerminalPicture(.direct)
        let text = String(decoding: painter.draw(buffer, left: 0, top: 0), as: UTF8.self)
        #expect(!text.contains("[48;"))
        #expect(text.contains("\u{1B}[38;2;1;2;3m▀"))
    }

    /// The search over all 240 colours agrees with the rule.
    @Test func aPaletteColourIsTheNearestOrAsNear() {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<3_000 {
            let value = UInt32.random(in: 0...0xFF_FFFF, using: &random)
            let parts = [value >> 16, value >> 8 & 255, value & 255].map(Int.init)
            func distance(_ index: Int) -> Int {
                let color = TerminalPalette.color(index)
                let apart = [color.red - parts[0], color.green - parts[1], color.blue - parts[2]]
                return apart.reduce(0) { $0 + $1 * $1 }
            }
            let found = TerminalPalette.nearest(
                UInt8(parts[0]), UInt8(parts[1]), UInt8(parts[2]))
            let best = (16...255).map(distance).min() ?? 0
            #expect(distance(found) <= best)
        }
    }

    private static let terminals: [(String?, String?, TerminalColors)] = [
        ("truecolor", "xterm-256color", .direct), ("24bit", nil, .direct),
        (nil, "xterm-kitty", .direct), (nil, "xterm-direct", .direct),
        (nil, "xterm-256color", .palette), (nil, nil, .palette), ("yes", "linux", .palette),
    ]

    @Test(arguments: terminals)
    func theEnvironmentSaysWhatATerminalCan(
        _ colorTerm: String?, _ term: String?, _ colors: TerminalColors
    ) {
        #expect(TerminalColors(colorTerm: colorTerm, term: term) == colors)
    }
}
