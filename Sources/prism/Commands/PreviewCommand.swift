// SPDX-License-Identifier: MIT
// prism preview: hands over to prism-screen, so that a board without a screen loads nothing of it.

internal import FoundationEssentials
internal import Glibc
import PrismCapture
import PrismCore

enum PreviewCommand {
    static let command = Command(
        name: "preview", summary: "show what the camera sees",
        discussion: [
            "Shows the camera on the board's own screen, without a desktop and, where the hardware can,"
                + " without copying a pixel; over ssh it draws in the terminal. It runs until a signal,"
                + " --timeout or the key q, and the screen is then as it was.",
            "Keys: space or Enter takes a photograph (with -o), and held down one after the other; s writes a"
                + " --screenshot, + and - or up and down change the exposure by a third of a stop, left and"
                + " right zoom, g, h, i and l change what is drawn over the picture, q ends.",
            "On a touch screen a tap focuses and meters there, two fingers zoom, and a finger that moves up"
                + " or down makes the picture brighter or darker. A button on the header's pins works once the"
                + " board's profile names it (prism boards); half pressed it focuses and holds the exposure.",
        ],
        options: options,
        examples: [
            .init(line: "prism preview", purpose: "Until told, on the screen that there is."),
            .init(
                line: "prism preview -o pictures/%06d.jpg --connector HDMI-A-2 --rotate 180",
                purpose: "With photographs at the space bar, on a screen upside down."),
            .init(
                line: "prism preview --preview-backend terminal --camera mock:imx708",
                purpose: "A simulated camera in a terminal."),
        ],
        run: run)

    private static var options: [OptionSpec] {
        var options: [OptionSpec] = PreviewOptions.all
        options += [
            CommonOptions.camera.spec, PictureOptions.width.spec, PictureOptions.height.spec,
        ]
        options += [PictureOptions.size.spec, PictureOptions.quality.spec]
        options += ExposureOptions.all
        options += FilterOptions.chainOptions
        options += [CommonOptions.json.spec, CommonOptions.help.spec]
        return options
    }

    private static func run(_ invocation: Invocation) async throws {
        let plan = try PreviewPlan(invocation.arguments)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        let text = String(decoding: try encoder.encode(plan), as: UTF8.self)
        throw execute(text)
    }

    /// Becomes the other program; returns only where that fails.
    private static func execute(_ plan: String) -> PrismError {
        for path in candidates {
            var words: [UnsafeMutablePointer<CChar>?] = [strdup(path), strdup(plan), nil]
            execv(path, &words)
            let cause = errno
            words.forEach { free($0) }
            guard cause == ENOENT else { return .system("run \(path)", errno: cause) }
        }
        return PrismError(
            .unsupported, "prism-screen is not installed (package prism-screen)")
    }

    /// Beside this program, else where packages put it.
    private static var candidates: [String] {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let program = String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "/usr/bin"
        return ["\(folder)/prism-screen", "/usr/bin/prism-screen"]
    }
}

extension PreviewPlan {
    /// Reads a command line; nothing is opened for it.
    init(_ arguments: Arguments) throws(PrismError) {
        self.init()
        if let text = arguments.text(of: CommonOptions.camera) {
            _ = try CameraSelection(text)
            camera = text
        }
        let size = try PictureOptions.size(of: arguments)
        (width, height) = (size?.width, size?.height)
        backend = arguments[PreviewOptions.backend] ?? "auto"
        connector = arguments[PreviewOptions.connector]
        mode = arguments[PreviewOptions.mode]
        fills = arguments[PreviewOptions.fit] == .fill
        let rotations = PreviewOptions.Rotation.allCases
        quarters = rotations.firstIndex(of: arguments[PreviewOptions.rotate] ?? .none) ?? 0
        isMirrored = arguments[PreviewOptions.mirror]
        output = arguments[PreviewOptions.output]
        if let output { quality = try Self.quality(of: arguments, output) }
        duration = arguments[PreviewOptions.duration].flatMap { $0 == 0 ? nil : $0 }
        screenshot = arguments[PreviewOptions.screenshot]
        if let screenshot { _ = try Self.encoding(of: screenshot) }
        showsInfo = arguments[PreviewOptions.info]
        grid = arguments[PreviewOptions.grid]?.rawValue
        aspect = arguments[PreviewOptions.aspect]
        showsTelemetry = arguments[PreviewOptions.telemetry]
        showsHistogram = arguments[PreviewOptions.histogram]
        showsLevel = arguments[PreviewOptions.level]
        showsShutter = arguments[PreviewOptions.shutter]
        readsDevices = !arguments[PreviewOptions.noDevices]
        theme = arguments[PreviewOptions.theme]?.rawValue ?? "normal"
        isJSON = arguments[CommonOptions.json]
        chain = arguments[FilterOptions.chain]
        lut = arguments[FilterOptions.lut]
        set(try ExposureOptions.settings(of: arguments))
    }

    private static func quality(of arguments: Arguments, _ output: String) throws(PrismError) -> Int
    {
        try PictureOptions.quality(of: arguments, try encoding(of: output))
    }

    /// By the ending alone: there is no option for it.
    private static func encoding(
        of path: String
    ) throws(PrismError) -> PictureOptions.Encoding {
        guard let encoding = try? PictureOptions.encoding(nil, for: path),
            encoding == .jpg || encoding == .png
        else { throw PrismError(.usage, "\"\(path)\" does not end in .jpg or .png") }
        return encoding
    }

    private mutating func set(_ settings: ControlSettings) {
        if case .fixed(let time)? = settings.exposure?.exposureTime { exposureTime = time }
        if case .fixed(let gain)? = settings.exposure?.analogueGain { analogueGain = gain }
        exposureValue = settings.exposureValue
        if case .gains(let gains)? = settings.whiteBalance {
            colourGains = [gains.red, gains.blue]
        }
        frameDuration = settings.frameDuration?.lowerBound
    }
}
