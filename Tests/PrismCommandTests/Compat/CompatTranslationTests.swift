// SPDX-License-Identifier: MIT
// Each honoured option changes the wishes that reach the camera or the file, and only those.

import PrismCore
import PrismImage
import PrismTesting
import Testing

@testable import prism

@Suite struct CompatTranslationTests {
    static func request(_ words: String..., app: CompatApp = .still) throws(PrismError)
        -> CompatRequest
    {
        try request(words, app)
    }

    static func request(
        _ words: [String], _ app: CompatApp = .still
    ) throws(PrismError) -> CompatRequest {
        let output = app.family == .hello || words.contains("-o") ? [] : ["-o", "a%04d.jpg"]
        let codec = app == .vid && !words.contains("--codec") ? ["--codec", "mjpeg"] : []
        let arguments = try CompatReader.read(output + codec + words, for: app) {
            (_: String) throws(PrismError) in ""
        }
        return try CompatRequest(arguments, app: app, environment: "mock:imx708")
    }

    private func settings(_ words: String..., app: CompatApp = .still) throws -> ControlSettings {
        try Self.request(words, app).picture.settings
    }

    @Test func withoutOptionsNothingIsHeld() throws {
        let still = try Self.request()
        #expect(still.picture.settings == .with { $0.noiseReduction = .highQuality })
        #expect(still.picture.size == nil && still.length == 5_000_000_000)
        #expect(still.picture.quality == 93 && still.timing == .atEnd && still.warnings.isEmpty)
        let video = try Self.request(app: .vid)
        #expect(video.picture.size == PixelSize(width: 640, height: 480))
        #expect(video.picture.quality == 50 && video.picture.settings.noiseReduction == .fast)
        #expect(video.picture.settings.frameDuration == 33_333_333...33_333_333)
    }

    @Test(
        arguments: [
            (["--shutter", "20000"], "shutter=20ms"), (["--shutter", "1/50"], "shutter=20ms"),
            (["--gain", "2"], "gain=2"), (["--analoggain", "2"], "gain=2"),
            (["--shutter", "0", "--gain", "0"], nil),
            (["--metering", "average"], "metering=matrix"),
            (["--metering", "centre"], "metering=centreWeighted"),
            (["--exposure", "sport"], "exposure-mode=short"), (["--ev", "-0.5"], "ev=-0.5"),
            (["--flicker-period", "10000us"], "flicker=10ms"),
            (["--flicker-period", "50Hz"], "flicker=50hz"),
            (["--awb", "daylight"], "awb=daylight"),
            (["--awb", "auto"], "awb=auto"), (["--brightness", "-0.2"], "brightness=-0.2"),
            (["--contrast", "1.2"], "contrast=1.2"), (["--saturation", "0"], "saturation=0"),
            (["--sharpness", "2"], "sharpness=2"), (["--denoise", "cdn_off"], "denoise=minimal"),
            (["--hdr"], "hdr=singleExposure"), (["--hdr", "off"], nil),
            (["--autofocus-mode", "continuous"], "focus=continuous"),
            (["--autofocus-range", "macro"], "focus-range=macro"),
            (["--autofocus-speed", "fast"], "focus-speed=fast"),
            (["--lens-position", "default"], "focus=hyperfocal"),
            (["--lens-position", "2.5"], "focus=2.5"), (["--roi", "0.25,0.25,0.5,0.5"], "zoom=2"),
        ] as [([String], String?)])
    func anOptionBecomesItsControl(words: [String], control: String?) throws {
        var expected = ControlSettings.with { $0.noiseReduction = .highQuality }
        if let control { expected = try expected.merging(ControlReader.assignment(control)) }
        #expect(try Self.request(words).picture.settings == expected)
    }

    @Test func coloursBecomeGainsAndAMatrix() throws {
        let made = try settings("--awbgains", "1.5,1.25", "--ccm", "1,0,0,0,1,0,0,0,1")
        #expect(made.whiteBalance == .gains(ColourGains(red: 1.5, blue: 1.25)))
        #expect(made.colourMatrix == .identity)
        #expect(try settings("--awbgains", "0,0").whiteBalance == nil)
    }

    @Test func sizeModeAndTurningReachTheCamera() throws {
        let request = try Self.request(
            "--width", "640", "--height", "480", "--mode", "2304:1296:10:P", "--hflip",
            "--rotation", "180", "--buffer-count", "7", "--tuning-file", "x.json")
        #expect(request.picture.size == PixelSize(width: 640, height: 480))
        #expect(request.picture.mode == .pinned(PixelSize(width: 2304, height: 1296), bitDepth: 10))
        #expect(request.picture.photo.transform == CameraTransform(vertical: true))
        #expect(request.bufferCount == 7 && request.tuningFile == "x.json")
        #expect(try Self.request("--vflip").picture.photo.transform?.description == "vflip")
        let rate = try Self.request("--framerate", "10", app: .hello).picture.settings
        #expect(rate.frameDuration == 100_000_000...100_000_000)
    }

