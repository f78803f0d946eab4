// SPDX-License-Identifier: MIT
// A picture as the characters of a terminal: two pixels in each cell, one above the other.

package import PrismCore

/// Colours that a terminal has.
package enum TerminalColors: Hashable, Sendable {
    /// 24 bits.
    case direct
    /// xterm's palette of 256.
    case palette

    /// What the environment says of the terminal: COLORTERM, then TERM.
    package init(colorTerm: String?, term: String?) {
        let isDirect =
            ["truecolor", "24bit"].contains(colorTerm ?? "")
            || (term ?? "").hasSuffix("-direct") || (term ?? "").contains("kitty")
        self = isDirect ? .direct : .palette
    }
}

/// Turns pictures into control sequences (ECMA-48; ISO 8613-6 colours).
package struct TerminalPicture {
    private let colors: TerminalColors
    private var bytes: [UInt8] = []

    package init(_ colors: TerminalColors) { self.colors = colors }

    /// The sequences for an XRGB8888 picture, from the terminal's upper left corner; an odd last row stands alone.
    ///
    /// Colours are named only where they change, as most of a line is of few.
    package mutating func draw(_ picture: PixelBuffer, left: Int, top: Int) -> [UInt8] {
        bytes.removeAll(keepingCapacity: true)
        picture.withPixels { view in
            guard let plane = view.planes.first else { return }
            for line in 0..<(view.height + 1) / 2 {
                add("\u{1B}[\(top + line + 1);\(left + 1)H")
                let upper = row(plane, 2 * line, view.width)
                let lower = 2 * line + 1 < view.height ? row(plane, 2 * line + 1, view.width) : nil
                draw(upper, lower, count: view.width)
            }
        }
        add("\u{1B}[0m")
        return bytes
    }

    private func row(_ plane: PixelView.Plane, _ row: Int, _ width: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: plane.base + row * plane.stride, count: width * 4)
    }

    private mutating func draw(
        _ upper: UnsafeRawBufferPointer, _ lower: UnsafeRawBufferPointer?, count: Int
    ) {
        var front: UInt32?
        var back: UInt32?
        add("\u{1B}[0m")
        for at in stride(from: 0, to: count * 4, by: 4) {
            let above = color(upper, at)
            if above != front { name(above, "38") }
            front = above
            if let lower {
                let below = color(lower, at)
                if below != back { name(below, "48") }
                back = below
            }
            add("▀")
        }
    }

    /// A number that stands for a colour: 24 bits, or a place in the palette.
    private func color(_ row: UnsafeRawBufferPointer, _ at: Int) -> UInt32 {
        let (red, green, blue) = (row[at + 2], row[at + 1], row[at])
        guard colors == .palette else {
            return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
        return UInt32(TerminalPalette.nearest(red, green, blue))
    }

    private mutating func name(_ color: UInt32, _ place: String) {
        if colors == .palette { return add("\u{1B}[\(place);5;\(color)m") }
        add("\u{1B}[\(place);2;\(color >> 16);\(color >> 8 & 255);\(color & 255)m")
    }

    private mutating func add(_ text: String) { bytes += text.utf8 }
}

/// xterm's 256 colours: 16 that users change, a cube of 6×6×6, and 24 greys (256colres.pl of xterm).
package enum TerminalPalette {
    private static let levels = [0, 95, 135, 175, 215, 255]

    /// Red, green and blue of a colour from 16 to 255.
    package static func color(_ index: Int) -> (red: Int, green: Int, blue: Int) {
        if index >= 232 {
            let grey = 8 + 10 * (index - 232)
            return (grey, grey, grey)
        }
        let cube = index - 16
        return (levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6])
    }

    /// The nearest of the colours from 16 to 255, by the sum of squares.
    package static func nearest(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
        let wanted = [Int(red), Int(green), Int(blue)]
        let steps = wanted.map(nearestLevel)
        let cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
        let mean = (wanted[0] + wanted[1] + wanted[2]) / 3
        let grey = 232 + min(23, max(0, (mean - 3) / 10))
        return distance(cube, wanted) <= distance(grey, wanted) ? cube : grey
    }

    private static func nearestLevel(_ value: Int) -> Int {
        // Half way between neighbours: 47.5, 115, 155, 195, 235.
        value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40
    }

    private static func distance(_ index: Int, _ wanted: [Int]) -> Int {
        let (red, green, blue) = color(index)
        let differences = [red - wanted[0], green - wanted[1], blue - wanted[2]]
        return differences.reduce(0) { $0 + $1 * $1 }
    }
}
