// SPDX-License-Identifier: MIT
// --json holds for every command of the table: objects and nothing else on standard output.

import Foundation
import Testing

@testable import prism

@Suite struct JSONTests {
    /// One command line for each command; the simulated camera is the environment's.
    private static let lines: [String: [String]] = [
        "still": ["-o", "a.jpg", "--immediate", "--size", "320x240"],
        "preview": ["--preview-backend", "null", "-t", "200ms", "--size", "320x240"],
        "timelapse": [
            "-o", "d/%02d.jpg", "--every", "100ms", "--count", "2", "--size", "320x240",
        ],
        "night": ["--from", "raw.dng", "-o", "night.jpg"],
        "filter": ["raw.jpg", "-o", "b.jpg", "--chain", "sepia"],
        "list": [], "controls": [], "configure": ["--size", "320x240"], "doctor": [],
        "boards": [], "tuning": [], "bridge build": ["-o", "no/such/directory"],
        "serve": ["--socket", "no/such/directory/s"], "shell": [],
        "compat install": ["--dir", "."], "compat remove": ["--dir", "."],
        "compat explain": ["--", "rpicam-still", "-o", "a.jpg"], "help": [],
        "completion": ["bash"], "calibrate noise": ["--gains", "1", "-o", "n.json5"],
        "calibrate dark": ["--shutter", "1/100", "--gain", "2", "--darks", "."],
        "calibrate hot": ["--shutter", "1/100", "--gain", "2", "-o", "h.json5"],
    ]

    /// Lines that end with an error, because what they need for a good end (a covered lens) is not there or never comes.
    private static let refused: Set = ["bridge build", "serve", "calibrate dark", "calibrate hot"]

    @Test(arguments: CommandTable.prism.commands.map(\.name))
    func everyLineOfEveryCommandIsAnObject(name: String) throws {
        let words = try #require(JSONTests.lines[name], "add a line for prism \(name)")
        let scratch = try Scratch()
        if words.contains("raw.dng") || words.contains("raw.jpg") {
            let raw = ["still", "-o", "raw.jpg", "--raw", "--size", "320x240", "--immediate"]
            #expect(try run(raw, scratch).status == 0)
        }
        if name == "compat remove" {
            #expect(try run(["compat", "install", "--dir", "."], scratch).status == 0)
        }
        let command = name.split(separator: " ").map(String.init)
        let run = try run(command + ["--json"] + words, scratch)
        #expect(!run.outputLines.isEmpty)
        for line in run.outputLines {
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
            #expect(object is [String: Any], "\(line)")
        }
        let isRefused = JSONTests.refused.contains(name)
        #expect((run.status != 0) == isRefused, "\(run.error)")
        #expect(run.output.contains("\"event\":\"error\"") == isRefused)
    }

    private func run(_ words: [String], _ scratch: Scratch) throws -> Run {
        try Run.prism(words, environment: ["PRISM_CAMERA": "mock:imx219"], directory: scratch.url)
    }

    @Test func aPhotographTellsWhatWasAskedForAndWhatCame() throws {
        let scratch = try Scratch()
        let words = [
            "still", "-o", "a.jpg", "--size", "320x240", "--shutter", "1/50", "--gain", "2", "--ev",
            "0.5", "--json",
        ]
        let line = try #require(try run(words, scratch).outputLines.last)
        let saved = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let requested = try #require(saved["requested"] as? [String: String])
        #expect(requested == ["shutter": "20 ms", "gain": "2.0", "ev": "0.5"])
        let applied = try #require(saved["applied"] as? [String: Any])
        #expect(applied["exposureTime"] as? Int == 19_998_000)
    }
}
