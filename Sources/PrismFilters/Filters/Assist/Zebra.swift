// SPDX-License-Identifier: MIT
// Stripes over what is too bright.

internal import PrismCore

/// Stripes over what is brighter than a limit.
public struct Zebra: CatalogFilter, Hashable {
    /// Luma from which on stripes are drawn, 0…1.
    public var level: Double
    /// Width of a stripe in pixels, 1…64.
    public var width: Double

    /// Makes the filter.
    public init(level: Double = 0.95, width: Double = 6) {
        self.level = level
        self.width = width
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(level: values[0].number, width: values[1].number)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(level), .number(width)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "zebra", .assist, "Stripes over what is brighter than a limit.",
        formula: "black where Y >= level and floor((x + y) / width) is odd, else c",
        source: "the zebra of video cameras",
        parameters: [
            .number("level", 0...1, 0.95, "luma of the limit"),
            .number("width", 1...64, 6, "pixels of a stripe, rounded"),
        ])

    /// Rows.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .rows(
            ZebraRows(
                level: Int32((level * 255 * 65_536).rounded()), width: Int(width.rounded()),
                luma: LumaWeights(geometry.luma)))
    }
}

/// Luma in 16 fractional bits.
struct LumaWeights: Hashable, Sendable {
    let blue: Int32
    let green: Int32
    let red: Int32

    init(_ luma: SIMD3<Double>) {
        red = Int32((luma.x * 65_536).rounded())
        blue = Int32((luma.z * 65_536).rounded())
        green = 65_536 - red - blue
    }

    /// Luma of a pixel, times 65 536.
    func callAsFunction(_ pixel: UnsafePointer<UInt8>) -> Int32 {
        Int32(pixel[0]) * blue + Int32(pixel[1]) * green + Int32(pixel[2]) * red
    }
}

private struct ZebraRows: RowFilter {
    let level: Int32
    let width: Int
    let luma: LumaWeights
    var halo: Int { 0 }

    func render(_ source: SourceTile, into target: TargetTile) {
        for y in target.rows {
            let (from, to) = (source.row(y), target.row(y))
            for x in 0..<source.size.width {
                let isStriped = luma(from + 4 * x) >= level && (x + y) / width % 2 == 1
                for channel in 4 * x..<4 * x + 3 { to[channel] = isStriped ? 0 : from[channel] }
                to[4 * x + 3] = from[4 * x + 3]
            }
        }
    }
}
