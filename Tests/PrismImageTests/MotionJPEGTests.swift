// SPDX-License-Identifier: MIT
// A camera's own JPEG frames: kept as they are, completed, labelled, or decoded.

import PrismCore
import PrismTesting
import Testing

@testable import PrismImage

@Suite struct MotionJPEGTests {
    static let scene = TestScene(width: 64, height: 40)

    /// A frame as a webcam sends it: no Huffman tables, and after the end what was there before.
    static func webcamFrame() throws -> (whole: [UInt8], frame: [UInt8]) {
        let whole = try Encoded.bytes(
            TestFrame(.yuyv, scene, .sYCC, padding: 0), .jpeg(JPEGOptions(quality: 97)),
            metadata: nil)
        let segments = try whole.withUnsafeBytes { try #require(JPEGSegments($0)) }
        var frame = Array(whole[..<2])
        for segment in segments.segments where segment.marker != 0xC4 {
            frame += whole[segment.whole]
        }
        frame += whole[segments.scan...]
        return (whole, frame + [UInt8](repeating: 0, count: 35) + whole.suffix(2))
    }

    static func withView<Result>(
        _ bytes: [UInt8], _ body: (PixelView) throws -> Result
    ) throws -> Result {
        try bytes.withUnsafeBytes { data in
            let base = try #require(data.baseAddress)
            return try body(
                PixelView(
                    format: .mjpeg, width: 64, height: 40, colorSpace: .sYCC,
                    planes: [.init(base: base, stride: data.count, rows: 1)],
                    compressedSize: data.count))
        }
    }

    static func write(
        _ bytes: [UInt8], _ format: ImageFormat, _ metadata: PhotoMetadata?
    ) throws -> TemporaryFile {
        let file = try TemporaryFile(suffix: "." + format.fileExtension)
        let info = try withView(bytes) {
            try ImageEncoder(format: format).encode($0, metadata: metadata, to: file.descriptor)
        }
        let written = try file.bytes()
        #expect(info.bytes == written.count && info.crc32c == Checksum.crc32c(written))
        #expect(info.width == 64 && info.height == 40)
        return file
    }

    @Test(.needs(.djpeg), .needs(.exiftool)) func aFrameBecomesAFileWithTheSamePixels() throws {
        let (whole, frame) = try Self.webcamFrame()
        let plain = try TemporaryFile()
        try plain.write(whole)
        let expected = try JudgeTool.djpeg.run(["-pnm", plain.path]).output
        for metadata in [nil, Encoded.fullMetadata] {
            let file = try Self.write(frame, .jpeg(JPEGOptions()), metadata)
            let judged = try JudgeTool.djpeg.run(["-strict", "-pnm", file.path])
            #expect(judged.status == 0 && judged.output == expected)
            let validated = try JudgeTool.exiftool.run([
                "-validate", "-warning", "-a", "-s3", file.path,
            ])
            #expect(String(decoding: validated.output, as: UTF8.self) == "OK\n")
        }
    }

    @Test(.needs(.exiftool)) func ourExifReplacesTheCamerasOwn() throws {
        var first = PhotoMetadata()
        first.make = "Webcam"
        let frame = try Self.write(Self.webcamFrame().frame, .jpeg(JPEGOptions()), first).bytes()
        let file = try Self.write(frame, .jpeg(JPEGOptions()), Encoded.fullMetadata)
        let tags = try ExifTests.tags(of: file)
        #expect(tags["IFD0:Make"] == "Raspberry Pi")
        let blocks = try file.bytes().withUnsafeBytes { bytes in
            try #require(JPEGSegments(bytes)).segments.filter {
                JPEGSegments.isExif($0, in: bytes)
            }
        }
        #expect(blocks.count == 1)
    }

    @Test func aFrameDecodesOnDemand() throws {
        let picture = try Self.withView(Self.webcamFrame().frame) {
            try ImageDecoder().decodeMotionJPEG($0)
        }
        #expect(Distance(picture.pixels, Self.scene.pixels).mean < 2)
        let png = try Self.write(Self.webcamFrame().frame, .png(PNGOptions()), nil)
        #expect(try ImageDecoder().decode(path: png.path) == picture)
    }

    @Test func aTruncatedFrameIsRefused() throws {
        let frame = try Self.webcamFrame().frame
        for count in stride(from: 0, to: frame.count - 38, by: 7) {
            let error = try thrownError {
                try Self.write(Array(frame[..<count]) + [0], .jpeg(JPEGOptions()), nil)
            }
            #expect(error.code == .invalidData)
        }
    }

    @Test func damagedFramesAreWrittenOrRefused() throws {
        var random = SeededGenerator(seed: 11)
        let frame = try Self.webcamFrame().frame
        let file = try TemporaryFile()
        var refused = 0
        for _ in 0..<2000 {
            let damaged = DecoderFuzzTests.mutate(frame, &random) + [0]
            let outcome = Result {
                try Self.withView(damaged) {
                    try ImageEncoder(format: .jpeg(JPEGOptions())).encode(
                        $0, metadata: Encoded.fullMetadata, to: file.descriptor)
                }
            }
            guard case .failure(let error) = outcome else { continue }
            let code = try #require(error as? PrismError).code
            #expect([.invalidData, .outOfRange].contains(code))
            refused += 1
        }
        #expect(refused > 100)
    }

    @Test func standardTablesHaveTheirKnownSize() throws {
        let tables = try JPEGCodec.standardTables()
        #expect(tables.count == 432)
        #expect(Array(tables[..<5]) == [0xFF, 0xC4, 0, 31, 0])
    }
}
