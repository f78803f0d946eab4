// SPDX-License-Identifier: MIT
// The other suites' programs from start to files, on a simulated camera.

import Foundation
import Testing

@testable import prism

@Suite(.serialized) struct CompatProgramTests {
    private static let camera = "mock:imx708,clock=virtual"

    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Runs prism under another name.
    private func run(
        _ name: String, _ words: String..., camera: String = camera
    ) throws -> Run {
        let link = scratch.path(name)
        if !FileManager.default.fileExists(atPath: link) {
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Run.prism)
        }
        return try Run(
            link, words, environment: ["PRISM_CAMERA": camera], directory: scratch.url)
    }

    private func files(_ ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)
            .filter { $0.hasSuffix(ending) }.sorted()
    }

    private static let small = ["--width", "320", "--height", "240", "-n"]

    @Test func itSaysTheNameItWasStartedUnder() throws {
        #expect(try run("rpicam-still", "--version").output.hasPrefix("rpicam-still: prism "))
        #expect(try run("libcamera-vid", "--help").output.hasPrefix("libcamera-vid by prism "))
    }

    @Test(arguments: ["rpicam-still", "libcamera-still", "rpicam-jpeg"])
    func aPictureIsTaken(name: String) throws {
        let taken = try run(
            name, "-n", "-t", "1000", "--width", "320", "--height", "240", "-o", "a.jpg",
            "--shutter", "20000", "--gain", "2.0", "--awbgains", "1,1", "--metadata", "m.json")
        #expect(taken.status == 0, "\(taken.error)")
        #expect(taken.error == "")
        let picture = try Data(contentsOf: URL(fileURLWithPath: scratch.path("a.jpg")))
        #expect(picture.starts(with: [0xFF, 0xD8]) && picture.count > 1_024)
        let json = try JSONSerialization.jsonObject(with: Data(scratch.text("m.json").utf8))
        let metadata = try #require(json as? [String: Any])
        #expect(metadata["ExposureTime"] as? Int == 20_000)
        #expect(metadata["SensorTimestamp"] as? Int != nil)
        let told = try Run("/usr/bin/exiftool", [scratch.path("a.jpg")])
        #expect(told.status == 0)
        let times = told.outputLines.filter { $0.contains("Shutter Speed") }
        #expect(times.count == 1 && times[0].hasSuffix(" 1/50"), "\(times)")
        let gains = told.outputLines.filter { $0.hasPrefix("ISO ") }
        #expect(gains.count == 1 && gains[0].hasSuffix(" 200"), "\(gains)")
        #expect(told.outputLines.contains { $0.hasPrefix("Image Width") && $0.hasSuffix(" 320") })
    }

    @Test func aTimelapseHasItsPicturesAndNoOthers() throws {
        let lapse = try run(
            "rpicam-still", "-n", "-t", "10000", "--timelapse", "3500", "--width", "320",
            "--height", "240", "-o", "t%03d.jpg", "--latest", "latest.jpg", "--metadata", "m.jsonl",
            "--metadata-format", "jsonl")
        #expect(lapse.status == 0, "\(lapse.error)")
        #expect(try files(".jpg") == ["latest.jpg", "t000.jpg", "t001.jpg"])
        let target = try FileManager.default.destinationOfSymbolicLink(
            atPath: scratch.path("latest.jpg"))
        #expect(target == "t001.jpg")
        #expect(scratch.text("m.jsonl").split(separator: "\n").count == 2)
    }

    @Test(arguments: [("png", "89504e47"), ("bmp", "424d"), ("rgb", ""), ("yuv420", "")])
    func everyEncodingIsWritten(encoding: String, magic: String) throws {
        let taken = try run(
            "rpicam-still", "--immediate", "-n", "--width", "320", "--height", "240", "-e",
            encoding, "-o", "a.out", "-r", "--mode", "1536:864:10:U")
        #expect(taken.status == 0, "\(taken.error)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("a.out")))
        #expect(bytes.prefix(4).map { String(format: "%02x", $0) }.joined().hasPrefix(magic))
        if encoding == "rgb" { #expect(bytes.count == 320 * 240 * 3) }
        if encoding == "yuv420" { #expect(bytes.count == 320 * 240 * 3 / 2) }
        let raw = try Data(contentsOf: URL(fileURLWithPath: scratch.path("a.dng")))
        #expect(raw.count > 1 << 20)
    }

    @Test func aVideoOfPicturesHasTimesAndMetadata() throws {
        let taken = try run(
            "rpicam-vid", "--codec", "mjpeg", "--frames", "20", "-n", "--segment", "1", "-o",
            "v%03d.jpg", "--save-pts", "p.txt", "--metadata", "m.json")
        #expect(taken.status == 0, "\(taken.error)")
        let pictures = try files(".jpg").filter { $0.hasPrefix("v") }
        #expect(pictures.first == "v000.jpg" && pictures.count >= 10)
        let times = scratch.text("p.txt").split(separator: "\n")
        #expect(times[0] == "# timecode format v2" && times[1] == "0.000" && times[2] == "33.333")
        let json = try JSONSerialization.jsonObject(with: Data(scratch.text("m.json").utf8))
        #expect((json as? [Any])?.count == times.count - 1)
    }

    @Test func pausedNothingIsWritten() throws {
        let paused = try run(
            "rpicam-vid", "--codec", "mjpeg", "-t", "500", "-n", "--initial", "pause", "-o",
            "v.mjpeg")
        #expect(paused.status == 0, "\(paused.error)")
        #expect(try files(".mjpeg").isEmpty)
    }

    @Test func rawFramesAreWholeRows() throws {
        let taken = try run(
            "rpicam-raw", "--frames", "2", "-n", "-o", "r.raw", "--mode", "1536:864")
        #expect(taken.status == 0, "\(taken.error)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("r.raw")))
        #expect(bytes.count >= 1536 * 864 * 2 && bytes.count % 2 == 0)
    }

    @Test func helloTellsOfFramesAndWritesNothing() throws {
        let hello = try run("rpicam-hello", "-t", "300", "--info-text", "%frame %exp")
        #expect(hello.status == 0)
        #expect(hello.errorLines.count >= 3 && hello.errorLines[0].hasSuffix(" 10000.00"))
        let quiet = try run("rpicam-hello", "-n", "-t", "300", "--preview-backend", "drm")
        #expect(quiet.status == 0 && quiet.errorLines.count == 1)
    }

    @Test func camerasAreListedAsScriptsParseThem() throws {
        let list = try run("rpicam-still", "--list-cameras")
        #expect(list.status == 0)
        let lines = list.outputLines
        #expect(lines[0] == "Available cameras")
        #expect(lines[2].hasPrefix("0 : imx708 [4608x2592 10-bit BGGR] (imx708"))
        #expect(
            lines[3].contains(
                "Modes: 'SBGGR10' : 1536x864 [120.13 fps - (768, 432)/3072x1728 crop]"))
    }

    @Test func aSignalIsAShotAndAnotherOneTheEnd() throws {
        let link = scratch.path("rpicam-still")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Run.prism)
        let words = [
            "-s", "-t", "0", "--width", "320", "--height", "240", "-o", "-", "-e", "yuv420", "-n",
            "--metadata", "-", "--metadata-format", "jsonl",
        ]
        let running = try Running(
            link, words, environment: ["PRISM_CAMERA": "mock:imx219"], directory: scratch.url)
        kill(running.pid, SIGUSR1)
        running.wait(for: "SensorTimestamp")
        kill(running.pid, SIGUSR2)
        let run = running.finish()
        #expect(run.status == 0, "\(run.error)")
    }

    @Test func aKeyIsAShotAndAnotherOneTheEnd() throws {
        let link = scratch.path("rpicam-still")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Run.prism)
        let script = "printf '\\nx\\n' | \"$0\" -k -t 0 -n --width 320 --height 240 -o k.jpg -v 2"
        let run = try Run(
            "/bin/sh", ["-c", script, link], environment: ["PRISM_CAMERA": "mock:imx219"],
            directory: scratch.url)
        #expect(run.status == 0, "\(run.error)")
        #expect(try files(".jpg") == ["k.jpg"])
        #expect(run.error.contains("k.jpg: 320x240"))
    }

    @Test func theQuietProgramSaysNothing() throws {
        let quiet = try run(
            "rpicam-still", "-v", "0", "--immediate", "--width", "320", "--height", "240", "-o",
            "a.jpg", "-p", "0,0,1,1", "--camera", "0")
        #expect(quiet.status == 0 && quiet.error == "")
    }

    @Test func namesAreInstalledAndRemovedWithoutTouchingOthers() throws {
        try "mine".write(toFile: scratch.path("rpicam-vid"), atomically: true, encoding: .utf8)
        let install = try Run.prism(["compat", "install", "--dir", scratch.url.path])
        #expect(install.status == 0 && install.outputLines.count == 10)
        #expect(install.output.contains("rpicam-vid: left as it is"))
        #expect(scratch.text("rpicam-vid") == "mine")
        let again = try Run.prism(["compat", "install", "--dir", scratch.url.path])
        #expect(again.output.contains("rpicam-still: is there already"))
        let remove = try Run.prism(["compat", "remove", "--dir", scratch.url.path])
        #expect(remove.outputLines.count == 9 && scratch.text("rpicam-vid") == "mine")
    }

    @Test func aLineIsExplainedInOurOwnWords() throws {
        let words = [
            "compat", "explain", "--", "rpicam-still", "-o", "a b.jpg", "--shutter", "20000", "-p",
            "0,0,1,1", "--zsl",
        ]
        let run = try Run.prism(words)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("--preview                 warned"))
        #expect(run.output.contains("prism still -o 'a b.jpg'"))
        #expect(run.output.contains("--shutter=20000"))
    }
}
