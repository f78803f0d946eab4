// SPDX-License-Identifier: MIT
// The built program: one line and the documented exit status for whatever is wrong, and pictures else.

import Foundation
import Testing

@testable import prism

@Suite struct ProgramTests {
    private static let tooLong = ["--shutter", "1000s"]

    @Test(
        arguments: [
            ([], 2), (["frobnicate"], 2), (["still"], 2),
            (["still", "-o", "a.jpg", "--shuter", "1s"], 2),
            (["still", "-o", "a.jpg", "--shutter", "10parsecs"], 2),
            (["still", "-o", "a.jpg", "--camera", "webcam"], 2),
            (["still", "-o", "a.jpg", "--camera", "mock:imx999"], 2),
            (["still", "-o", "a.jpg", "--camera", "mock:fault=nonsense"], 2),
            (["still", "-o", "a.jpg", "--camera", "mock", "--size", "99x77"], 6),
            (["still", "-o", "a.jpg", "--camera", "mock", "--shutter", "1000s"], 6),
            (["still", "-o", "a.jpg", "--camera", "mock:scene=none.jpg"], 8),
            (["still", "-o", "no/such/a.jpg", "--camera", "mock"], 8),
            (["still", "-o", "a.jpg", "--camera", "mock:fault=busy"], 4),
            (["timelapse", "--every", "1s", "-o", "a.jpg", "--camera", "mock"], 2),
            (["timelapse", "--every", "10", "-o", "%d.jpg", "--camera", "mock"], 2),
            (["timelapse", "--every", "1s", "-o", "n/%d.jpg", "--camera", "mock:fault=busy"], 4),
            (["timelapse", "--every", "1s", "-o", "n/%d.jpg", "--camera", "mock"] + tooLong, 6),
            (["timelapse", "--every", "1s", "-o", "n/%300d.jpg", "--camera", "mock"], 2),
            (["still", "-o", "a.jpg", "--camera", "mock", "-t=-1"], 2),
            (["controls", "lst", "--camera", "mock"], 2),
            (["controls", "set", "--camera", "mock"], 2),
            (["controls", "set", "zoom=nan", "--camera", "mock"], 2),
            (["controls", "set", "gain=2", "gain=3", "--camera", "mock"], 2),
            (["controls", "get", "shuter", "--camera", "mock"], 2),
            (["controls", "set", "brightness=7", "--camera", "mock:imx708,clock=virtual"], 6),
            (["controls", "set", "focus=auto", "--camera", "mock:imx477,clock=virtual"], 6),
            (["controls", "set", "focus-window=0,0,9999,9", "--camera", "mock:clock=virtual"], 6),
            (["configure", "--mode", "5", "--camera", "mock"], 2),
            (["configure", "--mode", "500:500", "--camera", "mock"], 6),
            (["configure", "--rotation", "90", "--camera", "mock"], 6),
            (["configure", "--roles", "film", "--camera", "mock"], 2),
            (["list"], 6), (["doctor", "-o", "no/such"], 6),
            (["doctor", "-o", "no/such", "--camera", "mock"], 8),
            (["doctor", "--min-free", "9000T", "--camera", "mock"], 7),
        ] as [([String], Int32)])
    func whatIsWrongIsOneLineAndItsStatus(words: [String], status: Int32) throws {
        let scratch = try Scratch()
        let run = try Run.prism(words, directory: scratch.url)
        #expect(run.status == status, "\(run.error)")
        #expect(run.errorLines.count == 1)
        #expect(run.error.hasPrefix("prism: "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    @Test func aNameThatIsNotUTF8IsRefusedBeforeItNamesAnotherFile() throws {
        let scratch = try Scratch()
        let line = "'\(Run.prism)' still --camera mock --size 320x240 -o \"$(printf '\\344').jpg\""
        let run = try Run("/bin/sh", ["-c", line], directory: scratch.url)
        #expect(run.status == 2 && run.errorLines.count == 1, "\(run.error)")
        #expect(run.error.contains("is not UTF-8"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    @Test(
        arguments: [
            (["--flicker", "49hz"], "--flicker: \"49hz\": use off, auto, 50hz, 60hz"),
            (["--ccm", "1,2"], "--ccm: \"1,2\": not a colour matrix"),
            (["--focus", "near"], "--focus: \"near\""), (["--zoom", "x"], "--zoom: \"x\""),
        ] as [([String], String)])
    func aRefusalNamesItsOptionOnce(words: [String], text: String) throws {
        let run = try Run.prism(["still", "-o", "a.jpg", "--camera", "mock"] + words)
        #expect(run.status == 2 && run.error.hasPrefix("prism: \(text)"), "\(run.error)")
    }

