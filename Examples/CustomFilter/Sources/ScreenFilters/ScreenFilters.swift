// SPDX-License-Identifier: MIT
// Three filters of this package's own.

internal import CScanlines
public import PrismFilters

/// Darkens every other row.
public struct Scanlines: Filter, RowFilter {
    /// What people read of it.
    public static let manual = FilterManual(
        "scanlines", .custom, "Darkens every other row.", formula: "c gain on odd rows",
        source: "old tubes", parameters: [.number("gain", 0...1, 0.5, "of odd rows")])

    /// Gain of odd rows, 0…1.
    public var gain: Double

    /// Makes the filter.
    public init(gain: Double = 0.5) { self.gain = gain }

    /// The parameters in the order of the manual, which the chain checks.
    public var values: [FilterValue] { [.number(gain)] }

    /// Reads no neighbours.
    public var halo: Int { 0 }

    /// Rows of its own.
    public func operation(for geometry: FilterGeometry) -> FilterOperation { .rows(self) }

    /// Hands each row to C.
    public func render(_ source: SourceTile, into target: TargetTile) {
        for y in target.rows {
            let gain = y % 2 == 0 ? 256 : Int32(gain * 256)
            scanlines_row(target.row(y), source.row(y), Int32(source.size.width), gain)
        }
    }
}

/// The left half, mirrored to the right.
public struct Mirror: RowFilter {
    /// Makes the filter.
    public init() {}

    /// A mirror reads half a picture away.
    public var halo: Int { 32_767 }

    /// Samples each pixel at its place in 0…1, folded at the middle.
    public func render(_ source: SourceTile, into target: TargetTile) {
        for y in target.rows {
            let row = target.row(y)
            for x in 0..<target.size.width {
                var uv = target.uv(x, y)
                uv.x = min(uv.x, 1 - uv.x)
                let color = source.sample(uv: uv)
                for channel in 0..<4 { row[4 * x + channel] = UInt8(color[channel].rounded()) }
            }
        }
    }
}

/// The filters of this package as steps.
public enum ScreenFilters {
    /// Warms colours, mirrors, and draws scan lines.
    public static let steps = [
        FilterStep(CustomColor(name: "warm") { $0 * SIMD3(1, 0.9, 0.8) }),
        FilterStep(CustomRows(name: "mirror", Mirror())),
        FilterStep(Scanlines(gain: 0.5)),
    ]
}
