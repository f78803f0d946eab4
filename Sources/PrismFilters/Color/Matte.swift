// SPDX-License-Identifier: MIT
// A picture of one channel that says how sharp each place is to stay.

public import PrismCore

/// Nearness, 8 bits a pixel: 255 is in focus (a matte's subject), 0 as far out of it as the filter goes.
///
/// A depth map becomes a matte by how far each depth lies from the plane of focus.
public struct Matte: Hashable, Sendable {
    /// Size in pixels; that of the pictures it is for.
    public let size: PixelSize
    /// Rows of `size.width` bytes, from the top.
    public let pixels: [UInt8]

    /// Makes a matte.
    ///
    /// - Throws: `invalidData` where the pixels are not those of the size.
    public init(size: PixelSize, pixels: [UInt8]) throws(PrismError) {
        guard (1...65_535).contains(size.width), (1...65_535).contains(size.height),
            pixels.count == size.width * size.height
        else {
            throw PrismError(
                .invalidData, "a matte of \(size) with \(pixels.count) bytes: expected one a pixel")
        }
        self.size = size
        self.pixels = pixels
    }
}
