// SPDX-License-Identifier: MIT
// Formats and modifiers of a plane against those of a camera.

import PrismCore
import PrismPreview
import Testing

@Suite struct PlaneFormatsTests {
    private let vc4 = PlaneFormats(Set(Topologies.vc4Formats))

    @Test(arguments: [PixelFormat.nv12, .yuv420, .xrgb8888, .xbgr8888, .rgb565, .rgb888])
    func aLinearFormatIsTaken(_ format: PixelFormat) { #expect(vc4.contains(format)) }

    @Test(arguments: [1080, 544, 2160])
    func columnsOfAnyHeightAreTaken(_ height: Int) {
        #expect(vc4.contains(.nv12Columns(height: height)))
    }

    @Test func columnsAreNotTakenByAPlaneWithoutThem() {
        #expect(!PlaneFormats([.nv12]).contains(.nv12Columns(height: 1080)))
    }

    @Test func aModifierOfAnotherMakerIsNoColumn() {
        let intel = PixelFormat(fourcc: PixelFormat.nv12.fourcc, modifier: 1 << 56 | 1080 << 8 | 4)
        #expect(!vc4.contains(intel))
    }

    @Test func aFormatIsNotTakenWithTheModifierOfAnother() {
        let tiled = PixelFormat(
            fourcc: PixelFormat.nv12.fourcc, modifier: Topologies.broadcom(1))
        #expect(!vc4.contains(tiled))
    }

    @Test func theSandModifierIsTheKernels() {
        // fourcc_mod_code(BROADCOM, ((1080 << 8) | 4)) of drm_fourcc.h.
        #expect(PixelFormat.nv12Columns(height: 1080).modifier == 0x0700_0000_0004_3804)
    }
}
