// SPDX-License-Identifier: MIT
// DRM fourcc codes as a value, with the layout facts that encoders and kernels need.

/// A pixel format: a DRM fourcc with its modifier, in DRM's memory order.
public struct PixelFormat: Hashable, Sendable {
    /// The four characters, little-endian: "NV12" is 0x3231564E.
    public let fourcc: UInt32
    /// The DRM modifier; 0 is linear.
    public let modifier: UInt64

    /// Makes a format from its numbers.
    public init(fourcc: UInt32, modifier: UInt64 = 0) {
        self.fourcc = fourcc
        self.modifier = modifier
    }

    /// Makes a linear format from its four characters.
    public init(_ characters: StaticString) {
        precondition(characters.utf8CodeUnitCount == 4, "a fourcc has four characters")
        let bytes = characters.utf8Start
        let value = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[$1]) << (8 * UInt32($1)) }
        self.init(fourcc: value)
    }

    /// Luma plane, then interleaved Cb, Cr at half size both ways.
    public static let nv12 = PixelFormat("NV12")
    /// Luma plane, then Cb and Cr planes at half size both ways.
    public static let yuv420 = PixelFormat("YU12")
    /// Bytes B, G, R in memory (DRM's RGB888).
    public static let rgb888 = PixelFormat("RG24")
    /// Bytes R, G, B in memory (DRM's BGR888).
    public static let bgr888 = PixelFormat("BG24")
    /// Bytes B, G, R, X in memory.
    public static let xrgb8888 = PixelFormat("XR24")
    /// Bytes R, G, B, X in memory.
    public static let xbgr8888 = PixelFormat("XB24")
    /// Motion JPEG: one compressed picture in plane 0.
    public static let mjpeg = PixelFormat("MJPG")
    /// Packed 4:2:2, bytes Y0, Cb, Y1, Cr.
    public static let yuyv = PixelFormat("YUYV")
}

extension PixelFormat: CustomStringConvertible {
    /// The four characters, and the modifier where it is not linear.
    public var description: String {
        let characters = (0..<4).map { Character(Unicode.Scalar(UInt8(fourcc >> (8 * $0) & 0xFF))) }
        let name = String(characters)
        return modifier == 0 ? name : name + ":0x" + String(modifier, radix: 16)
    }
}
