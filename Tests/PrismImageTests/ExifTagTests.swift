// SPDX-License-Identifier: MIT
// Tags by the user: each in its directory as exiftool sees it, and what no file may say is refused.

import PrismCore
import PrismTesting
import Testing

@testable import PrismImage

@Suite struct ExifTagTests {
    @Test(.needs(.exiftool))
    func tagsLandInTheirDirectoriesAndReplaceWhatTheFrameSays() throws {
        var metadata = Encoded.fullMetadata
        metadata.userTags = try [
            "IFD0.Artist=Jane Doe", "EXIF.FNumber=28/10", "ExposureBiasValue=-0.5",
            "EXIF.UserComment=dusk", "GPS.GPSImgDirection=271.5", "GPS.GPSImgDirectionRef=T",
            "IFD0.Copyright=first", "IFD0.Copyright=second",
            "EXIF.LensSpecification=4.74,4.74,1.8,1.8",
        ].map { try ExifTag($0) }
        let file = try ExifTests.file(.jpeg(JPEGOptions()), metadata)
        let tags = try ExifTests.tags(of: file)
        let expected = [
            "IFD0:Artist": "Jane Doe", "ExifIFD:FNumber": "2.8",
            "ExifIFD:ExposureCompensation": "-0.5", "ExifIFD:UserComment": "dusk",
            "GPS:GPSImgDirection": "271.5", "IFD0:Copyright": "second",
            "ExifIFD:LensInfo": "4.74 4.74 1.8 1.8", "IFD0:Make": "Raspberry Pi",
        ]
        for (tag, value) in expected { #expect(tags[tag] == value, "\(tag)") }
        let judged = try JudgeTool.exiftool.run([
            "-validate", "-warning", "-error", "-a", "-s3", file.path,
        ])
        #expect(String(decoding: judged.output, as: UTF8.self) == "OK\n")
    }

    @Test(
        arguments: [
            ("Artist", "not a tag"), ("=x", "unknown tag"), ("IFD0.Artst=x", "did you mean Artist"),
            ("EXIF.Artist=x", "belongs into IFD0"), ("IFD0.Artist=", "a text"),
            ("EXIF.Flash=x", "whole number"), ("EXIF.Flash=65536", "whole number"),
            ("EXIF.FNumber=-1", "from 0"), ("EXIF.FNumber=1/0", "from 0"),
            ("EXIF.FNumber=1e3", "from 0"), ("GPS.GPSTimeStamp=1,2", "3 numbers"),
            ("IFD0.ImageWidth=7", "unknown tag"), ("IFD1.Artist=x", "belongs into IFD0"),
        ] as [(String, String)])
    func aTagThatIsNoneIsRefused(text: String, part: String) {
        let error = prismError { try ExifTag(text) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func randomTagsAreRefusedOrFitTheirType() throws {
        var random = SeededGenerator(seed: 20)
        let pieces =
            ["IFD0.", "EXIF.", "GPS.", "=", ".", "1", "/", "-", ",", " ", "\0", "é", "4294967296"]
            + ExifTagKind.all.keys.sorted()
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...6, using: &random)
            let text = (0..<count).compactMap { _ in pieces.randomElement(using: &random) }.joined()
            guard let tag = try? ExifTag(text) else { continue }
            #expect(try ExifBlock.build([tag.field], thumbnail: nil).count > 14)
        }
    }
}
