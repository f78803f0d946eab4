// SPDX-License-Identifier: MIT
// prism night from a command line: bad input first, then a burst, its files and its JSON.

import Foundation
import PrismCore
import PrismImage
import Testing

@Suite struct NightCommandTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func night(_ arguments: String...) throws -> Run {
        try Run(Run.prism, ["night"] + arguments, directory: scratch.url)
    }

    private func frames(_ count: Int) throws -> [String] {
        var values: [UInt16] = []
        for place in 0..<96 * 64 {
            let texture: Int = (place * 37 + place / 96 * 101) % 97
            values.append(UInt16(400 + texture * 5))
        }
        return try (0..<count).map { (index: Int) throws -> String in
            let samples = RawSamples(values)
            let facts = RawFacts(order: .rggb, bits: 12, black: 256, white: 4095)
            let image = try RawImage(samples, width: 96, height: 64, facts: facts)
            let file = try AtomicFile(path: scratch.path("f\(index).dng"))
            _ = try DNGEncoder().encode(image, to: file.fileDescriptor)
            try file.publish()
            return "f\(index).dng"
        }
    }

    /// A command line that is refused: its words, the exit status, and a word of the message.
    struct Refusal: Sendable {
        let words: String
        let status: Int32
        let message: String

        init(_ words: String, _ status: Int32, _ message: String) {
            (self.words, self.status, self.message) = (words, status, message)
        }
    }

    static let refusals: [Refusal] = [
        Refusal("--from f0.dng", 2, "--output"),
        Refusal("--camera mock", 2, "--output"),
        Refusal("--camera mock -o o.jpg f0.dng", 2, "--from"),
        Refusal("--camera mock -o o.jpg --tripod", 2, "--tripod is for files"),
        Refusal("--camera mock -o o.jpg --hand --stable", 2, "exclude each other"),
        Refusal("--camera mock -o o.jpg --astro 5h", 2, "1s to 4h"),
        Refusal("--camera mock -o o.jpg --frames 0", 2, "1 to 250"),
        Refusal("--camera mock -o o.jpg --gain 500 --frames 2", 6, "the camera takes"),
        Refusal("--camera mock:imx708,fault=busy -o o.jpg", 4, "busy"),
        Refusal("--from f0.dng -o o.jpg --hand", 2, "--hand is for a camera"),
        Refusal("--from f0.dng -o o.png", 2, "JPEG"),
        Refusal("--from f0.dng -o o.jpg --ev 9", 2, "0 to 6"),
        Refusal("--from f0.dng -o o.jpg --merged o.jpg", 2, "same name"),
        Refusal("--from f0.dng -o q.jpg --report f0.dng", 2, "exists"),
        Refusal("--from absent.dng -o o.jpg", 8, "absent.dng"),
        Refusal("--from text.dng -o o.jpg", 12, "text.dng"),
        Refusal("--from . -o o.jpg", 12, "regular file"),
        Refusal("--from f0.dng -o no/o.jpg", 8, "no"),
    ]

    @Test(arguments: refusals) func badInputIsOneLineAndItsStatus(_ refusal: Refusal) throws {
        _ = try frames(1)
        try Data("text".utf8).write(to: URL(fileURLWithPath: scratch.path("text.dng")))
        let words = refusal.words.split(separator: " ").map(String.init)
        let run = try Run(Run.prism, ["night"] + words, directory: scratch.url)
        #expect(run.status == refusal.status, "\(run.error)")
        #expect(run.errorLines.count == 1 && run.error.contains(refusal.message), "\(run.error)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path("o.jpg")))
    }

    @Test func aBurstIsToldInJSON() throws {
        let names = try frames(3)
        let run = try Run(
            Run.prism,
            ["night", "--from"] + names + ["-o", "o.jpg", "--report", "r.json", "--json"],
            directory: scratch.url)
        #expect(run.status == 0, "\(run.error)")
        let events = try run.outputLines.map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(events.filter { $0["event"] as? String == "frame" }.count == 3)
        let last = try #require(events.last)
        #expect(last["event"] as? String == "saved" && last["frames"] as? Int == 3)
        #expect((last["outputs"] as? [[String: Any]])?.count == 2)
    }

    private static let nightCamera = "mock:ov5647,scene=night,clock=virtual"

    private func events(_ run: Run) throws -> [[String: Any]] {
        try run.outputLines.map { line in
            try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func aPlanIsExplainedAndNothingTaken() throws {
        let run = try night("--camera", Self.nightCamera, "--plan", "--stable")
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("frames of") && run.output.contains("on a stand"))
        #expect(run.outputLines.count > 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).isEmpty)
    }

    @Test func aNightPhotographIsTakenAndToldInJSON() throws {
        let run = try night(
            "--camera", Self.nightCamera, "--stable", "--frames", "4", "--raw", "-o", "n.jpg",
            "--report", "n.json", "--keep", "frames", "--json")
        #expect(run.status == 0, "\(run.error)")
        let events = try events(run)
        let kinds = events.compactMap { $0["event"] as? String }
        #expect(kinds.first == "metering" && kinds.last == "saved")
        #expect(kinds.contains("plan") && kinds.filter { $0 == "step" }.count == 4)
        let capture = try #require(events.last?["capture"] as? [String: Any])
        #expect(capture["restored"] as? Bool == true && capture["end"] as? String == "complete")
        let merged = try RawReader().read(scratch.path("n.dng"))
        #expect(merged.width == 2592 && merged.facts.bits == 14)
        let kept = try FileManager.default.contentsOfDirectory(atPath: scratch.path("frames"))
        #expect(kept.count == 4)
        let again = try night(
            "--from", "frames/frame-0000.dng", "frames/frame-0001.dng", "frames/frame-0002.dng",
            "frames/frame-0003.dng", "--reference", "first", "-o", "f.jpg", "--merged", "f.dng")
        #expect(again.status == 0, "\(again.error)")
        let files = try RawReader().read(scratch.path("f.dng"))
        let same = merged.withSamples { one in files.withSamples { two in one.elementsEqual(two) } }
        #expect(same, "live and files give the same samples")
    }

    @Test func aSignalEndsItWithTheBestSoFar() throws {
        let running = try Running(
            Run.prism,
            [
                "night", "--camera", Self.nightCamera, "--stable", "--frames", "200", "-o",
                "n.jpg", "--json",
            ], directory: scratch.url)
        running.wait(for: "\"done\":3")
        kill(running.pid, SIGINT)
        let run = running.finish()
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("\"end\":\"cancelled\""))
        #expect(FileManager.default.fileExists(atPath: scratch.path("n.jpg")))
    }

    @Test func aKillLeavesNothingAndTheNextOneWorks() throws {
        let words = [
            "night", "--camera", Self.nightCamera, "--stable", "--frames", "200", "-o", "n.jpg",
            "--json",
        ]
        let running = try Running(Run.prism, words, directory: scratch.url)
        running.wait(for: "\"done\":3")
        kill(running.pid, SIGKILL)
        #expect(running.finish().status == 128 + SIGKILL)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("n.jpg")))
        let again = try night("--camera", Self.nightCamera, "--frames", "2", "-o", "n.jpg")
        #expect(again.status == 0, "\(again.error)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) == ["n.jpg"])
    }

    @Test func calibrationsSayWhatTheyLack() throws {
        let pairs = try Run(
            Run.prism, ["calibrate", "noise", "--from", "one.dng"], directory: scratch.url)
        #expect(pairs.status == 2 && pairs.error.contains("pairs"))
        let dark = try Run(
            Run.prism, ["calibrate", "dark", "--camera", "mock"], directory: scratch.url)
        #expect(dark.status == 2 && dark.error.contains("--shutter"))
        let gains = try Run(
            Run.prism, ["calibrate", "noise", "--gains", "4,2"], directory: scratch.url)
        #expect(gains.status == 2 && gains.error.contains("rising"))
    }

    @Test func anExistingPictureIsKept() throws {
        let name = try frames(1)[0]
        #expect(try night("--from", name, "-o", "o.jpg").status == 0)
        let again = try night("--from", name, "-o", "o.jpg")
        #expect(again.status == 2 && again.error.contains("--overwrite"))
        #expect(try night("--from", name, "-o", "o.jpg", "--overwrite").status == 0)
    }

    @Test func aRawImageLiesBesideThePhotograph() throws {
        let run = try Run(
            Run.prism,
            [
                "still", "--camera", "mock:ov5647,clock=virtual", "--size", "320x240", "--raw",
                "-o", "p.jpg", "--json",
            ], directory: scratch.url)
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("\"raw\":\"p.dng\""))
        let image = try RawReader().read(scratch.path("p.dng"))
        #expect(image.width == 2592 && image.height == 1944 && image.facts.bits == 10)
        #expect(image.facts.photo.model == "ov5647")
        let refused = try Run(
            Run.prism, ["still", "--camera", "mock", "--raw", "-o", "-", "-e", "jpg"],
            directory: scratch.url)
        #expect(refused.status == 2 && refused.error.contains("--raw"))
    }
}
