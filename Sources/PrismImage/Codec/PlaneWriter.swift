// SPDX-License-Identifier: MIT
// Writes a picture's planes just as they lie in memory, rows with their padding: for raw frames.

internal import CPrismImage
public import PrismCore

/// Writes planes as they are.
public enum PlaneWriter {
    /// Writes every byte of every plane, or the compressed bytes of a Motion JPEG frame.
    ///
    /// - Parameters:
    ///   - view: The pixels, in any format.
    ///   - fd: Where to; it stays open.
    /// - Returns: Bytes written.
    /// - Throws: `diskFull`, `inputOutput`.
    public static func write(_ view: PixelView, to fd: Int32) throws(PrismError) -> Int {
        var output = try prism_image_output(descriptor: fd)
        for (index, plane) in view.planes.enumerated() {
            let whole = plane.stride * plane.rows
            let count = index == 0 ? view.compressedSize ?? whole : whole
            try output.write(UnsafeRawBufferPointer(start: plane.base, count: count))
        }
        return Int(output.bytes)
    }
}
