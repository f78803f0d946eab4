// SPDX-License-Identifier: MIT
// No option is honoured without a difference: in the wishes that reach the camera, in the file, or in what is said.

import PrismCore
import Testing

@testable import prism

@Suite struct CompatHonourTests {
    /// Words that make a difference, by option; empty: read before there is a request, and tested by name elsewhere.
    private static let evidence: [String: [String]] = [
        "help": [], "version": [], "list-cameras": [], "config": [],
        "camera": ["--camera", "mock:imx219"], "verbose": ["--verbose", "2"],
        "info-text": ["--info-text", "%frame"], "timeout": ["-t", "1s"],
        "output": ["-o", "b%04d.jpg"], "metadata": ["--metadata", "m.json"],
        "metadata-format": ["--metadata", "m", "--metadata-format", "txt"],
        "nopreview": ["-n"], "wrap": ["--wrap", "3"],
        "width": ["--width", "320", "--height", "240"],
        "height": ["--width", "320", "--height", "240"], "hflip": ["--hflip"],
        "vflip": ["--vflip"], "rotation": ["--rotation", "180"],
        "roi": ["--roi", "0.25,0.25,0.5,0.5"], "shutter": ["--shutter", "1000"],
        "gain": ["--gain", "2"], "analoggain": ["--analoggain", "2"],
        "metering": ["--metering", "spot"], "exposure": ["--exposure", "sport"],
        "ev": ["--ev", "1"], "flicker-period": ["--flicker-period", "50Hz"],
        "framerate": ["--framerate", "10"], "mode": ["--mode", "2304:1296:10:P"],
        "buffer-count": ["--buffer-count", "8"], "tuning-file": ["--tuning-file", "t.json"],
        "hdr": ["--hdr", "single-exp"], "awb": ["--awb", "cloudy"],
        "awbgains": ["--awbgains", "2,2"],
        "ccm": ["--awbgains", "2,2", "--ccm", "1,0,0,0,1,0,0,0,1"],
        "brightness": ["--brightness", "0.1"], "contrast": ["--contrast", "2"],
        "saturation": ["--saturation", "0"], "sharpness": ["--sharpness", "2"],
        "denoise": ["--denoise", "off"], "autofocus-mode": ["--autofocus-mode", "auto"],
        "autofocus-range": ["--autofocus-range", "macro"],
        "autofocus-speed": ["--autofocus-speed", "fast"],
        "autofocus-window": ["--autofocus-window", "0,0,0.5,0.5"],
        "lens-position": ["--lens-position", "2"], "quality": ["-q", "11"],
        "exif": ["-x", "IFD0.Artist=a"], "timelapse": ["--timelapse", "1s"],
        "framestart": ["--framestart", "7"], "datetime": ["--datetime"],
        "timestamp": ["--timestamp"], "restart": ["--restart", "4"], "keypress": ["-k"],
        "signal": ["-s"], "thumb": ["--thumb", "none"], "encoding": ["-e", "png"], "raw": ["-r"],
        "latest": ["--latest", "l.jpg"], "immediate": ["--immediate"],
        "autofocus-on-capture": ["--autofocus-on-capture"], "codec": ["--codec", "yuv420"],
        "save-pts": ["--save-pts", "p.txt"], "initial": ["--initial", "pause"],
        "split": ["--split"], "segment": ["--segment", "1"], "frames": ["--frames", "3"],
        "sync": [],
    ]

    /// What other options an option has no meaning without, by option.
    private static let company: [String: [String]] = [
        "metadata-format": ["--metadata", "m"], "ccm": ["--awbgains", "2,2"],
        "split": ["-s"],
    ]

    @Test(arguments: [CompatApp.hello, .still, .jpeg, .vid, .raw])
    func everyHonouredOptionMakesADifference(app: CompatApp) throws {
        for option in CompatTable.options(of: app) where option.verdict(in: app) == .honoured {
            let words = try #require(
                CompatHonourTests.evidence[option.name],
                "--\(option.name) is honoured: show what difference it makes")
            let isIdle = CompatRequest.idle(in: app).contains { $0.name == option.name }
            if isIdle {
                #expect(try warnings(words, app).contains { $0.hasPrefix("--\(option.name) ") })
            }
            guard !words.isEmpty, !isIdle else { continue }
            let company = CompatHonourTests.company[option.name] ?? []
            let without = try request(company, app)
            let with = try request(option.name == "split" ? company + words : words, app)
            #expect(with != without, "\(app): --\(option.name)")
        }
    }

    /// All that a request says, without its names of places in memory.
    private func request(_ words: [String], _ app: CompatApp) throws -> String {
        "\(try read(words, app))"
    }

    private func warnings(_ words: [String], _ app: CompatApp) throws -> [String] {
        try read(words, app).warnings
    }

    private func read(_ words: [String], _ app: CompatApp) throws -> CompatRequest {
        let isNamed = words.contains("-o")
        let output = app.family == .hello || isNamed ? [] : ["-o", "a%04d.jpg"]
        let codec = app == .vid && !words.contains("--codec") ? ["--codec", "mjpeg"] : []
        let arguments = try CompatReader.read(output + codec + words, for: app) {
            (_: String) throws(PrismError) in ""
        }
        return try CompatRequest(arguments, app: app, environment: "mock:imx708")
    }
}
