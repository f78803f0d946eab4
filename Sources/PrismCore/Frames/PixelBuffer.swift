// SPDX-License-Identifier: MIT
// Memory for one picture, with rows that vector instructions like.

/// A picture in memory of its own.
///
/// `@unchecked Sendable`: whoever writes the pixels holds the only reference, or orders it by other means.
public final class PixelBuffer: @unchecked Sendable {
    /// Layout of the pixels.
    public let format: PixelFormat
    /// Width and height in pixels.
    public let size: PixelSize
    /// Colour space of the pixels.
    public let colorSpace: ColorSpace
    private let memory: UnsafeMutableRawBufferPointer
    /// Made once, because each view's list of planes is an allocation.
    private let target: MutablePixelView
    private let source: PixelView

    /// Takes memory; the pixels are not set to anything.
    ///
    /// - Throws: `unsupported` for a format without a layout, `outOfRange` for a size beyond 1…65 500.
    public init(
        format: PixelFormat, size: PixelSize, colorSpace: ColorSpace = .unspecified
    ) throws(PrismError) {
        guard let layout = PixelLayout(format) else {
            throw PrismError(
                .unsupported,
                "no layout for \(format): expected one of "
                    + PixelLayout.formats.map(\.format.description).joined(separator: " "))
        }
        let shapes = try layout.planes(width: size.width, height: size.height)
        self.format = format
        self.size = size
        self.colorSpace = colorSpace
        // A row more than needed, so that kernels may read a vector at the end of the last one.
        let strides = shapes.map { ($0.bytes + 63) & ~63 }
        let count = zip(strides, shapes).reduce(64) { $0 + $1.0 * $1.1.rows }
        memory = .allocate(byteCount: count, alignment: 64)
        var offset = 0
        var planes: [MutablePixelView.Plane] = []
        for (stride, shape) in zip(strides, shapes) {
            guard let base = memory.baseAddress else { break }
            planes.append(.init(base: base + offset, stride: stride, rows: shape.rows))
            offset += stride * shape.rows
        }
        target = MutablePixelView(
            format: format, width: size.width, height: size.height, colorSpace: colorSpace,
            planes: planes)
        source = target.readable
    }

    deinit { memory.deallocate() }

    /// Borrows the pixels to read them; the view must not leave `body`.
    public func withPixels<Result>(_ body: (PixelView) throws -> Result) rethrows -> Result {
        try body(source)
    }

    /// Borrows the pixels to write them, while nobody reads; the view must not leave `body`.
    public func withMutablePixels<Result>(
        _ body: (MutablePixelView) throws -> Result
    ) rethrows -> Result {
        try body(target)
    }

    /// The pixels, as long as the buffer lives.
    package var view: PixelView { source }

    /// The pixels to be written, as long as the buffer lives.
    package var mutableView: MutablePixelView { target }
}
