// SPDX-License-Identifier: MIT
// Pixels to be written, borrowed for the length of one call.

/// A destination for pixels: never keep a copy of this value.
public struct MutablePixelView {
    /// One plane: `rows` rows of `stride` bytes each, of which a format's width is written.
    public struct Plane {
        /// First byte of the first row.
        public let base: UnsafeMutableRawPointer
        /// Bytes from one row to the next; what lies behind a row's pixels stays untouched.
        public let stride: Int
        /// Rows in this plane.
        public let rows: Int

        /// Makes a plane.
        public init(base: UnsafeMutableRawPointer, stride: Int, rows: Int) {
            self.base = base
            self.stride = stride
            self.rows = rows
        }
    }

    /// Layout of the pixels.
    public let format: PixelFormat
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Colour space of the pixels.
    public let colorSpace: ColorSpace
    /// Planes in the order of the format.
    public let planes: [Plane]

    /// Makes a view.
    public init(
        format: PixelFormat, width: Int, height: Int, colorSpace: ColorSpace, planes: [Plane]
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.colorSpace = colorSpace
        self.planes = planes
    }

    /// The same pixels to be read.
    public var readable: PixelView {
        PixelView(
            format: format, width: width, height: height, colorSpace: colorSpace,
            planes: planes.map {
                PixelView.Plane(
                    base: UnsafeRawPointer($0.base), stride: $0.stride, rows: $0.rows)
            })
    }
}
