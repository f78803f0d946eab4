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
        Refusal("-o o.jpg", 2, "--from"),
        Refusal("--from f0.dng", 2, "--output"),
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