    @Test func theFileIsAsAskedFor() throws {
        let request = try Self.request(
            "-q", "80", "-x", "IFD0.Artist=a", "--exif", "EXIF.FNumber=2", "--restart", "4",
            "--thumb", "160:120:50", "-r", "--latest", "l.jpg")
        #expect(request.picture.quality == 80 && request.picture.photo.restartInterval == 4)
        #expect(request.picture.photo.thumbnail?.width == 160)
        #expect(request.picture.photo.tags.count == 2)
        #expect(request.writesRaw && request.latest == "l.jpg")
        for (word, encoding) in [
            ("png", PictureOptions.Encoding.png), ("rgb", .rgb), ("rgb24", .rgb), ("bmp", .bmp),
            ("yuv420", .yuv420),
        ] { #expect(try Self.request("-e", word).picture.encoding == encoding) }
    }

    @Test func timingIsRead() throws {
        #expect(try Self.request("-t", "0").length == nil)
        #expect(try Self.request("-t", "2s").length == 2_000_000_000)
        #expect(try Self.request("--immediate").timing == .immediate)
        #expect(try Self.request("--timelapse", "3500").timing == .every(3_500_000_000))
        #expect(try Self.request("-k").timing == .onPress)
        #expect(try Self.request("-s").takesSignals)
    }

    @Test func focusWaitsForACamera() throws {
        #expect(try Self.request().focus.isContinuousWherePossible)
        #expect(try !Self.request("--lens-position", "1").focus.isContinuousWherePossible)
        let capture = try Self.request("--autofocus-on-capture").focus
        #expect(capture.focusesOnCapture && !capture.isContinuousWherePossible)
        let window = try Self.request("--autofocus-window", "0.25,0.25,0.5,0.5").focus.window
        #expect(window == ImageRegion(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
    }

    @Test(
        arguments: [
            (CompatApp.still, ["--timelapse", "1s", "-k"], "excludes"),
            (.still, ["-t", "5x"], "unknown unit"),
            (.still, ["--rotation", "45"], "0, 90, 180 or 270"),
            (.hello, ["--rotation", "90"], "0 or 180"),
            (.still, ["--roi", "0,0,0.5,0.25"], "same part"),
            (.still, ["--roi", "0.9,0,0.5,0.5"], "--roi: \"0.9,0,0.5,0.5\": it does not lie in"),
            (.still, ["-e", "rgb48"], "8 bits"), (.still, ["-e", "tiff"], "use jpg"),
            (.still, ["--ccm", "1,0,0,0,1,0,0,0,1"], "needs --awbgains"),
            (.still, ["--width", "640"], "needs --height"),
            (.still, ["--camera", "1"], "no camera 1"),
            (.still, ["-o", "%d-%d.jpg"], "only one number"), (.still, ["-o", "%s.jpg"], "%04d"),
            (.still, ["--gain", "1", "--analoggain", "2"], "same"),
            (.still, ["--hdr", "x"], "use"),
            (.still, ["--metadata", "m", "--metadata-format", "xml"], "json, txt"),
            (.still, ["--post-process-file", "x"], "prism still --chain"),
            (.vid, ["--codec", "h264"], "prism-video"), (.vid, ["--circular"], "prism-video"),
            (.vid, ["-o", "tcp://1.2.3.4:5"], "network"),
            (.vid, ["--sync", "server"], "synchronised"),
            (.vid, ["--listen"], "network"), (.vid, ["--segment", "1", "--split"], "excludes"),
            (.vid, ["--initial", "stop"], "record or pause"), (.vid, ["--libav-audio"], "sound"),
        ] as [(CompatApp, [String], String)])
    func whatCannotBeIsRefusedByName(app: CompatApp, words: [String], part: String) {
        let error = prismError { try Self.request(words, app) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func whatDoesNothingIsSaid() throws {
        let request = try Self.request(
            "--preview", "0,0,1,1", "--lores-width", "64", "--zsl", "--flush")
        #expect(request.warnings.count == 2)
        #expect(request.warnings[0].contains("preview window"))
        let replacing = try Self.request("--timelapse", "1s", "-o", "a.jpg").warnings
        #expect(replacing.count == 1 && replacing[0].contains("has no number"))
        #expect(try Self.request("-b", "10M", app: .vid).warnings.count == 1)
    }
}
