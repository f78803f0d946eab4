// SPDX-License-Identifier: MIT
// The contract of filters that a program writes itself, in Swift or in C.

public import PrismCore

/// A filter that writes rows of pixels from the rows around them.
///
/// Pixels are four bytes: blue, green, red, and one that is to be copied (XRGB8888). Rows are shared out among
/// threads in any way, so a row must depend on the source alone. Nothing here may allocate, block, or keep a pointer.
public protocol RowFilter: Sendable {
    /// Pixels that are read beyond a written one, in each direction. The source is never narrower than that:
    /// ``SourceTile`` repeats the picture's edges.
    var halo: Int { get }

    /// Writes the rows `target.rows`.
    ///
    /// Thread: any; several at once, each with its own rows.
    func render(_ source: SourceTile, into target: TargetTile)
}

/// The picture that a row filter reads; its edges are repeated without end.
public struct SourceTile {
    /// First byte of the picture.
    public let base: UnsafePointer<UInt8>
    /// Bytes from one row to the next.
    public let stride: Int
    /// Size of the whole picture in pixels.
    public let size: PixelSize

    /// Describes a picture.
    public init(base: UnsafePointer<UInt8>, stride: Int, size: PixelSize) {
        self.base = base
        self.stride = stride
        self.size = size
    }

    /// The row `y`, or the nearest one of the picture. Columns 0 to below the width may be read.
    public func row(_ y: Int) -> UnsafePointer<UInt8> {
        base + min(max(y, 0), size.height - 1) * stride
    }

    /// Blue, green, red and the fourth byte of a pixel, or of the nearest one of the picture.
    public func pixel(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
        let at = row(y) + min(max(x, 0), size.width - 1) * 4
        return SIMD4(at[0], at[1], at[2], at[3])
    }

    /// The colour at a point in pixels, between the four nearest centres: blue, green, red, fourth byte, 0…255.
    ///
    /// The centre of the first pixel is at 0.5, 0.5.
    public func sample(x: Float, y: Float) -> SIMD4<Float> {
        let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
        let (column, row) = (SourceTile.whole(left), SourceTile.whole(top))
        let (fx, fy) = (x - 0.5 - left, y - 0.5 - top)
        let upper = mix(pixel(column, row), pixel(column + 1, row), fx)
        let lower = mix(pixel(column, row + 1), pixel(column + 1, row + 1), fx)
        return upper + (lower - upper) * fy
    }

    /// The colour at a point given in 0…1 from the top left, as ``sample(x:y:)``.
    public func sample(uv: SIMD2<Float>) -> SIMD4<Float> {
        sample(x: uv.x * Float(size.width), y: uv.y * Float(size.height))
    }

    private func mix(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>, _ part: Float) -> SIMD4<Float> {
        let (a, b) = (SIMD4<Float>(a), SIMD4<Float>(b))
        return a + (b - a) * part
    }

    /// Far outside, or no number at all, is the edge.
    private static func whole(_ value: Float) -> Int {
        Int(min(max(value, -1e6), 1e6))
    }
}

/// The rows that a row filter writes.
public struct TargetTile {
    /// First byte of the picture's first row; only ``rows`` may be touched.
    public let base: UnsafeMutablePointer<UInt8>
    /// Bytes from one row to the next.
    public let stride: Int
    /// Size of the whole picture in pixels.
    public let size: PixelSize
    /// The rows to write.
    public let rows: Range<Int>

    /// Describes rows.
    public init(
        base: UnsafeMutablePointer<UInt8>, stride: Int, size: PixelSize, rows: Range<Int>
    ) {
        self.base = base
        self.stride = stride
        self.size = size
        self.rows = rows
    }

    /// The row `y`, which must be one of ``rows``.
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { base + y * stride }

    /// The centre of a pixel in 0…1 from the top left.
    public func uv(_ x: Int, _ y: Int) -> SIMD2<Float> {
        SIMD2(
            (Float(x) + 0.5) / Float(size.width), (Float(y) + 0.5) / Float(size.height))
    }
}

/// A row filter as a step of a chain.
public struct CustomRows: Filter, CustomNamed {
    /// What people read of it.
    public static let manual = FilterManual(
        "custom", .custom, "Rows written by the program.", formula: "as written",
        source: "the program")

    /// What errors and plans call it.
    public let name: String
    private let rows: any RowFilter

    /// Makes a step.
    public init(name: String, _ rows: any RowFilter) {
        self.name = name
        self.rows = rows
    }

    /// Rows.
    public func operation(for geometry: FilterGeometry) -> FilterOperation { .rows(rows) }
}
