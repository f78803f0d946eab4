// SPDX-License-Identifier: MIT
// Finds pictures that show nothing: all black, or one colour from corner to corner.

internal import CPrismImage
public import PrismCore

/// What a glance at a picture's pixels says.
public enum PictureCheck: Hashable, Sendable {
    /// No sample is brighter than black.
    case black
    /// Every sample is the same, as when a buffer was never written to.
    case uniform

    /// Points looked at across and down; odd, so that they fall on no regular pattern of blocks.
    private static let (columns, rows) = (61, 47)

    /// Looks at some thousand samples; nil for a picture that shows something, and for formats that cannot be read
    /// without decoding.
    ///
    /// A dark night is not black: its noise is brighter than black somewhere.
    public static func flaw(of view: PixelView) -> PictureCheck? {
        guard view.format != .mjpeg, let source = try? prism_image_source(view) else { return nil }
        let ranges = (0..<source.componentCount).map { range(of: $0, source) }
        let limited = source.limited_range != 0 && source.kind != PRISM_IMAGE_RGB.rawValue
        let darkest: UInt8 = limited ? 16 : 0
        let shown = source.kind == PRISM_IMAGE_RGB.rawValue ? ranges[...] : ranges[..<1]
        let isUniform = ranges.allSatisfy { $0.lowerBound == $0.upperBound }
        // Chroma of nought beside black luma is green: a buffer of zeros.
        let isGrey = source.kind != PRISM_IMAGE_YCC.rawValue || ranges[1].contains(128)
        if isGrey, shown.allSatisfy({ $0.upperBound <= darkest }) { return .black }
        return isUniform ? .uniform : nil
    }

    private static func range(of index: Int, _ source: prism_image_source) -> ClosedRange<UInt8> {
        let (component, size) = (source.component(index), source.size(of: index))
        var (low, high) = (UInt8.max, UInt8.min)
        for row in 0..<rows {
            let y = Int(size.height) * row / rows
            for column in 0..<columns {
                let x = Int(size.width) * column / columns
                let sample = component.base[y * component.stride + x * Int(component.step)]
                (low, high) = (min(low, sample), max(high, sample))
            }
        }
        return low...high
    }
}
