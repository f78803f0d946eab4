// SPDX-License-Identifier: MIT
// Pixels that are ours: the only way to keep a frame's pixels after the frame went back.

/// A copy of an image with the strides of its source.
///
/// `@unchecked Sendable`: the bytes are written once, in `init`.
public final class ImageCopy: @unchecked Sendable {
    private let bytes: UnsafeMutableRawBufferPointer
    private let layout: [(offset: Int, stride: Int, rows: Int)]
    /// Layout of the pixels.
    public let format: PixelFormat
    /// Width and height in pixels.
    public let size: PixelSize
    /// Colour space of the pixels.
    public let colorSpace: ColorSpace
    private let compressedSize: Int?

    /// Copies what a view shows.
    public init(_ view: PixelView) {
        format = view.format
        size = PixelSize(width: view.width, height: view.height)
        colorSpace = view.colorSpace
        compressedSize = view.compressedSize
        var offset = 0
        var layout: [(offset: Int, stride: Int, rows: Int)] = []
        for plane in view.planes {
            layout.append((offset, plane.stride, plane.rows))
            offset += ((view.compressedSize ?? plane.stride * plane.rows) + 63) & ~63
        }
        bytes = .allocate(byteCount: max(offset, 64), alignment: 64)
        for (part, plane) in zip(layout, view.planes) {
            let size = view.compressedSize ?? plane.stride * plane.rows
            let source = UnsafeRawBufferPointer(start: plane.base, count: size)
            UnsafeMutableRawBufferPointer(rebasing: bytes[part.offset...]).copyMemory(from: source)
        }
        self.layout = layout
    }

    deinit { bytes.deallocate() }

    /// Borrows the pixels; the view must not leave `body`.
    public func withPixels<Result>(_ body: (PixelView) throws -> Result) rethrows -> Result {
        let planes = layout.compactMap { part in
            bytes.baseAddress.map {
                PixelView.Plane(
                    base: UnsafeRawPointer($0 + part.offset), stride: part.stride, rows: part.rows)
            }
        }
        return try body(
            PixelView(
                format: format, width: size.width, height: size.height, colorSpace: colorSpace,
                planes: planes, compressedSize: compressedSize))
    }
}
