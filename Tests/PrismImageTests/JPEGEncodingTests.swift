// SPDX-License-Identifier: MIT
// JPEG files as djpeg sees them: every layout, odd sizes, strides and colour spaces.

import PrismCore
import Testing

@testable import PrismImage

@Suite struct JPEGEncodingTests {
    static let spaces: [ColorSpace] = [
        .rec709,
        ColorSpace(primaries: .rec709, transfer: .rec709, matrix: .rec709, range: .full),
        ColorSpace(primaries: .smpte170m, transfer: .rec709, matrix: .rec601, range: .limited),
        ColorSpace(primaries: .rec2020, transfer: .rec709, matrix: .rec2020, range: .limited),
        .unspecified,
    ]

    /// Encodes, decodes with djpeg, compares with the scene.
    static func roundTrip(_ frame: TestFrame, _ options: JPEGOptions) throws -> Distance {
        let file = try TemporaryFile(suffix: ".jpg")
        let info = try frame.withView {
            try ImageEncoder(format: .jpeg(options)).encode(
                $0, metadata: nil, to: file.descriptor)
        }
        let bytes = try file.bytes()
        #expect(info.bytes == bytes.count)
        #expect(info.crc32c == Checksum.crc32c(bytes))
        let judged = try JudgeTool.djpeg.run(["-strict", "-pnm", file.path])
        #expect(judged.status == 0, "\(judged.errors)")
        let picture = try #require(Anymap(judged.output))
        #expect(picture.width == frame.scene.width && picture.height == frame.scene.height)
        let expected = picture.channels == 1 ? frame.scene.grey : frame.scene.pixels
        return Distance(picture.samples, expected)
    }

    @Test(.needs(.djpeg), arguments: PixelLayout.formats.map(\.format), 1...17)
    func everyFormatDecodesToItsPixelsAtSmallSizes(format: PixelFormat, size: Int) throws {
        let scene = TestScene(width: size, height: 1 + size * 7 % 17)
        let frame = try TestFrame(format, scene, .sYCC, padding: size % 3 * 5)
        let distance = try Self.roundTrip(frame, JPEGOptions(quality: 98))
        #expect(distance.mean <= 2 && distance.largest <= 8, "\(distance)")
    }

    @Test(.needs(.djpeg), arguments: PixelLayout.formats.map(\.format), [0, 1, 64])
    func everyFormatDecodesToItsPixelsAtAnyStride(format: PixelFormat, padding: Int) throws {
        let frame = try TestFrame(
            format, TestScene(width: 328 - padding % 2, height: 171), .sYCC, padding: padding)
        let distance = try Self.roundTrip(frame, JPEGOptions(quality: 95))
        #expect(distance.mean <= 1.2 && distance.largest <= 10, "\(distance)")
    }

    @Test(
        .needs(.djpeg),
        arguments: [.nv12, .yuv420, .yuyv, PixelFormat("YU24"), PixelFormat("R8  ")], spaces)
    func rangeAndMatrixAreConverted(format: PixelFormat, space: ColorSpace) throws {
        for size in [(1, 1), (7, 5), (161, 97), (320, 64)] {
            let scene = TestScene(width: size.0, height: size.1)
            let grey = format == PixelFormat("R8  ")
            // Luma of another matrix is no Rec. 601 luma; only its range can be compared.
            let isComparable = !grey || space.matrix == .rec601 || space.matrix == .unspecified
            guard isComparable else { continue }
            let frame = try TestFrame(format, scene, space, padding: 3)
            let distance = try Self.roundTrip(frame, JPEGOptions(quality: 98))
            #expect(distance.mean <= 2 && distance.largest <= 10, "\(size) \(distance)")
        }
    }

    @Test(.needs(.djpeg), arguments: [1, 50, 100])
    func everyQualityDecodes(quality: Int) throws {
        let frame = try TestFrame(.nv12, TestScene(width: 200, height: 120), .sYCC, padding: 0)
        let distance = try Self.roundTrip(frame, JPEGOptions(quality: quality))
        #expect(distance.mean <= [1: 30, 50: 3, 100: 1.2][quality] ?? 0)
    }

    @Test(.needs(.djpeg)) func restartMarkersComeAtTheInterval() throws {
        let frame = try TestFrame(.yuv420, TestScene(width: 160, height: 96), .sYCC, padding: 0)
        let distance = try Self.roundTrip(frame, JPEGOptions(quality: 90, restartInterval: 10))
        #expect(distance.mean <= 2)
        let bytes = try Encoded.bytes(
            frame, .jpeg(JPEGOptions(quality: 90, restartInterval: 10)), metadata: nil)
        let restarts = zip(bytes, bytes.dropFirst()).filter {
            $0 == 0xFF && (0xD0...0xD7).contains($1)
        }
        // 10 × 6 MCUs: one marker before each row of MCUs but the first.
        #expect(restarts.count == 5)
    }

    @Test func anEncodingIsTheSameEveryTimeAndForEveryStride() throws {
        let scene = TestScene(width: 333, height: 77)
        let files = try [0, 3, 51].map { padding in
            let frame = try TestFrame(.yuv420, scene, .sYCC, padding: padding)
            return try Encoded.bytes(frame, .jpeg(JPEGOptions()), metadata: nil)
        }
        #expect(files[0] == files[1] && files[0] == files[2])
    }

    @Test func nv12AndYUV420GiveTheSameFile() throws {
        let scene = TestScene(width: 250, height: 131)
        let files = try [PixelFormat.nv12, .yuv420].map { format in
            try Encoded.bytes(
                TestFrame(format, scene, .rec709, padding: 2), .jpeg(JPEGOptions()), metadata: nil)
        }
        #expect(files[0] == files[1])
    }
}
