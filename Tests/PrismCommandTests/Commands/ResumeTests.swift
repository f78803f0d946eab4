// SPDX-License-Identifier: MIT
// timelapse --resume: what is missing or damaged is told, by name and by count.

import Foundation
import Testing

@Suite(.serialized) struct ResumeTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func lapse(_ words: String...) throws -> Run {
        try Run.prism(
            [
                "timelapse", "--every", "100ms", "--count", "5", "-o", "d/%03d.jpg", "--size",
                "320x240", "--timeout", "0", "--camera", "mock:clock=virtual",
            ] + words, directory: scratch.url)
    }

    @Test func picturesThatAreMissingOrDamagedAreNamed() throws {
        #expect(try lapse().status == 0)
        #expect(try lapse("--resume").error == "")
        try Data().write(to: scratch.url.appendingPathComponent("d/003.jpg"))
        try FileManager.default.removeItem(atPath: scratch.path("d/002.jpg"))
        let run = try lapse("--resume", "--json")
        #expect(run.status == 0)
        let lost = "prism: 1 picture is missing: 002.jpg; 1 picture is damaged: 003.jpg"
        let line = "\(lost) (their time has passed: they are not taken again)"
        #expect(run.errorLines.map(String.init) == [line])
        #expect(
            run.output.contains(
                "{\"event\":\"resumed\",\"missing\":[\"002.jpg\"],\"damaged\":[\"003.jpg\"]}"))
    }
}
