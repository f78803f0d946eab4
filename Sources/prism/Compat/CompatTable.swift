// SPDX-License-Identifier: MIT
// The options of the other suites as one table: everything is honoured, implied, warned about or refused by name.

enum CompatTable {
    /// Every option, core first.
    static let all: [CompatOption] = [
        general, sensor, picture, focus, unused, still, video, encoders,
    ].flatMap { $0 }

    /// The options that a program has.
    static func options(of app: CompatApp) -> [CompatOption] {
        all.filter { $0.verdict(in: app) != nil }
    }

    static let noWindow = "there is no preview window"
    static let noEncoder = "it belongs to an encoder that is not used"

    static func row(
        _ name: String, _ short: Character? = nil, _ form: CompatOption.Form, _ summary: String,
        hello: CompatVerdict? = .honoured, still: CompatVerdict? = .honoured,
        video: CompatVerdict? = .honoured
    ) -> CompatOption {
        var verdicts: [CompatApp.Family: CompatVerdict] = [:]
        verdicts[.hello] = hello
        verdicts[.still] = still
        verdicts[.video] = video
        return CompatOption(
            name: name, short: short, form: form, verdicts: verdicts, summary: summary)
    }

    private static func everywhere(
        _ name: String, _ short: Character? = nil, _ form: CompatOption.Form, _ summary: String,
        _ verdict: CompatVerdict
    ) -> CompatOption {
        row(name, short, form, summary, hello: verdict, still: verdict, video: verdict)
    }

    static let value = CompatOption.Form.value(implicit: nil)

    private static let general: [CompatOption] = [
        row("help", "h", .flag, "Prints this help."),
        row("version", nil, .flag, "Prints the version."),
        row("list-cameras", nil, .flag, "Lists the cameras and their modes."),
        row("camera", nil, value, "Index, model or identifier of the camera."),
        row("verbose", "v", .value(implicit: "2"), "0 says nothing, 1 is usual, 2 says more."),
        row("config", "c", .value(implicit: "config.txt"), "Reads options from a file."),
        row("info-text", nil, value, "What is said of each frame, with %frame, %exp and others."),
        row("timeout", "t", value, "How long it runs; 0 is for ever. A bare number is in ms."),
        row(
            "output", "o", value, "The file; - is standard output.",
            hello: .warned("nothing is written")),
        row(
            "metadata", nil, value, "Writes each frame's metadata to a file; - is standard output."),
        row("metadata-format", nil, value, "json, txt, or jsonl for one object a line."),
        row("nopreview", "n", .flag, "Says nothing of frames, unless --info-text asks for it."),
        row(
            "wrap", nil, value, "The counter of file names begins again at this number.",
            hello: .warned("nothing is written")),
        everywhere("flush", nil, .flag, "", .implied("every file is whole and on the disk")),
    ]

    private static let sensor: [CompatOption] = [
        row(
            "width", nil, value, "Width of the picture.",
            hello: .warned("nothing is written")),
        row(
            "height", nil, value, "Height of the picture.",
            hello: .warned("nothing is written")),
        row("hflip", nil, .flag, "Exchanges left and right."),
        row("vflip", nil, .flag, "Exchanges top and bottom."),
        row("rotation", nil, value, "0 or 180; stills also 90 and 270."),
        row("roi", nil, value, "The part that is shown: x,y,width,height from 0 to 1."),
        row("shutter", nil, value, "Exposure time; a bare number is in microseconds."),
        row("gain", nil, value, "Gain."),
        row("analoggain", nil, value, "The same as --gain."),
        row("metering", nil, value, "centre, spot, average or custom."),
        row("exposure", nil, value, "normal, sport, long or custom."),
        row("ev", nil, value, "Exposure compensation in stops."),
        row("flicker-period", nil, value, "Period of flickering lamps, or 50Hz, 60Hz."),
        row(
            "framerate", nil, value, "Frames per second.",
            still: .warned("photographs are not taken at a frame rate")),
        row("mode", nil, value, "Sensor mode as WIDTH:HEIGHT:BITS:PACKING."),
        row("buffer-count", nil, value, "Buffers."),
        everywhere(
            "no-raw", nil, .flag, "", .implied("raw frames come only where they are asked for")),
        row("tuning-file", nil, value, "The camera's tuning file."),
        row("hdr", nil, .value(implicit: "auto"), "off, auto, single-exp or sensor."),
    ]

    private static let picture: [CompatOption] = [
        row("awb", nil, value, "White balance: auto or a kind of light."),
        row("awbgains", nil, value, "Gains of red and blue."),
        row("ccm", nil, value, "Colour matrix, nine numbers; needs --awbgains."),
        row("brightness", nil, value, "From -1 to 1."),
        row("contrast", nil, value, "1 is usual."),
        row("saturation", nil, value, "1 is usual, 0 is grey."),
        row("sharpness", nil, value, "1 is usual."),
        row("denoise", nil, value, "auto, off, cdn_off, cdn_fast or cdn_hq."),
    ]

    private static let focus: [CompatOption] = [
        row("autofocus-mode", nil, value, "default, manual, auto or continuous."),
        row("autofocus-range", nil, value, "normal, macro or full."),
        row("autofocus-speed", nil, value, "normal or fast."),
        row("autofocus-window", nil, value, "Where to focus: x,y,width,height from 0 to 1."),
        row("lens-position", nil, value, "Dioptres, or default for the hyperfocal distance."),
    ]

    private static let unused: [CompatOption] = [
        everywhere("preview", "p", value, "", .warned(noWindow)),
        everywhere("fullscreen", "f", .flag, "", .warned(noWindow)),
        everywhere("qt-preview", nil, .flag, "", .warned(noWindow)),
        everywhere("preview-libs", nil, value, "", .warned(noWindow)),
        everywhere("preview-backend", nil, value, "", .warned(noWindow)),
        everywhere("viewfinder-width", nil, value, "", .warned(noWindow)),
        everywhere("viewfinder-height", nil, value, "", .warned(noWindow)),
        everywhere("viewfinder-mode", nil, value, "", .warned(noWindow)),
        everywhere("viewfinder-buffer-count", nil, value, "", .warned(noWindow)),
        everywhere("lores-width", nil, value, "", .warned("nobody reads a second stream")),
        everywhere("lores-height", nil, value, "", .warned("nobody reads a second stream")),
        everywhere("lores-par", nil, .flag, "", .warned("nobody reads a second stream")),
        everywhere(
            "post-process-file", nil, value, "",
            .refused("stages are not loaded; prism still --chain has filters")),
        everywhere("post-process-libs", nil, value, "", .warned("stages are not loaded")),
    ]
}
