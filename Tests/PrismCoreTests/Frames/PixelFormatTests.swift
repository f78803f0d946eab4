// SPDX-License-Identifier: MIT
// Format codes as numbers, text and facts.

import Testing

@testable import PrismCore

@Suite struct PixelFormatTests {
    /// Numbers from drm_fourcc.h.
    @Test(
        arguments: [
            (PixelFormat.nv12, 0x3231_564E, "NV12"), (.yuv420, 0x3231_5559, "YU12"),
            (.rgb888, 0x3432_4752, "RG24"), (.bgr888, 0x3432_4742, "BG24"),
            (.xrgb8888, 0x3432_5258, "XR24"), (.xbgr8888, 0x3432_4258, "XB24"),
            (.mjpeg, 0x4750_4A4D, "MJPG"), (.yuyv, 0x5659_5559, "YUYV"),
        ] as [(PixelFormat, UInt32, String)])
    func codesAreThoseOfDRM(format: PixelFormat, fourcc: UInt32, name: String) {
        #expect(format.fourcc == fourcc)
        #expect(format.description == name)
        #expect(format.modifier == 0)
    }

    @Test func aModifierShows() {
        #expect(PixelFormat(fourcc: 0x3231_564E, modifier: 0x0B01).description == "NV12:0xb01")
        #expect(!PixelFormat(fourcc: .max).description.isEmpty, "any number has a text")
    }

    @Test(
        arguments: [
            (PixelFormat.nv12, 0, 481), (.nv12, 1, 241), (.yuv420, 1, 241), (.yuv420, 2, 241),
            (.bgr888, 0, 481), (.yuyv, 0, 481),
        ] as [(PixelFormat, Int, Int)])
    func chromaOfHalfHeightIsRoundedUp(format: PixelFormat, plane: Int, rows: Int) {
        #expect(format.rows(of: plane, height: 481) == rows)
    }

    private static let packed: UInt64 = 0x0B00_0000_0000_0001
    private static let compressed: UInt64 = 0x0C00_0000_0000_0001

    @Test(
        arguments: [
            ("BA81", .bggr, 8), ("RG10", .rggb, 10), ("BG10", .bggr, 10), ("GB12", .gbrg, 12),
            ("GR14", .grbg, 14), ("BYR2", .bggr, 16),
        ] as [(String, BayerOrder, Int)])
    func rawFormatsAreReadOffTheirCode(name: String, order: BayerOrder, bits: Int) throws {
        let fourcc = name.utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let plain = try #require(RawFormat(PixelFormat(fourcc: fourcc)))
        #expect(plain.order == order && plain.bits == bits && !plain.isPacked)
        let packed = RawFormat(PixelFormat(fourcc: fourcc, modifier: Self.packed))
        #expect(packed?.isPacked == true)
        let other = PixelFormat(fourcc: fourcc, modifier: Self.compressed)
        #expect(RawFormat(other) == nil, "compressed raw must not pass for plain samples")
    }

    @Test(arguments: [PixelFormat.nv12, .mjpeg, .rgb888, PixelFormat(fourcc: 0)])
    func whatIsNotBayerIsNotRaw(format: PixelFormat) {
        #expect(RawFormat(format) == nil)
    }
}
