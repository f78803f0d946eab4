// SPDX-License-Identifier: MIT
// From the other suites' options to this program's own: a pure table, so that people can read what they would write.

import PrismCore

/// The same wishes in this program's own words.
struct CompatTranslation: Equatable, Sendable {
    private(set) var words: [String] = []

    init(
        _ arguments: CompatArguments, app: CompatApp, video: CompatVideo?
    ) throws(PrismError) {
        for row in CompatTranslation.rows {
            guard let text = arguments[row.name] else { continue }
            words += try arguments.explaining(row.name) { () throws(PrismError) in
                try row.words(text)
            }
        }
        for tag in arguments.all("exif") { words += ["--exif", tag] }
        for flag in ["hflip", "vflip"] where arguments.has(flag) { words.append("--\(flag)") }
        words += try CompatTranslation.size(arguments, app)
        words += try CompatTranslation.denoise(arguments, app)
        words += try CompatTranslation.file(arguments, app, video)
        if app.family != .still, let rate = try CompatTranslation.rate(arguments, app) {
            words += ["--framerate", rate]
        }
        try CompatTranslation.check(arguments, app)
    }

    /// The words as a request for pictures.
    func picture(output: String) throws(PrismError) -> PictureRequest {
        let outcome = try ArgumentReader.read(
            words + ["--output=\(output)", "--camera", "mock"], for: StillCommand.command)
        guard case .run(let arguments) = outcome else {
            throw PrismError(.usage, "the options ask for help")
        }
        return try PictureRequest(arguments, output: OutputOptions.file)
    }

    private struct Row: Sendable {
        let name: String
        let words: @Sendable (String) throws(PrismError) -> [String]
    }

    /// An option that keeps its value under another name, or its own; `none` is what it has without the option.
    private static func same(
        _ name: String, as other: String? = nil, unless none: [String] = []
    ) -> Row {
        Row(name: name) { (text: String) throws(PrismError) in
            none.contains(text) ? [] : ["--\(other ?? name)=\(text)"]
        }
    }

    /// An option of few words.
    private static func choice(
        _ name: String, as other: String? = nil, _ words: [String: String?]
    ) -> Row {
        Row(name: name) { (text: String) throws(PrismError) in
            guard let word = words[text] else {
                let known = words.keys.sorted()
                let hint = Suggestion.hint(for: text, among: known)
                throw PrismError(.usage, "\"\(text)\": use \(known.joined(separator: ", "))\(hint)")
            }
            return word.map { ["--\(other ?? name)=\($0)"] } ?? []
        }
    }

    private static let lights = [
        "incandescent", "tungsten", "fluorescent", "indoor", "daylight", "cloudy", "custom",
    ]

    private static let rows: [Row] = [
        same("shutter", unless: ["0"]), same("gain", unless: ["0"]),
        same("analoggain", as: "gain", unless: ["0"]),
        choice(
            "metering",
            [
                "centre": "centreWeighted", "spot": "spot", "average": "matrix", "custom": "custom",
            ]),
        choice(
            "exposure", as: "exposure-mode",
            ["normal": "normal", "sport": "short", "long": "long", "custom": "custom"]),
        same("ev"),
        choice(
            "awb", Dictionary(uniqueKeysWithValues: (["auto"] + lights).map { ($0, $0) })),
        same("awbgains", unless: ["0,0"]), same("ccm"), same("brightness"), same("contrast"),
        same("saturation"), same("sharpness"),
        same("flicker-period", as: "flicker", unless: ["0", "0s"]),
        Row(name: "roi") { (text: String) throws(PrismError) in try zoom(text) },
        Row(name: "rotation") { (text: String) throws(PrismError) in ["--rotation", text] },
        Row(name: "mode") { (text: String) throws(PrismError) in ["--mode", try mode(text)] },
        choice(
            "hdr",
            [
                "off": nil, "auto": "singleExposure", "single-exp": "singleExposure",
                "sensor": "sensor",
            ]),
        choice(
            "autofocus-mode", as: "focus",
            ["default": nil, "manual": "manual", "auto": "auto", "continuous": "continuous"]),
        choice(
            "autofocus-range", as: "focus-range",
            ["normal": "normal", "macro": "macro", "full": "full"]),
        choice("autofocus-speed", as: "focus-speed", ["normal": "normal", "fast": "fast"]),
        Row(name: "lens-position") { (text: String) throws(PrismError) in
            ["--focus", text == "default" ? "hyperfocal" : text]
        },
        same("thumb"), same("restart", unless: ["0"]),
    ]

    /// A part of the picture in its own shape, as a zoom; other shapes would stretch it.
    private static func zoom(_ text: String) throws(PrismError) -> [String] {
        guard let part = try CompatArguments.region(of: text) else { return [] }
        guard part.width > 0, abs(part.width - part.height) < 0.01 else {
            throw PrismError(
                .unsupported, "\"\(text)\": width and height must be the same part of the picture")
        }
        let centre = (part.x + part.width / 2, part.y + part.height / 2)
        return ["--zoom", "\(decimal(1 / part.width))@\(decimal(centre.0)),\(decimal(centre.1))"]
    }

