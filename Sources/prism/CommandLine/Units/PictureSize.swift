// SPDX-License-Identifier: MIT
// Width and height of a picture: 1920x1080.

import PrismCore

/// The size of a picture in pixels.
struct PictureSize: Equatable, Sendable {
    let width: Int
    let height: Int

    /// The longest side that JPEG can hold.
    static let longestSide = 65_535

    /// Reads `WIDTHxHEIGHT`.
    init(_ text: String) throws(PrismError) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2 else {
            throw PrismError(.usage, "\"\(text)\": not a size; write for example 1920x1080")
        }
        width = try PictureSize.side(String(sides[0]))
        height = try PictureSize.side(String(sides[1]))
    }

    /// One side, in pixels.
    static func side(_ text: String) throws(PrismError) -> Int {
        try NumberReader.whole(text, in: 2...longestSide, what: "pixels")
    }
}
