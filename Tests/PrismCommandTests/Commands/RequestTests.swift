// SPDX-License-Identifier: MIT
// Options against each other: what a still and a time-lapse become, and which lines contradict themselves.

import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct RequestTests {
    private func arguments(_ words: [String], _ command: Command) throws -> Arguments {
        guard case .run(let arguments) = try ArgumentReader.read(words, for: command) else {
            throw PrismError(.usage, "help")
        }
        return arguments
    }

    private func still(_ words: String...) throws -> StillRequest {
        try StillRequest(
            arguments(["-o", "a.jpg", "--camera", "mock"] + words, StillCommand.command))
    }

    private func timelapse(_ words: String...) throws -> TimelapseRequest {
        let base = ["-o", "d/%06d.jpg", "--camera=mock", "--every", "10s"]
        return try TimelapseRequest(arguments(base + words, TimelapseCommand.command))
    }

    @Test func aPlainStillLeavesEverythingToTheCamera() throws {
        let request = try still()
        #expect(request.settings == ControlSettings())
        #expect(request.size == nil && request.quality == 93 && request.encoding == .jpg)
        #expect(request.settling == 5_000_000_000 && !request.overwrites)
    }

    @Test func exposureIsExactAndEachAxisByItself() throws {
        let priority = try still("--shutter", "1/50").settings.exposure
        #expect(priority == .shutterPriority(nanoseconds: 20_000_000))
        #expect(try still("--gain", "2").settings.exposure == .gainPriority(2))
        let manual = try still("--shutter", "20000", "--analoggain", "1.5").settings.exposure
        #expect(manual == .manual(nanoseconds: 20_000_000, gain: 1.5))
        #expect(try still("--shutter", "0", "--gain", "auto").settings.exposure == .auto)
        #expect(try still("--ev", "-0.5").settings.exposureValue == -0.5)
        let rate = try still("--framerate", "29.97").settings.frameDuration
        #expect(rate == 33_366_700...33_366_700)
        let gains = try still("--awbgains", "1.5,1.25").settings.whiteBalance
        #expect(gains == .gains(ColourGains(red: 1.5, blue: 1.25)))
        #expect(try still("--awb", "auto").settings.whiteBalance == .auto)
    }

    @Test(arguments: [
        (["--awb", "gains"], "--awbgains"), (["--awb", "auto", "--awbgains", "1,1"], "exclude"),
        (["--width", "640"], "needs --height"), (["--height", "480"], "needs --width"),
        (["--size", "640x480", "--width", "640"], "excludes"), (["-e", "png", "-q", "90"], "JPEG"),
        (["--immediate", "--timeout", "1s"], "no meaning"),
        (["--shutter", "1s", "--framerate", "30"], "longer than a frame"),
    ])
    func contradictionsAreRefused(words: [String], part: String) throws {
        let all = try arguments(["-o", "a.jpg", "--camera", "mock"] + words, StillCommand.command)
        let error = prismError { try StillRequest(all) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test(arguments: [
        ("a.jpg", PictureOptions.Encoding.jpg), ("a.JPEG", .jpg), ("d.x/a.png", .png),
        ("a.jpg", .jpg),
        ("%H:%M.png", .png), ("a.BMP", .bmp), ("a.rgb", .rgb), ("a.yuv", .yuv420),
    ])
    func theEndingDecidesTheEncoding(path: String, encoding: PictureOptions.Encoding) throws {
        #expect(try PictureOptions.encoding(of: Arguments(), for: path) == encoding)
    }

    @Test(arguments: ["a", "a.", "jpg", "a.tiff", "d.jpg/a", "-", "/"])
    func anEndingThatSaysNothingIsAskedFor(path: String) {
        let error = prismError {
            try PictureOptions.encoding(of: Arguments(), for: path)
        }
        #expect(error?.message.contains("jpg, png, bmp, yuv420, rgb24") == true)
    }

    @Test(
        arguments: [
            (["--for", "2h"], 720), (["--for", "25s"], 3), (["--for", "10s"], 1),
            (["--for", "1ms"], 1),
            (["--count", "7"], 7), ([], nil),
        ] as [([String], Int?)])
    func aLengthIsTheShotsThatBeginInIt(words: [String], count: Int?) throws {
        let base = ["-o", "%d.jpg", "--camera=mock", "--every", "10s"]
        let request = try TimelapseRequest(arguments(base + words, TimelapseCommand.command))
        #expect(request.count == count)
        #expect(request.interval == 10_000_000_000)
    }

    @Test func aTimelapseRefusesWhatContradictsItself() {
        #expect(throws: PrismError.self) { try timelapse("--count", "1", "--for", "1h") }
        #expect(throws: PrismError.self) { try timelapse("--wait-for-time", "1m") }
    }

    @Test func theJournalKeepsWhatShapesThePictures() throws {
        let request = try timelapse(
            "--shutter", "1/50", "-q", "80", "--resume", "--durability", "none")
        #expect(request.texts == ["shutter": "1/50", "quality": "80"])
        #expect(request.resumes && request.durability == .none)
        #expect(request.clockWait == 60_000_000_000)
        #expect(try timelapse().durability == .each)
    }
}
