// SPDX-License-Identifier: MIT
// What is shown, on which screen, and for how long.

import PrismCore

enum PreviewOptions {
    /// How a picture of another shape goes on the screen.
    enum Fit: String, CaseIterable, Sendable {
        case fit, fill
    }

    /// Clockwise degrees.
    enum Rotation: String, CaseIterable, Sendable {
        case none = "0"
        case right = "90"
        case half = "180"
        case left = "270"
    }

    static let backend = Option<String>(
        "preview-backend", "WHERE",
        "Where the preview goes: drm (the board's own screen), terminal, null, file:DIRECTORY (one"
            + " PPM per frame), or auto: a screen, else the terminal.",
        fallback: "auto", examples: ["terminal", "file:frames"]
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the name is empty") }
        return text
    }

    static let connector = Option<String>(
        "connector", "NAME",
        "The screen, by the connector's name, with the card where two have it.",
        fallback: "the one that is lit, else the first with a screen",
        examples: ["HDMI-A-1", "card1-DSI-1"]
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the name is empty") }
        return text
    }

    static let mode = Option<String>(
        "mode", "MODE", "The screen's mode: WIDTHxHEIGHT, WIDTHxHEIGHT@HZ, @HZ or preferred.",
        fallback: "the screen's own, with a refresh that is a multiple of the frame rate",
        examples: ["1920x1080@50"]
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the mode is empty") }
        return text
    }

    static let fit = Option<Fit>(
        choice: "fit", "HOW", "All of the picture with bars, or all of the screen.", fallback: "fit"
    )

    static let rotate = Option<Rotation>(
        choice: "rotate", "DEGREES", "Turns the picture on the screen clockwise.", fallback: "0")

    static let mirror = Option(flag: "mirror", "Exchanges left and right on the screen.")

    static let output = Option<String>(
        "output", short: "o", "TEMPLATE",
        "Where photographs go that the space bar or Enter takes; %06d becomes a free number.",
        fallback: "the shutter does nothing", examples: ["pictures/%06d.jpg"], completion: .file
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        return text
    }

    static let duration = Option<Int64>(
        "timeout", short: "t", "TIME",
        "Ends by itself after so long; a bare number is in milliseconds, 0 is until told.",
        fallback: "until told", examples: ["5s", "5000"]
    ) { (text: String) throws(PrismError) in
        try DurationReader.read(text, bareUnit: .millisecond).wholeNanoseconds
    }

    static let screenshot = Option<String>(
        "screenshot", "FILE",
        "At the end, and at the key s, writes what the screen shows, read back by the display"
            + " hardware, as .png or .jpg.",
        examples: ["screen.png"], completion: .file
    ) { (text: String) throws(PrismError) in
        guard !text.isEmpty else { throw PrismError(.usage, "the path is empty") }
        return text
    }

    /// Lines to compose by.
    enum Grid: String, CaseIterable, Sendable {
        case thirds, golden, crosshair, spiral
    }

    /// How what is drawn looks.
    enum Theme: String, CaseIterable, Sendable {
        case normal
        case largeText = "large-text"
        case highContrast = "high-contrast"
    }

    static let grid = Option<Grid>(
        choice: "grid", "LINES", "Draws lines to compose by over the picture, on a screen.",
        fallback: "none")

    static let aspect = Option<String>(
        "aspect", "W:H", "Covers what a photograph of another shape would leave out, on a screen.",
        examples: ["4:3", "1:1"]
    ) { (text: String) throws(PrismError) in
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], height > 0,
            (0.1...10).contains(width / height)
        else { throw PrismError(.usage, "\"\(text)\": expected a shape such as 4:3") }
        return text
    }

    static let telemetry = Option(
        flag: "telemetry", "Shows exposure, gain, white balance and frame rate on the screen.")

    static let histogram = Option(
        flag: "histogram",
        "Shows how often each brightness occurs; the processor looks at a 64th of four frames a"
            + " second for it.")

    static let level = Option(
        flag: "level", "Shows the horizon, where the board has an accelerometer.")

    static let shutter = Option(
        flag: "shutter-button",
        "Draws a button that a finger presses: a tap takes a photograph, holding it takes one after the"
            + " other.")

    static let noDevices = Option(
        flag: "no-input-devices",
        "Leaves touch screens, keyboards, remotes and the header's button alone; the terminal's keys"
            + " still count.")

    static let theme = Option<Theme>(
        choice: "theme", "LOOK", "How what is drawn looks.", fallback: "normal")

    static let info = Option(flag: "info", "Prints a line about the preview each second.")

    static let all = [
        backend.spec, connector.spec, mode.spec, fit.spec, rotate.spec, mirror.spec, output.spec,
        duration.spec, screenshot.spec, info.spec, grid.spec, aspect.spec, telemetry.spec,
        histogram.spec, level.spec, shutter.spec, noDevices.spec, theme.spec,
    ]
}