    /// At most nine digits behind the point and no exponent.
    private static func decimal(_ number: Double) -> String {
        let steps = Int64((number * 1_000_000_000).rounded())
        let rest = String(steps % 1_000_000_000)
        let digits = String(repeating: "0", count: 9 - rest.count) + rest
        return "\(steps / 1_000_000_000).\(digits)"
    }

    /// `2304:1296:10:P`; how raw samples are packed is the camera's business.
    private static func mode(_ text: String) throws(PrismError) -> String {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...4).contains(parts.count), parts.count < 4 || ["P", "U"].contains(parts[3])
        else { throw PrismError(.usage, "\"\(text)\": write WIDTH:HEIGHT:BITS:P or :U") }
        return parts.prefix(3).joined(separator: ":")
    }
}

extension CompatTranslation {
    /// 0 is the whole sensor for a photograph, 640x480 for a video.
    private static func size(
        _ arguments: CompatArguments, _ app: CompatApp
    ) throws(PrismError) -> [String] {
        let sides = try ["width", "height"].map { name throws(PrismError) in
            try arguments.whole(name, in: 0...PictureSize.longestSide) ?? 0
        }
        switch (app.family, sides[0], sides[1]) {
        case (.still, 0, 0): return []
        // Nobody sees these frames, so they may be small.
        case (.hello, _, _): return ["--size", "640x480"]
        case (.video, _, _) where app == .raw: return ["--size", "640x480"]
        case (.video, 0, 0): return ["--size", "640x480"]
        case (_, 0, _): throw PrismError(.usage, "--height needs --width")
        case (_, _, 0): throw PrismError(.usage, "--width needs --height")
        case (_, let width, let height): return ["--size", "\(width)x\(height)"]
        }
    }

    /// Photographs have time for the best, frames in a row do not.
    private static func denoise(
        _ arguments: CompatArguments, _ app: CompatApp
    ) throws(PrismError) -> [String] {
        let usual = app.family == .still ? "highQuality" : "fast"
        let words = [
            "auto": usual, "off": "off", "cdn_off": "minimal", "cdn_fast": "fast",
            "cdn_hq": "highQuality",
        ]
        let text = arguments["denoise"] ?? "auto"
        guard let word = words[text] else {
            throw PrismError(
                .usage,
                "--denoise: \"\(text)\": use \(words.keys.sorted().joined(separator: ", "))")
        }
        return ["--denoise", word]
    }

    private static func file(
        _ arguments: CompatArguments, _ app: CompatApp, _ video: CompatVideo?
    ) throws(PrismError) -> [String] {
        let encoding = try encoding(arguments, app, video)
        var words = ["--encoding", encoding]
        if encoding == "jpg" {
            words += ["--quality", arguments["quality"] ?? (app.family == .video ? "50" : "93")]
        }
        return words
    }

    private static func encoding(
        _ arguments: CompatArguments, _ app: CompatApp, _ video: CompatVideo?
    ) throws(PrismError) -> String {
        if let video { return video.codec == .mjpeg ? "jpg" : "yuv420" }
        let text = app == .jpeg ? "jpg" : arguments["encoding"] ?? "jpg"
        switch text {
        case "jpg", "png", "bmp", "yuv420": return text
        case "rgb", "rgb24": return "rgb24"
        case "rgb48":
            throw PrismError(
                .unsupported,
                "--encoding rgb48: pictures have 8 bits a colour; --raw keeps them all")
        default:
            throw PrismError(
                .usage, "--encoding: \"\(text)\": use jpg, png, bmp, rgb or yuv420")
        }
    }

    /// Nothing at all for a preview, 30 for a video; 0 and less leave it to the camera.
    private static func rate(
        _ arguments: CompatArguments, _ app: CompatApp
    ) throws(PrismError) -> String? {
        guard let text = arguments["framerate"] else { return app == .vid ? "30" : nil }
        return text.hasPrefix("-") || text == "0" ? nil : text
    }

    private static func check(
        _ arguments: CompatArguments, _ app: CompatApp
    ) throws(PrismError) {
        if arguments["gain"] != nil, arguments["analoggain"] != nil {
            throw PrismError(.usage, "--gain and --analoggain are the same")
        }
        if arguments["ccm"] != nil, arguments["awbgains"] ?? "0,0" == "0,0" {
            throw PrismError(.usage, "--ccm needs --awbgains")
        }
        if let mode = arguments["autofocus-mode"], mode != "default", mode != "manual",
            arguments["lens-position"] != nil
        {
            throw PrismError(.usage, "--lens-position excludes --autofocus-mode \(mode)")
        }
        guard app.family == .still || ["0", "180", nil].contains(arguments["rotation"]) else {
            throw PrismError(.usage, "--rotation: use 0 or 180")
        }
    }
}
