// SPDX-License-Identifier: MIT
// Bitmaps as bmptopnm sees them; bare pixels and planes as their definition has them.

import PrismCore
import Testing

@testable import PrismImage

@Suite struct RasterEncodingTests {
    static let sizes = [1, 2, 5, 16, 131]

    @Test(.needs(.bmptopnm), arguments: PixelLayout.formats.map(\.format), sizes)
    func everyFormatBecomesABitmap(format: PixelFormat, size: Int) throws {
        let scene = TestScene(width: size, height: 1 + size * 7 % 17)
        let frame = try TestFrame(format, scene, .sYCC, padding: size % 3)
        let file = try TemporaryFile(suffix: ".bmp")
        let info = try frame.withView {
            try ImageEncoder(format: .bmp).encode($0, metadata: nil, to: file.descriptor)
        }
        let bytes = try file.bytes()
        #expect(info.bytes == bytes.count && info.crc32c == Checksum.crc32c(bytes))
        let judged = try JudgeTool.bmptopnm.run([file.path])
        #expect(judged.status == 0, "\(judged.errors)")
        let picture = try #require(Anymap(judged.output))
        #expect(picture.width == scene.width && picture.height == scene.height)
        let kind = PixelLayout(format)?.kind
        let grey = scene.grey.flatMap { picture.channels == 3 ? [$0, $0, $0] : [$0] }
        let expected = kind == .grey ? grey : scene.pixels
        let tolerance = kind == .ycc ? 5 : 0
        #expect(Distance(picture.samples, expected).largest <= tolerance)
    }

    @Test(arguments: PixelLayout.formats.map(\.format))
    func barePixelsAreRedGreenBlue(format: PixelFormat) throws {
        let scene = TestScene(width: 37, height: 11)
        let frame = try TestFrame(format, scene, .sYCC, padding: 1)
        let bytes = try Encoded.bytes(frame, .rgb, metadata: nil)
        let kind = PixelLayout(format)?.kind
        let expected = kind == .grey ? scene.grey.flatMap { [$0, $0, $0] } : scene.pixels
        #expect(Distance(bytes, expected).largest <= (kind == .ycc ? 5 : 0))
    }

    @Test(arguments: PixelLayout.formats.map(\.format), [2, 5, 130])
    func barePlanesAreThoseOfTheSource(format: PixelFormat, size: Int) throws {
        let scene = TestScene(width: size, height: size + 3)
        let frame = try TestFrame(format, scene, .rec709, padding: 2)
        guard PixelLayout(format)?.kind == .ycc else {
            let error = try thrownError { try Encoded.bytes(frame, .yuv420, metadata: nil) }
            #expect(error.code == .unsupported)
            return
        }
        let planar = try TestFrame(.yuv420, scene, .rec709, padding: 0)
        let expected = try planar.withView { view in
            view.planes.flatMap { plane in
                [UInt8](
                    UnsafeRawBufferPointer(start: plane.base, count: plane.stride * plane.rows))
            }
        }
        let bytes = try Encoded.bytes(frame, .yuv420, metadata: nil)
        #expect(Distance(bytes, expected).largest <= 4)
    }

    @Test(.needs(.djpeg), .needs(.exiftool), arguments: ImageOrientation.allCases)
    func turnedPixelsAreWhatAViewerWouldShow(orientation: ImageOrientation) throws {
        var metadata = Encoded.fullMetadata
        metadata.orientation = orientation
        let scene = TestScene(width: 64, height: 48)
        let expected = Turning.upright(
            scene.pixels, width: 64, height: 48, orientation: orientation)
        for format in [PixelFormat.yuv420, .nv12, .yuyv, .xrgb8888] {
            let frame = try TestFrame(format, scene, .sYCC, padding: 3)
            let file = try TemporaryFile(suffix: ".jpg")
            let options = JPEGOptions(quality: 100, thumbnail: ThumbnailOptions(longSide: 32))
            let info = try frame.withView {
                try ImageEncoder(format: .jpeg(options), turnsPixels: true).encode(
                    $0, metadata: metadata, to: file.descriptor)
            }
            #expect(info.width == (orientation.swapsSides ? 48 : 64))
            let judged = try JudgeTool.djpeg.run(["-strict", "-pnm", file.path])
            let picture = try #require(Anymap(judged.output))
            #expect(Distance(picture.samples, expected).mean < 3, "\(format)")
            #expect(try ExifTests.tags(of: file)["IFD0:Orientation"] == "1")
        }
    }

    @Test func aFormatWithoutMetadataIsTurned() throws {
        var metadata = PhotoMetadata()
        metadata.orientation = .right
        let scene = TestScene(width: 6, height: 4)
        let frame = try TestFrame(.bgr888, scene, .sYCC, padding: 0)
        let bytes = try Encoded.bytes(frame, .rgb, metadata: metadata)
        #expect(
            bytes
                == Turning.upright(scene.pixels, width: 6, height: 4, orientation: .right))
    }
}
