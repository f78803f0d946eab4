// SPDX-License-Identifier: MIT
// Colour on what is sharp.

internal import PrismCore

/// Colours what is sharp, to focus by.
public struct FocusPeaking: CatalogFilter, Hashable {
    /// Colours of the marks.
    public enum Mark: String, CaseIterable, Hashable, Sendable { case red, green, blue, white }

    /// How steep luma must be to be marked, 0…1; lower marks more.
    public var threshold: Double
    /// Colour of the marks.
    public var mark: Mark

    /// Makes the filter.
    public init(threshold: Double = 0.2, mark: Mark = .red) {
        self.threshold = threshold
        self.mark = mark
    }

    /// Makes the filter from values in the order of the manual.
    public init(values: [FilterValue]) {
        self.init(threshold: values[0].number, mark: Mark(rawValue: values[1].word) ?? .red)
    }

    /// The parameters in the order of the manual.
    public var values: [FilterValue] { [.number(threshold), .choice(mark.rawValue)] }

    /// What people read of it.
    public static let manual = FilterManual(
        "peaking", .assist, "Colours what is sharp.",
        formula: "mark where |4 Y - left - right - above - below| / 4 > threshold, else c",
        source: "the peaking of video cameras; Laplacian of luma",
        parameters: [
            .number("threshold", 0...1, 0.2, "steepness of luma"),
            FilterParameter(
                "mark", .choice(Mark.allCases.map(\.rawValue)), default: .choice("red"),
                "colour of the marks"),
        ])

    /// Rows.
    public func operation(for geometry: FilterGeometry) -> FilterOperation {
        .rows(
            PeakingRows(
                threshold: Int32((threshold * 255 * 65_536).rounded()),
                color: mark.color, luma: LumaWeights(geometry.luma)))
    }
}

extension FocusPeaking.Mark {
    /// Blue, green, red.
    fileprivate var color: SIMD3<UInt8> {
        switch self {
        case .red: SIMD3(0, 0, 255)
        case .green: SIMD3(0, 255, 0)
        case .blue: SIMD3(255, 0, 0)
        case .white: SIMD3(255, 255, 255)
        }
    }
}

private struct PeakingRows: RowFilter {
    let threshold: Int32
    let color: SIMD3<UInt8>
    let luma: LumaWeights
    var halo: Int { 1 }

    func render(_ source: SourceTile, into target: TargetTile) {
        for y in target.rows {
            let (above, from, below) = (source.row(y - 1), source.row(y), source.row(y + 1))
            let to = target.row(y)
            let last = source.size.width - 1
            for x in 0...last {
                let (left, right) = (4 * max(x - 1, 0), 4 * min(x + 1, last))
                let at = 4 * x
                // Quarters, so that the sum stays within 32 bits.
                let slope =
                    luma(from + at) - luma(from + left) / 4 - luma(from + right) / 4
                    - luma(above + at) / 4 - luma(below + at) / 4
                let isSharp = abs(slope) > threshold
                to[at] = isSharp ? color.x : from[at]
                to[at + 1] = isSharp ? color.y : from[at + 1]
                to[at + 2] = isSharp ? color.z : from[at + 2]
                to[at + 3] = from[at + 3]
            }
        }
    }
}
