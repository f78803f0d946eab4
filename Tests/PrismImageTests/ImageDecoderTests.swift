// SPDX-License-Identifier: MIT
// Decoding what others wrote, and refusing what is damaged.

import Foundation
import Glibc
import PrismCore
import Testing

@testable import PrismImage

@Suite struct ImageDecoderTests {
    static let scene = TestScene(width: 120, height: 75)

    static func file(_ format: ImageFormat, _ metadata: PhotoMetadata? = nil) throws -> [UInt8] {
        try Encoded.bytes(
            TestFrame(.bgr888, scene, .sYCC, padding: 0), format, metadata: metadata)
    }

    @Test func aPNGComesBackAsItWas() throws {
        let picture = try ImageDecoder().decode(Self.file(.png(PNGOptions())), name: "a.png")
        #expect(picture == DecodedImage(width: 120, height: 75, pixels: Self.scene.pixels))
    }

    @Test func aJPEGComesBackNearly() throws {
        let picture = try ImageDecoder().decode(
            Self.file(.jpeg(JPEGOptions(quality: 98))), name: "a.jpg")
        #expect(picture.width == 120 && picture.height == 75)
        #expect(Distance(picture.pixels, Self.scene.pixels).mean < 2)
    }

    @Test(.needs(.djpeg), arguments: [1, 50, 93])
    func aJPEGDecodesAsDjpegDecodesIt(quality: Int) throws {
        let bytes = try Self.file(.jpeg(JPEGOptions(quality: quality)))
        let file = try TemporaryFile()
        try file.write(bytes)
        let judged = try #require(Anymap(JudgeTool.djpeg.run(["-pnm", file.path]).output))
        #expect(try ImageDecoder().decode(path: file.path).pixels == judged.samples)
    }

    @Test(arguments: ImageOrientation.allCases) func picturesComeUpright(
        orientation: ImageOrientation
    ) throws {
        var metadata = PhotoMetadata()
        metadata.orientation = orientation
        let corner = try Self.corner(orientation)
        for format in [ImageFormat.png(PNGOptions()), .jpeg(JPEGOptions(quality: 100))] {
            let frame = try #require(
                DecodedImage(width: 32, height: 16, pixels: Self.marked(at: corner)))
            let file = try TemporaryFile()
            _ = try frame.withPixelView { (view) throws(PrismError) in
                try ImageEncoder(format: format).encode(
                    view, metadata: metadata, to: file.descriptor)
            }
            let picture = try ImageDecoder().decode(path: file.path)
            let swaps = orientation.swapsSides
            #expect(picture.width == (swaps ? 16 : 32) && picture.height == (swaps ? 32 : 16))
            // The mark belongs to the top left of the scene, and is twice as high as wide.
            let bright = picture.pixels.indices.filter { $0 % 3 == 0 && picture.pixels[$0] > 128 }
                .map { ($0 / 3 % picture.width, $0 / 3 / picture.width) }
            #expect(bright.map(\.0).max() == 3 && bright.map(\.1).max() == 7)
        }
    }

    /// Where the scene's top left is stored, by the wording of the Exif standard.
    private static func corner(
        _ orientation: ImageOrientation
    ) throws -> (isRight: Bool, isBottom: Bool, isWide: Bool) {
        switch orientation {
        case .up: (false, false, false)
        case .upMirrored: (true, false, false)
        case .down: (true, true, false)
        case .downMirrored: (false, true, false)
        case .leftMirrored: (false, false, true)
        case .right: (false, true, true)
        case .rightMirrored: (true, true, true)
        case .left: (true, false, true)
        }
    }

    /// 32×16 black pixels with a white mark of 4×8 (8×4 if wide) in a corner.
    private static func marked(at corner: (isRight: Bool, isBottom: Bool, isWide: Bool)) -> [UInt8]
    {
        let (width, height) = corner.isWide ? (8, 4) : (4, 8)
        return (0..<16).flatMap { y in
            (0..<32).flatMap { x -> [UInt8] in
                let across = corner.isRight ? 31 - x : x
                let down = corner.isBottom ? 15 - y : y
                return [UInt8](repeating: across < width && down < height ? 255 : 0, count: 3)
            }
        }
    }

    @Test(arguments: [ImageFormat.jpeg(JPEGOptions()), .png(PNGOptions())])
    func everyFileThatEndsEarlyIsRefused(format: ImageFormat) throws {
        let bytes = try Self.file(format, Encoded.fullMetadata)
        for count in 0..<bytes.count {
            let error = try thrownError {
                try ImageDecoder().decode(Array(bytes[..<count]), name: "short.bin")
            }
            #expect(error.code == .invalidData)
            #expect(error.message.contains("short.bin"))
            #expect(!error.message.contains("\n"))
        }
    }

    @Test func morePixelsThanAllowedAreRefusedBeforeMemoryIsTaken() throws {
        var bytes = try Self.file(.jpeg(JPEGOptions()))
        let frame = try #require(
            bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
        let error = try thrownError {
            try ImageDecoder().decode(bytes, name: "huge.jpg")
        }
        #expect(error.code == .outOfRange)
        #expect(error.message.contains("65500×65500"))
    }

    @Test func whatIsNoPictureIsRefusedWithItsName() throws {
        let file = try TemporaryFile()
        try file.write(Array("GIF89a and more".utf8))
        let cases: [(String, PrismError.Code)] = [
            (file.path, .invalidData), ("/nonexistent.jpg", .inputOutput), ("/", .invalidData),
            ("/dev/zero", .invalidData),
        ]
        for (path, code) in cases {
            let error = try thrownError { try ImageDecoder().decode(path: path) }
            #expect(error.code == code)
            #expect(error.message.contains(path))
        }
        let error = try thrownError {
            try ImageDecoder(maximumFileBytes: 4).decode(path: file.path)
        }
        #expect(error.code == .outOfRange)
    }
}