    @Test func anErrorIsAlsoAnObjectWithJSON() throws {
        let run = try Run.prism(["still", "-o", "a.jpg", "--camera", "mock:fault=busy", "--json"])
        #expect(run.status == 4)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect(object?["code"] as? String == "busy")
        #expect(object?["exitStatus"] as? Int == 4)
        #expect(run.error.contains("no process holds a simulated camera"))
    }

    @Test func aStillIsWholeAndSaysWhatItIs() throws {
        let scratch = try Scratch()
        let words = [
            "still", "-o", scratch.path("a.jpg"), "--camera", "mock:imx219,clock=virtual", "--size",
            "640x480", "--shutter", "1/50", "--gain", "2", "--json",
        ]
        let run = try Run.prism(words)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.error == "")
        let last = run.outputLines.last ?? ""
        let object = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
        let applied = object?["applied"] as? [String: Any]
        #expect(object?["width"] as? Int == 640)
        // A sensor exposes whole lines: nearly what was asked for.
        let exposure = applied?["exposureTime"] as? Int ?? 0
        #expect(abs(exposure - 20_000_000) < 50_000)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("a.jpg")))
        #expect(object?["bytes"] as? Int == bytes.count)
        #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.suffix(2) == Data([0xFF, 0xD9]))
        let again = try Run.prism(words)
        #expect(again.status == 2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path("a.jpg"))) == bytes)
        #expect(try Run.prism(words + ["--overwrite"]).status == 0)
    }

    @Test func aPictureGoesToStandardOutput() throws {
        let scratch = try Scratch()
        let script = "\"$0\" still -o - -e png --size 320x240 --camera mock:clock=virtual > out.png"
        let run = try Run("/bin/sh", ["-c", script, Run.prism], directory: scratch.url)
        #expect(run.status == 0, "\(run.error)")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.path("out.png")))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }

    @Test func aFullDiskIsSaidSo() throws {
        let script = "\"$0\" still -o - -e jpg --immediate --size 320x240 --camera mock > /dev/full"
        let run = try Run("/bin/sh", ["-c", script, Run.prism])
        #expect(run.status == 7)
        #expect(run.errorLines.count == 1)
        #expect(run.error.contains("No space left"))
    }

    @Test func aClosedPipeEndsNothing() throws {
        let scratch = try Scratch()
        let script = """
            { "$0" timelapse --every 100ms --count 10 -o '%d.jpg' --size 320x240 \
                --camera mock:clock=virtual --timeout 0 --json; echo $? > status; } | :
            """
        _ = try Run("/bin/sh", ["-c", script, Run.prism], directory: scratch.url)
        #expect(scratch.text("status") == "0\n")
        #expect(FileManager.default.fileExists(atPath: scratch.path("9.jpg")))
    }

    @Test func aTimelapseTellsOfEachShotAndCanBeGoneOnWith() throws {
        let scratch = try Scratch()
        let words = [
            "timelapse", "--every", "10s", "-o", scratch.path("d/%04d.jpg"), "--size", "320x240",
            "--camera", "mock:clock=virtual", "--json", "--count",
        ]
        let run = try Run.prism(words + ["4"])
        #expect(run.status == 0, "\(run.error)")
        let events = try run.outputLines.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(
            events.map { $0?["event"] as? String } == [
                "camera", "saved", "saved", "saved", "saved", "summary",
            ])
        #expect(events.dropFirst().dropLast().map { $0?["index"] as? Int } == [0, 1, 2, 3])
        #expect(try Run.prism(words + ["4"]).status == 2)
        let more = try Run.prism(words + ["6", "--resume"])
        #expect(more.status == 0, "\(more.error)")
        let files = try FileManager.default.contentsOfDirectory(atPath: scratch.path("d"))
        #expect(files.filter { $0.hasSuffix(".jpg") }.sorted() == (0..<6).map { "000\($0).jpg" })
    }

    @Test func versionHelpAndListNeedNothing() throws {
        #expect(try Run.prism(["--version"]).output == "prism \(Version.text)\n")
        #expect(try Run.prism(["--help"]).output == CommandTable.prism.help)
        #expect(
            try Run.prism(["help", "still"]).output
                == CommandTable.prism.help(for: StillCommand.command))
        let list = try Run.prism(["list"], environment: ["PRISM_CAMERA": "mock:imx477"])
        #expect(list.status == 0)
        #expect(list.output.hasPrefix("0 : imx477 [4056x3040] ("))
    }
}
