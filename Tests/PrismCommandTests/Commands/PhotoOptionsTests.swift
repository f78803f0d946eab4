// SPDX-License-Identifier: MIT
// How a photograph lies in its file: options read, contradictions refused, files as exiftool sees them.

import Foundation
import PrismCore
import PrismImage
import PrismTesting
import Testing

@testable import prism

@Suite struct PhotoOptionsTests {
    private func request(_ words: String..., file: String = "a.jpg") throws -> PictureRequest {
        let all = ["-o", file, "--camera", "mock"] + words
        guard case .run(let arguments) = try ArgumentReader.read(all, for: StillCommand.command)
        else { throw PrismError(.usage, "help") }
        return try StillRequest(arguments).picture
    }

    @Test(
        arguments: [
            ([], ImageOrientation.up), (["--rotation", "90"], .right),
            (["--rotation", "180"], .down), (["--rotation", "270"], .left),
            (["--hflip"], .upMirrored), (["--vflip"], .downMirrored),
            (["--hflip", "--vflip"], .down), (["--rotation", "90", "--hflip"], .leftMirrored),
            (["--rotation", "270", "--vflip"], .leftMirrored),
            (["--rotation", "90", "--hflip", "--vflip"], .left),
        ] as [([String], ImageOrientation)])
    func turnsAndMirrorsAddUp(words: [String], orientation: ImageOrientation) throws {
        let all = ["-o", "a.jpg", "--camera", "mock", "--upright", "exif"] + words
        guard case .run(let arguments) = try ArgumentReader.read(all, for: StillCommand.command)
        else { return }
        #expect(try PhotoOptions.Request(arguments, .jpg).orientation == orientation)
    }

    @Test(
        arguments: [
            ([], nil, .up), (["--rotation", "180"], "rot180", .up), (["--hflip"], "hflip", .up),
            (["--rotation", "90"], nil, .right), (["--rotation", "270"], "rot180", .right),
            (["--rotation", "90", "--hflip"], "vflip", .right),
            (["--rotation", "270", "--hflip"], "hflip", .right),
            (["--rotation", "180", "--hflip", "--vflip"], nil, .up),
        ] as [([String], String?, ImageOrientation)])
    func theCameraDoesWhatItCan(
        words: [String], transform: String?, orientation: ImageOrientation
    ) throws {
        let all = ["-o", "a.jpg", "--camera", "mock"] + words
        guard case .run(let arguments) = try ArgumentReader.read(all, for: StillCommand.command)
        else { return }
        let request = try PhotoOptions.Request(arguments, .jpg)
        #expect(request.transform?.description == transform)
        #expect(request.orientation == orientation)
    }

    @Test func pixelsAreTurnedWhereAskedAndWhereNoFileCouldSay() throws {
        #expect(try !request("--rotation", "90").photo.turnsPixels)
        #expect(try request("--rotation", "90", "--upright", "pixels").photo.turnsPixels)
        #expect(try request("--rotation", "90", file: "a.bmp").photo.turnsPixels)
    }

    @Test func thumbnailsTagsAndPlacesAreRead() throws {
        #expect(try request("--thumb", "none").photo.thumbnail == nil)
        let box = try request("--thumb", "320:240:60").photo.thumbnail
        #expect(box == ThumbnailOptions(width: 320, height: 240, quality: 60))
        let tags = try request("-x", "IFD0.Artist=a", "--exif", "Copyright=b").photo.tags
        #expect(try tags == [ExifTag("Artist=a"), ExifTag("Copyright=b")])
        let place = try request("--gps=-33.8,151.2,12").photo.position
        #expect(place == GeographicPosition(latitude: -33.8, longitude: 151.2, altitude: 12))
    }

    @Test(
        arguments: [
            ("a.jpg", ["--rotation", "45"], "0, 90, 180 or 270"),
            ("a.jpg", ["--thumb", "320:240"], "320:240:70"),
            ("a.jpg", ["--thumb", "8:8:70"], "16 to 512"),
            ("a.jpg", ["--gps", "91,0"], "-90 to 90"), ("a.jpg", ["--gps", "1"], "47.3769"),
            ("a.jpg", ["-x", "Artst=1"], "did you mean"),
            ("a.jpg", ["--restart", "65536"], "0 to 65535"),
            ("a.bmp", ["-x", "Artist=1"], "no room"), ("a.png", ["--thumb", "none"], "no room"),
            ("a.bmp", ["--upright", "exif"], "no EXIF"), ("a.rgb", ["--gps", "1,1"], "no room"),
        ] as [(String, [String], String)])
    func whatCannotBeIsRefused(file: String, words: [String], part: String) {
        let error = prismError {
            let all = ["-o", file, "--camera", "mock"] + words
            guard
                case .run(let arguments) = try ArgumentReader.read(all, for: StillCommand.command)
            else { return }
            _ = try StillRequest(arguments)
        }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func theLensFindsItsPlaceFirstWhereItCanMove() throws {
        let scratch = try Scratch()
        func still(_ sensor: String) throws -> Run {
            try Run.prism([
                "still", "-o", scratch.path("\(sensor).jpg"), "--autofocus-on-capture", "--json",
                "--camera", "mock:\(sensor),clock=virtual,distance=0.25", "--size", "320x240",
            ])
        }
        let focused = try still("imx708")
        #expect(focused.status == 0, "\(focused.error)")
        let lens = focused.output.components(separatedBy: "\"lensPosition\":").last ?? ""
        let position = try #require(Double(lens.prefix { "0123456789.".contains($0) }))
        #expect(abs(position - 4) < 0.6)
        #expect(try still("imx219").status == 6)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/exiftool")))
    func exiftoolSeesAWholePhotograph() throws {
        let scratch = try Scratch()
        let words = [
            "still", "-o", scratch.path("a.jpg"), "--camera", "mock:imx708,clock=virtual",
            "--size", "640x360", "--immediate", "--shutter", "1/50", "--gain", "2", "--rotation",
            "90", "-x", "IFD0.Artist=Jane", "--gps", "47.5,8.25", "--restart", "8",
        ]
        let data = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../..").standardized.path
        let taken = try Run.prism(words, environment: ["PRISM_DATA": data])
        #expect(taken.status == 0, "\(taken.error)")
        let judged = try Run(
            "/usr/bin/exiftool", ["-G1", "-S", "-a", "-validate", "-all", scratch.path("a.jpg")])
        let lines = judged.output.split(separator: " ", omittingEmptySubsequences: true)
            .joined(separator: " ")
        for line in [
            "[ExifTool] Validate: OK", "[IFD0] Make: Raspberry Pi", "[IFD0] Model: imx708",
            "[IFD0] Artist: Jane", "[IFD0] Orientation: Rotate 90 CW",
            "[ExifIFD] ExposureTime: 1/50", "[ExifIFD] FNumber: 1.8",
            "[ExifIFD] FocalLengthIn35mmFormat: 28 mm", "[GPS] GPSLatitude: 47 deg 30' 0.00\"",
        ] { #expect(lines.contains(line), "\(line)") }
    }
}
