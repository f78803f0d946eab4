// SPDX-License-Identifier: MIT
// A camera's raw buffer as an image: where its samples lie as 16-bit words it is read in place.

package import PrismCore

extension RawImage {
    /// Lends a raw buffer as an image for one call; what is kept of it is not valid afterwards.
    ///
    /// - Parameters:
    ///   - view: The pixels; their format must be a Bayer format, packed or not.
    ///   - facts: What is known of them.
    ///   - body: Uses the image, which shares the buffer's memory, or is a copy where samples are packed.
    /// - Returns: What `body` returns.
    /// - Throws: As ``init(copying:facts:)``; what `body` throws.
    package static func borrowing<Result>(
        _ view: PixelView, facts: RawFacts,
        _ body: (RawImage) throws(PrismError) -> Result
    ) throws(PrismError) -> Result {
        guard isReadable(view), let plane = view.planes.first else {
            return try body(try RawImage(copying: view, facts: facts))
        }
        let stride = plane.stride / 2
        let count = (view.height - 1) * stride + view.width
        let base = plane.base.assumingMemoryBound(to: UInt16.self)
        let samples = RawSamples(borrowing: base, count: count)
        return try body(
            try RawImage(
                samples, stride: stride, width: view.width, height: view.height, facts: facts))
    }

    /// Whether a format's samples can be read where they are.
    package static func isReadInPlace(_ format: PixelFormat) -> Bool {
        guard let raw = RawFormat(format) else { return false }
        return !raw.isPacked && raw.bits > 8
    }

    private static func isReadable(_ view: PixelView) -> Bool {
        guard isReadInPlace(view.format), let plane = view.planes.first else { return false }
        return plane.stride % 2 == 0 && plane.rows >= view.height
            && plane.stride >= 2 * view.width && UInt(bitPattern: plane.base) % 2 == 0
    }
}
