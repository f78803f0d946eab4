// SPDX-License-Identifier: MIT
// Bayer formats: colour filter order, bits and packing, read from the fourcc.

/// Order of the colour filters, first row then second row, from the top left.
public enum BayerOrder: String, CaseIterable, Hashable, Sendable {
    /// Red and green, then green and blue.
    case rggb
    /// Green and red, then blue and green.
    case grbg
    /// Green and blue, then red and green.
    case gbrg
    /// Blue and green, then green and red.
    case bggr
}

/// A raw Bayer format.
public struct RawFormat: Hashable, Sendable {
    /// Colour filter order as it lies in memory.
    public let order: BayerOrder
    /// Significant bits of a sample: 8, 10, 12, 14 or 16.
    public let bits: Int
    /// True for CSI-2 packing; else one sample takes 1 (8 bits) or 2 bytes, little-endian.
    public let isPacked: Bool

    /// DRM's MIPI_FORMAT_MOD_CSI2_PACKED: vendor 0x0b, value 1.
    private static let packedModifier: UInt64 = 0x0B << 56 | 1

    /// Reads a format; nil where it is not a Bayer format known here, or compressed.
    public init?(_ format: PixelFormat) {
        let isPacked = format.modifier == RawFormat.packedModifier
        guard let raw = RawFormat.table[format.fourcc], isPacked || format.modifier == 0 else {
            return nil
        }
        self.init(order: raw.order, bits: raw.bits, isPacked: isPacked)
    }

    private init(order: BayerOrder, bits: Int, isPacked: Bool) {
        self.order = order
        self.bits = bits
        self.isPacked = isPacked
    }

    /// The codes of libcamera's formats, which DRM does not define for every depth.
    private static let table: [UInt32: RawFormat] = {
        let names: [(BayerOrder, [(StaticString, Int)])] = [
            (.rggb, [("RGGB", 8), ("RG10", 10), ("RG12", 12), ("RG14", 14), ("RGB6", 16)]),
            (.grbg, [("GRBG", 8), ("BA10", 10), ("BA12", 12), ("GR14", 14), ("GRB6", 16)]),
            (.gbrg, [("GBRG", 8), ("GB10", 10), ("GB12", 12), ("GB14", 14), ("GBR6", 16)]),
            (.bggr, [("BA81", 8), ("BG10", 10), ("BG12", 12), ("BG14", 14), ("BYR2", 16)]),
        ]
        var table: [UInt32: RawFormat] = [:]
        for (order, codes) in names {
            for (code, bits) in codes {
                table[PixelFormat(code).fourcc] = RawFormat(
                    order: order, bits: bits, isPacked: false)
            }
        }
        return table
    }()
}
