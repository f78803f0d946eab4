// SPDX-License-Identifier: MIT
// What prism preview hands to the program with the screen.

import PrismCapture
import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct PreviewCommandTests {
    private func plan(_ words: [String]) throws(PrismError) -> PreviewPlan {
        guard case .run(_, let arguments) = try CommandTable.prism.read(["preview"] + words) else {
            throw PrismError(.usage, "not a command")
        }
        return try PreviewPlan(arguments)
    }

    @Test func withoutOptionsItIsUntilTold() throws {
        #expect(try plan([]) == PreviewPlan())
    }

    @Test func everyOptionArrives() throws {
        let words = [
            "--camera", "mock:imx219", "--size", "640x480", "--preview-backend", "drm",
            "--connector", "DSI-1", "--mode", "800x480@60", "--fit", "fill", "--rotate", "270",
            "--mirror", "-o", "%06d.jpg", "-q", "80", "-t", "5s", "--screenshot", "s.png", "--info",
            "--json", "--chain", "sepia", "--shutter", "1/50", "--gain", "2", "--ev", "-0.5",
            "--awbgains", "1.5,2", "--framerate", "25", "--grid", "golden", "--aspect", "4:3",
            "--telemetry", "--histogram", "--theme", "large-text",
        ]
        var expected = PreviewPlan()
        expected.camera = "mock:imx219"
        (expected.width, expected.height) = (640, 480)
        expected.backend = "drm"
        expected.connector = "DSI-1"
        expected.mode = "800x480@60"
        expected.fills = true
        expected.quarters = 3
        expected.isMirrored = true
        expected.output = "%06d.jpg"
        expected.quality = 80
        expected.duration = 5_000_000_000
        expected.screenshot = "s.png"
        expected.showsInfo = true
        expected.isJSON = true
        expected.chain = "sepia"
        expected.exposureTime = 20_000_000
        expected.analogueGain = 2
        expected.exposureValue = -0.5
        expected.colourGains = [1.5, 2]
        expected.frameDuration = 40_000_000
        expected.grid = "golden"
        expected.aspect = "4:3"
        expected.showsTelemetry = true
        expected.showsHistogram = true
        expected.theme = "large-text"
        #expect(try plan(words) == expected)
    }

    @Test func rpicamsTimeIsInMilliseconds() throws {
        #expect(try plan(["-t", "2500"]).duration == 2_500_000_000)
        #expect(try plan(["-t", "0"]).duration == nil)
    }

    @Test(arguments: [
        ["--camera", "nothing"], ["--rotate", "45"], ["--fit", "stretch"], ["-o", "photo.gif"],
        ["--screenshot", "s.bmp"], ["--width", "640"], ["--mode", ""], ["-o", "a.png", "-q", "90"],
        ["--aspect", "4"], ["--grid", "x"], ["--theme", ""], ["--preview-backend", ""],
        ["--connector", ""],
    ])
    func badInputIsRefusedBeforeAnythingIsOpened(_ words: [String]) {
        #expect(prismError { try plan(words) }?.code == .usage)
    }
}
