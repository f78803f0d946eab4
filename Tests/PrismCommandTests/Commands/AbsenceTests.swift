// SPDX-License-Identifier: MIT
// A camera that is unplugged during a time-lapse: told once, waited for, but not beyond the run's end.

import Testing

@Suite(.serialized) struct AbsenceTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func lapse(_ words: String..., fault: String = "unplug@20") throws -> Run {
        try Run.prism(
            [
                "timelapse", "--every", "200ms", "-o", "d/%03d.jpg", "--size", "320x240",
                "--timeout", "0", "--camera", "mock:imx219,fault=\(fault)",
            ] + words, directory: scratch.url)
    }

    @Test(arguments: [["--count", "10"], ["--for", "2s"]])
    func aCameraThatStaysAwayEndsTheRunAtItsBound(bound: [String]) throws {
        let run = try lapse(bound[0], bound[1], "--json")
        #expect(run.status == 10)
        #expect(run.outputLines.filter { $0.contains("\"event\":\"unplugged\"") }.count == 1)
        let saved = run.outputLines.count { $0.contains("\"saved\"") }
        #expect(saved > 0 && saved < 10)
        #expect(run.output.contains("\"through\":9,\"reason\":\"unplugged\""))
        let summary = "{\"event\":\"summary\",\"done\":\(saved),\"skipped\":\(10 - saved),"
        #expect(run.outputLines.count { $0.hasPrefix(summary) } == 1)
        #expect(run.outputLines.last?.contains("\"event\":\"error\"") == true)
    }

    @Test func theWaitIsToldOnceAndSoIsItsEnd() throws {
        let run = try lapse("--count", "10")
        #expect(run.status == 10)
        #expect(
            run.errorLines == [
                "prism: the camera was unplugged; waiting for it",
                "prism: the camera was unplugged and did not come back before the run's end",
            ])
        #expect(run.outputLines.count == 1 && run.output.contains(" pictures, "))
    }

    @Test func aCameraThatComesBackLetsTheRunGoOn() throws {
        let run = try lapse("--count", "30", fault: "unplug@20:600")
        #expect(run.status == 0)
        #expect(
            run.errorLines == [
                "prism: the camera was unplugged; waiting for it",
                "prism: the camera is back; the run goes on",
            ])
        #expect(run.output.contains("complete") && !run.output.contains(", 0 skipped"))
    }
}
