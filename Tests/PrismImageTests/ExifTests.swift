// SPDX-License-Identifier: MIT
// EXIF blocks as exiftool sees them: every field in its directory, nothing to complain about.

import Foundation
import PrismCore
import Testing

@testable import PrismImage

@Suite struct ExifTests {
    static let thumbnail = JPEGOptions(thumbnail: ThumbnailOptions(longSide: 160))

    static func file(_ format: ImageFormat, _ metadata: PhotoMetadata) throws -> TemporaryFile {
        let file = try TemporaryFile(suffix: "." + format.fileExtension)
        let frame = try TestFrame(.nv12, TestScene(width: 320, height: 181), .sYCC, padding: 0)
        _ = try frame.withView {
            try ImageEncoder(format: format).encode($0, metadata: metadata, to: file.descriptor)
        }
        return file
    }

    /// "Group:Tag" to value, with numbers as they are.
    static func tags(of file: TemporaryFile) throws -> [String: String] {
        let judged = try JudgeTool.exiftool.run(["-j", "-n", "-G1", "-a", file.path])
        let list = try JSONSerialization.jsonObject(with: judged.output) as? [[String: Any]]
        return try #require(list?.first).mapValues { "\($0)" }
    }

    @Test(
        .needs(.exiftool),
        arguments: [
            ImageFormat.jpeg(JPEGOptions()), .jpeg(thumbnail), .png(PNGOptions()),
        ], [PhotoMetadata(), Encoded.fullMetadata])
    func exiftoolFindsNothingToComplainAbout(
        format: ImageFormat, metadata: PhotoMetadata
    ) throws {
        let file = try Self.file(format, metadata)
        let judged = try JudgeTool.exiftool.run([
            "-validate", "-warning", "-error", "-a", "-s3", file.path,
        ])
        #expect(String(decoding: judged.output, as: UTF8.self) == "OK\n")
    }

    @Test(.needs(.exiftool), arguments: [ImageFormat.jpeg(JPEGOptions()), .png(PNGOptions())])
    func everyFieldIsInItsDirectory(format: ImageFormat) throws {
        let tags = try Self.tags(of: Self.file(format, Encoded.fullMetadata))
        let expected = [
            "IFD0:Make": "Raspberry Pi", "IFD0:Model": "imx708", "IFD0:Software": "prism 0.1",
            "IFD0:Orientation": "6", "IFD0:ModifyDate": "2024:02:29 18:04:56",
            "ExifIFD:DateTimeOriginal": "2024:02:29 18:04:56",
            "ExifIFD:CreateDate": "2024:02:29 18:04:56",
            "ExifIFD:OffsetTime": "+05:30", "ExifIFD:OffsetTimeOriginal": "+05:30",
            "ExifIFD:SubSecTimeOriginal": "123456", "ExifIFD:ExposureTime": "0.008333",
            "ExifIFD:ISO": "250", "ExifIFD:FNumber": "1.8", "ExifIFD:FocalLength": "4.74",
            "ExifIFD:FocalLengthIn35mmFormat": "28",
            "ExifIFD:SubjectDistance": "2", "ExifIFD:LensModel": "Wide",
            "ExifIFD:ExifVersion": "0232", "ExifIFD:ColorSpace": "1",
            "ExifIFD:ExifImageWidth": "320", "ExifIFD:ExifImageHeight": "181",
            "ExifIFD:UserComment": "Zürich, first light", "GPS:GPSLatitudeRef": "S",
            "GPS:GPSLongitudeRef": "E", "GPS:GPSAltitude": "4.5", "GPS:GPSAltitudeRef": "1",
        ]
        for (tag, value) in expected { #expect(tags[tag] == value, "\(tag)") }
        let latitude = try #require(tags["GPS:GPSLatitude"].flatMap(Double.init))
        #expect(abs(latitude - 33.856_784) < 1e-7)
        let longitude = try #require(tags["GPS:GPSLongitude"].flatMap(Double.init))
        #expect(abs(longitude - 151.215_297) < 1e-7)
    }

    @Test(.needs(.exiftool)) func whatIsNotKnownIsLeftOut() throws {
        let tags = try Self.tags(of: Self.file(.jpeg(JPEGOptions()), PhotoMetadata()))
        let unknown = ["Make", "Model", "DateTimeOriginal", "ExposureTime", "ISO", "UserComment"]
        for name in unknown { #expect(!tags.keys.contains { $0.hasSuffix(":" + name) }) }
        #expect(tags["IFD0:Orientation"] == "1")
    }

    @Test(.needs(.exiftool)) func aLensAtInfinitySaysSo() throws {
        var metadata = PhotoMetadata()
        metadata.lensPosition = 0
        let file = try Self.file(.jpeg(JPEGOptions()), metadata)
        #expect(try Self.tags(of: file)["ExifIFD:SubjectDistance"] == "4294967295")
    }

    @Test(.needs(.exiftool), .needs(.djpeg)) func theThumbnailIsTheSceneInSmall() throws {
        let file = try Self.file(.jpeg(Self.thumbnail), PhotoMetadata())
        let small = try JudgeTool.exiftool.run(["-b", "-ThumbnailImage", file.path])
        let smallFile = try TemporaryFile()
        try smallFile.write([UInt8](small.output))
        let picture = try #require(
            Anymap(JudgeTool.djpeg.run(["-strict", "-pnm", smallFile.path]).output))
        #expect(picture.width == 160 && picture.height == 91)
        let scene = TestScene(width: 320, height: 181)
        let expected = (0..<91).flatMap { y in
            (0..<160).flatMap { x in
                let color = scene.color(Double(2 * x) + 0.5, Double(y) * 181 / 91 + 0.5)
                return [color.0, color.1, color.2].map { UInt8($0.rounded()) }
            }
        }
        #expect(Distance(picture.samples, expected).mean < 4)
    }

    @Test(arguments: PixelLayout.formats.map(\.format))
    func everyFormatHasAThumbnailAtEverySize(format: PixelFormat) throws {
        for (width, height) in [(1, 1), (1, 600), (600, 1), (17, 33), (333, 200)] {
            let frame = try TestFrame(
                format, TestScene(width: width, height: height), .rec709, padding: 1)
            let options = JPEGOptions(thumbnail: ThumbnailOptions(longSide: 64))
            let bytes = try Encoded.bytes(frame, .jpeg(options), metadata: PhotoMetadata())
            let starts = zip(bytes, bytes.dropFirst()).filter { $0 == 0xFF && $1 == 0xD8 }
            #expect(starts.count == 2)
        }
    }

    @Test func aCommentThatFitsNoSegmentIsRefused() throws {
        var metadata = PhotoMetadata()
        metadata.userComment = String(repeating: "x", count: 70_000)
        let error = try thrownError {
            try Self.file(.jpeg(JPEGOptions()), metadata)
        }
        #expect(error.code == .outOfRange)
    }
}
