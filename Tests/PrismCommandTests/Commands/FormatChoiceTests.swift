// SPDX-License-Identifier: MIT
// Which pixel format a photograph asks for, by what the camera lists.

import PrismCore
import Testing

@testable import prism

@Suite struct FormatChoiceTests {
    private static let small = PixelSize(width: 320, height: 240)
    private static let large = PixelSize(width: 640, height: 480)

    private func only(_ format: PixelFormat, _ size: PixelSize) -> StreamFormat {
        StreamFormat(
            format: format, minimum: size, maximum: size, step: PixelSize(width: 0, height: 0))
    }

    /// A webcam: the large size compressed, the small one not.
    @Test func aSizeThatOneFormatComesInChoosesTheFormat() {
        let webcam = [
            only(.mjpeg, FormatChoiceTests.large), only(.yuyv, FormatChoiceTests.small),
        ]
        #expect(CameraUse.format(of: webcam, for: FormatChoiceTests.large) == .mjpeg)
        #expect(CameraUse.format(of: webcam, for: FormatChoiceTests.small) == .yuyv)
        #expect(CameraUse.format(of: webcam, for: nil) == .mjpeg)
        let none = PixelSize(width: 100, height: 100)
        #expect(CameraUse.format(of: webcam, for: none) == .mjpeg)
    }

    @Test func ofFormatsThatHaveTheSizeTheBestIsTaken() {
        let step = PixelSize(width: 2, height: 2)
        let range = [PixelFormat.nv12, .yuv420].map {
            StreamFormat(
                format: $0, minimum: FormatChoiceTests.small, maximum: FormatChoiceTests.large,
                step: step)
        }
        #expect(CameraUse.format(of: range, for: FormatChoiceTests.small) == .yuv420)
        #expect(range[0].lists(PixelSize(width: 322, height: 242)))
        #expect(!range[0].lists(PixelSize(width: 321, height: 242)))
        #expect(!range[0].lists(PixelSize(width: 642, height: 480)))
    }
}
