// SPDX-License-Identifier: MIT
// Pixels borrowed for the length of one call, with all that is needed to read them right.

/// Colour space by its four parts; `unspecified` where the source did not say.
public struct ColorSpace: Hashable, Sendable {
    /// The colours of red, green and blue.
    public enum Primaries: UInt8, Sendable { case unspecified, raw, smpte170m, rec709, rec2020 }
    /// The curve between light and code values.
    public enum Transfer: UInt8, Sendable { case unspecified, linear, sRGB, rec709 }
    /// The matrix between RGB and Y'CbCr.
    public enum Matrix: UInt8, Sendable { case unspecified, none, rec601, rec709, rec2020 }
    /// Whether code values span all bits or the broadcast range (16…235).
    public enum Range: UInt8, Sendable { case unspecified, full, limited }

    /// Primaries of the space.
    public var primaries: Primaries
    /// Transfer function of the space.
    public var transfer: Transfer
    /// Y'CbCr matrix of the space.
    public var matrix: Matrix
    /// Range of the code values.
    public var range: Range

    /// Makes a colour space from its parts.
    public init(primaries: Primaries, transfer: Transfer, matrix: Matrix, range: Range) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.range = range
    }

    /// What JPEG files mean: sRGB colours, BT.601 matrix, full range (libcamera's "sYCC").
    public static let sYCC = ColorSpace(
        primaries: .rec709, transfer: .sRGB, matrix: .rec601, range: .full)
    /// High-definition video: limited range.
    public static let rec709 = ColorSpace(
        primaries: .rec709, transfer: .rec709, matrix: .rec709, range: .limited)
    /// Nothing is known.
    public static let unspecified = ColorSpace(
        primaries: .unspecified, transfer: .unspecified, matrix: .unspecified, range: .unspecified)
}

/// Pixels on loan for one call: never keep a copy of this value.
public struct PixelView {
    /// One plane: `rows` rows of `stride` bytes each, of which a format's width is used.
    public struct Plane {
        /// First byte of the first row.
        public let base: UnsafeRawPointer
        /// Bytes from one row to the next; may be larger than a row's pixels.
        public let stride: Int
        /// Rows in this plane.
        public let rows: Int

        /// Makes a plane.
        public init(base: UnsafeRawPointer, stride: Int, rows: Int) {
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
    /// Bytes used in plane 0 for compressed formats; nil for others.
    public let compressedSize: Int?

    /// Makes a view.
    public init(
        format: PixelFormat, width: Int, height: Int, colorSpace: ColorSpace, planes: [Plane],
        compressedSize: Int? = nil
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.colorSpace = colorSpace
        self.planes = planes
        self.compressedSize = compressedSize
    }
}
