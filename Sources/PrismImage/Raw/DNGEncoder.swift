// SPDX-License-Identifier: MIT
// Writes a mosaic as a DNG file.

public import PrismCore

/// Encodes mosaics as single-frame DNG files: 16-bit samples, not compressed.
///
/// Black level, white level, noise profile, neutral colour, colour matrix, baseline exposure, crop, orientation
/// and EXIF come from ``RawImage/facts``. A camera without a colour matrix is written with that of sRGB.
public struct DNGEncoder: Hashable, Sendable {
    /// Makes an encoder.
    public init() {}

    /// Writes a file; needs memory for its header only.
    ///
    /// - Parameters:
    ///   - image: The mosaic.
    ///   - fd: A descriptor open for writing; it stays open, and after an error holds a part.
    /// - Returns: Size and checksum of the file.
    /// - Throws: `diskFull`, `inputOutput`.
    public func encode(
        _ image: RawImage, to fd: Int32
    ) throws(PrismError) -> EncodedImageInfo {
        try DNGCodec.encode(image, to: fd)
    }
}
