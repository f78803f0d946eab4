// SPDX-License-Identifier: MIT
// Which pictures a plane takes: format and modifier together, as IN_FORMATS lists them.

public import PrismCore

/// The formats of a plane.
public struct PlaneFormats: Hashable, Sendable {
    /// Format and modifier pairs; a driver that states no modifiers has linear ones.
    public var pairs: Set<PixelFormat>
    /// False where the driver says nothing of modifiers; then none may be named.
    public var statesModifiers: Bool

    /// Makes a set of formats.
    public init(_ pairs: Set<PixelFormat>, statesModifiers: Bool = true) {
        self.pairs = pairs
        self.statesModifiers = statesModifiers
    }

    /// True where the plane takes pictures of this format and modifier.
    public func contains(_ format: PixelFormat) -> Bool {
        if pairs.contains(format) { return true }
        // Broadcom's SAND modifiers carry the height of a column, which the driver's list leaves out.
        let general = PlaneFormats.withoutColumnHeight(format.modifier)
        guard general != format.modifier else { return false }
        return pairs.contains(PixelFormat(fourcc: format.fourcc, modifier: general))
    }

    /// The first of some formats that the plane takes.
    public func first(of wanted: [PixelFormat]) -> PixelFormat? { wanted.first(where: contains) }

    /// DRM_FORMAT_MOD_BROADCOM: vendor 7 in bits 63…56, the parameter in bits 55…8, the layout in bits 7…0
    /// (`fourcc_mod_broadcom_mod` of drm_fourcc.h). Other vendors' modifiers stay as they are.
    static func withoutColumnHeight(_ modifier: UInt64) -> UInt64 {
        guard modifier >> 56 == 7 else { return modifier }
        return modifier & ~(((1 << 48) - 1) << 8)
    }
}

extension PixelFormat {
    /// Bytes B, G, R, A in memory, premultiplied.
    public static let argb8888 = PixelFormat("AR24")
    /// Five, six and five bits of red, green and blue in a little-endian word.
    public static let rgb565 = PixelFormat("RG16")

    /// NV12 in the Raspberry Pi's columns of 128 bytes (V4L2's NV12_COL128), `columnHeight` rows each.
    public static func nv12Columns(height columnHeight: Int) -> PixelFormat {
        let layout: UInt64 = 4  // DRM_FORMAT_MOD_BROADCOM_SAND128
        return PixelFormat(
            fourcc: PixelFormat.nv12.fourcc,
            modifier: 7 << 56 | UInt64(columnHeight) << 8 | layout)
    }

    /// True for Y'CbCr, whose matrix and range a plane must be told.
    package var isYCbCr: Bool {
        PixelLayout(PixelFormat(fourcc: fourcc))?.kind == .ycc
    }
}
