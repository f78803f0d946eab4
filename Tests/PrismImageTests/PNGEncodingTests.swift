// SPDX-License-Identifier: MIT
// PNG files as pngtopnm sees them.

import PrismCore
import Testing

@testable import PrismImage

@Suite struct PNGEncodingTests {
    static func roundTrip(_ frame: TestFrame, _ options: PNGOptions) throws -> Distance {
        let file = try TemporaryFile(suffix: ".png")
        let info = try frame.withView {
            try ImageEncoder(format: .png(options)).encode(
                $0, metadata: Encoded.fullMetadata, to: file.descriptor)
        }
        let bytes = try file.bytes()
        #expect(info.bytes == bytes.count)
        #expect(info.crc32c == Checksum.crc32c(bytes))
        let judged = try JudgeTool.pngtopnm.run([file.path])
        #expect(judged.status == 0, "\(judged.errors)")
        let picture = try #require(Anymap(judged.output))
        let expected = picture.channels == 1 ? frame.scene.grey : frame.scene.pixels
        return Distance(picture.samples, expected)
    }

    @Test(.needs(.pngtopnm), arguments: PixelLayout.formats.map(\.format), [1, 2, 5, 16, 17, 131])
    func everyFormatDecodesToItsPixels(format: PixelFormat, size: Int) throws {
        let scene = TestScene(width: size, height: 1 + size * 7 % 17)
        let frame = try TestFrame(format, scene, .sYCC, padding: size % 3)
        let distance = try Self.roundTrip(frame, PNGOptions())
        let isLossless = [.rgb, .grey].contains(PixelLayout(format)?.kind)
        #expect(distance.largest <= (isLossless ? 0 : 5), "\(distance)")
    }

    @Test(.needs(.pngtopnm), arguments: JPEGEncodingTests.spaces)
    func rangeAndMatrixAreConverted(space: ColorSpace) throws {
        let frame = try TestFrame(
            PixelFormat("YU24"), TestScene(width: 91, height: 40), space, padding: 0)
        #expect(try Self.roundTrip(frame, PNGOptions()).largest <= 3)
    }

    @Test func aHigherLevelIsSmaller() throws {
        let frame = try TestFrame(.bgr888, TestScene(width: 160, height: 90), .sYCC, padding: 0)
        let sizes = try [0, 1, 9].map { level in
            try Encoded.bytes(frame, .png(PNGOptions(compressionLevel: level)), metadata: nil).count
        }
        #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2])
    }
}
