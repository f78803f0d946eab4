// SPDX-License-Identifier: MIT
// Every control as an option of the commands that take pictures, and how the sensor is read and mirrored.

import PrismCore

enum ControlOptions {
    /// The controls that have options of their own elsewhere.
    private static let elsewhere: Set<ControlName> = [
        .shutter, .gain, .ev, .whiteBalance, .frameDuration, .hdr,
    ]

    private static let aliases: [ControlName: [String]] = [
        .exposureMode: ["exposure"], .flicker: ["flicker-period"],
        .focusWindows: ["autofocus-window"], .focus: ["lens-position"],
        .focusRange: ["autofocus-range"], .focusSpeed: ["autofocus-speed"],
    ]

    private static let examples: [ControlName: [String]] = [
        .metering: ["spot", "matrix"], .constraint: ["highlight"], .exposureMode: ["short"],
        .flicker: ["50hz", "auto", "10ms"], .colourMatrix: ["1,0,0,0,1,0,0,0,1"],
        .focus: ["continuous", "infinity", "2.5"], .focusRange: ["macro"], .focusSpeed: ["fast"],
        .focusWindows: ["1000,800,600,400"], .zoom: ["2", "2@0.5,0.4"],
        .noiseReduction: ["highQuality"],
    ]

    private static let options: [Option<ControlSettings>] = ControlName.allCases
        .filter { !elsewhere.contains($0) }.map { control in
            let summary = control.summary.prefix(1).uppercased() + control.summary.dropFirst()
            var option = Option<ControlSettings>(
                control.rawValue, aliases: aliases[control] ?? [], "VALUE",
                "\(summary); prism controls says what the camera has.",
                fallback: "as the camera has it", examples: examples[control] ?? ["1.5"]
            ) { (text: String) throws(PrismError) in try ControlReader.value(text, of: control) }
            option.spec.choices = words(of: control)
            return option
        }

    /// The words of a control that is one of few.
    private static func words(of control: ControlName) -> [String] {
        switch control {
        case .metering: MeteringMode.allCases.map(\.name)
        case .constraint: ConstraintMode.allCases.map(\.name)
        case .exposureMode: ExposureMode.allCases.map(\.name)
        case .focusRange: FocusRange.allCases.map(\.name)
        case .focusSpeed: FocusSpeed.allCases.map(\.name)
        case .noiseReduction: NoiseReduction.allCases.map(\.name)
        default: []
        }
    }

    static let all = options.map(\.spec) + [HDROption.hdr.spec]

    /// The wishes of a command line.
    static func settings(of arguments: Arguments) -> ControlSettings {
        var settings = options.compactMap { arguments[$0] }
            .reduce(ControlSettings()) { $0.merging($1) }
        if case .mode(let mode) = arguments[HDROption.hdr] { settings.hdr = mode }
        return settings
    }
}

/// High dynamic range by one word, whoever makes it: the image processor or the sensor.
enum HDROption {
    enum Wish: Hashable, Sendable {
        case mode(HDRMode)
        /// The sensor's own, which changes its modes before the camera is opened.
        case sensor
    }

    static let hdr: Option<Wish> = {
        var option = Option<Wish>(
            "hdr", "VALUE",
            "High dynamic range: sensor switches the sensor's own on while the program runs (imx708), the"
                + " other words are modes of the image processor.",
            fallback: "as the camera has it", examples: ["singleExposure", "sensor"]
        ) { (text: String) throws(PrismError) in
            guard text.lowercased() != "sensor" else { return .sensor }
            let wish = try ControlReader.value(text, of: .hdr)
            return .mode(wish.hdr ?? .off)
        }
        option.spec.choices = HDRMode.allCases.map(\.name) + ["sensor"]
        return option
    }()

    /// True where the sensor's own is asked for.
    static func wantsSensor(_ arguments: Arguments) -> Bool { arguments[hdr] == .sensor }
}

enum ModeOptions {
    static let mode = Option<SensorModeWish>(
        "mode", "WIDTH:HEIGHT[:BITS]",
        "Sensor mode: exactly this one, full for all of the field, or RATEfps for at least so many"
            + " frames per second.",
        fallback: "up to the camera", examples: ["2304:1296:10", "full", "60fps"],
        read: { (text: String) throws(PrismError) in try read(text) })

    static let isFlippedHorizontally = Option(flag: "hflip", "Exchanges left and right.")
    static let isFlippedVertically = Option(flag: "vflip", "Exchanges top and bottom.")

    static let rotation = Option<CameraTransform>(
        "rotation", "DEGREES", "Turns the picture in the camera by 0 or 180 degrees.",
        fallback: "0", examples: ["180"]
    ) { (text: String) throws(PrismError) in
        try CameraTransform(rotation: NumberReader.whole(text, in: 0...360, what: "degrees"))
    }

    static let all = [
        mode.spec, isFlippedHorizontally.spec, isFlippedVertically.spec, rotation.spec,
    ]

    /// How the picture is mirrored; nil where nothing is said.
    static func transform(of arguments: Arguments) -> CameraTransform? {
        let flips = CameraTransform(
            horizontal: arguments[isFlippedHorizontally], vertical: arguments[isFlippedVertically])
        let all = flips.combined(with: arguments[rotation] ?? .identity)
        return all == .identity ? nil : all
    }

    private static func read(_ text: String) throws(PrismError) -> SensorModeWish {
        if text == "full" { return .fullField }
        if text.hasSuffix("fps") {
            let rate = try FrameRate(text)
            return .atLeast(
                size: nil, rate: Double(rate.frames) / Double(rate.seconds))
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count) else {
            throw PrismError(
                .usage, "\"\(text)\": not a mode; write for example 2304:1296:10, full or 60fps")
        }
        let size = PixelSize(
            width: try PictureSize.side(parts[0]), height: try PictureSize.side(parts[1]))
        let depth =
            parts.count == 3 ? try NumberReader.whole(parts[2], in: 8...16, what: "bits") : nil
        return .pinned(size, bitDepth: depth)
    }
}
