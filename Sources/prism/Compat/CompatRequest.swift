// SPDX-License-Identifier: MIT
// What a command line of the other suites means, in this program's own terms; nothing is opened for it.

import PrismCore
import PrismImage

/// One run of one of the other suites' programs.
struct CompatRequest: Sendable {
    /// When a photograph is taken.
    enum Timing: Equatable, Sendable {
        /// The first frame that shows the settings.
        case immediate
        /// Once, when the time is over.
        case atEnd
        /// Every so many nanoseconds, as long as it runs.
        case every(Int64)
        /// On a key or a signal.
        case onPress
        /// Never.
        case never
    }

    let app: CompatApp
    let camera: CameraSelection
    /// The same wishes as this program's own options.
    let words: [String]
    /// What pictures are to be like.
    let picture: PictureRequest
    let timing: Timing
    /// How long it runs, in nanoseconds; nil for ever.
    let length: Int64?
    let naming: CompatNaming?
    let writesRaw: Bool
    let latest: String?
    let metadata: CompatMetadata.Request?
    /// What is said of each frame; nil says nothing.
    let infoText: String?
    let verbosity: Int
    let takesKeys: Bool
    let takesSignals: Bool
    let focus: CompatFocus
    let bufferCount: Int?
    let tuningFile: String?
    let video: CompatVideo?
    /// One line for each option that does nothing.
    let warnings: [String]

    /// Reads and checks the options against each other.
    ///
    /// - Parameters:
    ///   - arguments: What the command line says.
    ///   - app: The program.
    ///   - environment: The value of PRISM_CAMERA.
    /// - Throws: ``PrismError`` `usage`, or `unsupported` for what is refused.
    init(
        _ arguments: CompatArguments, app: CompatApp, environment: String?
    ) throws(PrismError) {
        self.app = app
        let judged = try CompatRequest.judge(arguments, app)
        camera = try CompatRequest.camera(arguments["camera"], environment)
        verbosity = try arguments.whole("verbose", in: 0...9) ?? 1
        video = app.family == .video ? try CompatVideo(arguments, app: app) : nil
        let timeout = try arguments.time("timeout", bare: .millisecond) ?? 5_000_000_000
        length = timeout == 0 ? nil : timeout
        takesKeys = arguments.has("keypress")
        takesSignals = arguments.has("signal")
        timing = try CompatRequest.timing(arguments, app)
        naming = app.family == .still ? try CompatNaming(arguments) : nil
        warnings = judged + CompatRequest.replacing(naming, timing)
        let translation = try CompatTranslation(arguments, app: app, video: video)
        words = translation.words
        picture = try translation.picture(output: naming?.source ?? "hello.jpg")
        writesRaw = arguments.has("raw")
        latest = arguments["latest"]
        metadata = try CompatMetadata.Request(arguments)
        infoText = CompatRequest.infoText(arguments)
        focus = try CompatFocus(arguments)
        bufferCount = try arguments.whole("buffer-count", in: 0...64).flatMap { $0 > 0 ? $0 : nil }
        tuningFile = arguments["tuning-file"]
    }

    /// Refuses what is refused; what is warned about is returned.
    private static func judge(
        _ arguments: CompatArguments, _ app: CompatApp
    ) throws(PrismError) -> [String] {
        var warnings: [String] = []
        for option in CompatTable.options(of: app) where arguments[option.name] != nil {
            switch option.verdict(in: app) {
            case .refused(let why)?: throw PrismError(.unsupported, "--\(option.name): \(why)")
            case .warned(let why)?: warnings.append("--\(option.name) does nothing: \(why)")
            case .honoured?, .implied?, nil: continue
            }
        }
        for (name, why) in idle(in: app) where arguments[name] != nil {
            warnings.append("--\(name) does nothing: \(why)")
        }
        return warnings
    }

    /// What the table grants to a whole family and one program of it has no use for.
    static func idle(in app: CompatApp) -> [(name: String, why: String)] {
        let (size, bits) = ("raw frames have the size of --mode", "raw frames are not encoded")
        switch app {
        case .raw: return [("width", size), ("height", size), ("codec", bits), ("quality", bits)]
        case .jpeg: return [("encoding", "its pictures are JPEG")]
        case .hello, .still, .vid: return []
        }
    }

    /// One name for many pictures is allowed, for some programs look at the newest only.
    private static func replacing(_ naming: CompatNaming?, _ timing: Timing) -> [String] {
        guard let naming, !naming.isVarying, !naming.isStandardOutput else { return [] }
        switch timing {
        case .every, .onPress:
            return ["\(naming.source) has no number: each picture replaces the one before"]
        case .immediate, .atEnd, .never: return []
        }
    }

    /// An index means libcamera's, unless the environment names a simulated camera, which is its own 0.
    static func camera(
        _ option: String?, _ environment: String?
    ) throws(PrismError) -> CameraSelection {
        let usual = try CameraSelection.resolve(option: nil, environment: environment)
        guard let option else { return usual }
        if case .mock = usual, option.allSatisfy(\.isNumber) {
            guard option == "0" else {
                throw PrismError(.noCamera, "no camera \(option): PRISM_CAMERA names the only one")
            }
            return usual
        }
        if let selection = try? CameraSelection(option) { return selection }
        return .libcamera(selector: option)
    }

    private static func timing(
        _ arguments: CompatArguments, _ app: CompatApp
    ) throws(PrismError) -> Timing {
        guard app.family == .still else { return .never }
        let isPressed = arguments.has("keypress") || arguments.has("signal")
        let interval = try arguments.time("timelapse", bare: .millisecond) ?? 0
        guard !isPressed || interval == 0 else {
            throw PrismError(.usage, "--timelapse excludes --keypress and --signal")
        }
        if interval > 0 { return .every(interval) }
        if isPressed { return .onPress }
        if arguments.has("immediate") { return .immediate }
        return .atEnd
    }

    private static let usualInfoText = "#%frame (%fps fps) exp %exp ag %ag dg %dg"

    private static func infoText(_ arguments: CompatArguments) -> String? {
        if arguments["verbose"] == "0" { return nil }
        if let text = arguments["info-text"] { return text }
        return arguments.has("nopreview") ? nil : usualInfoText
    }
}

extension CompatArguments {
    /// A whole number in `range`, or nil where the option is not given.
    func whole(_ name: String, in range: ClosedRange<Int>) throws(PrismError) -> Int? {
        guard let text = self[name] else { return nil }
        return try explaining(name) { () throws(PrismError) in
            try NumberReader.whole(text, in: range)
        }
    }

    /// A time in nanoseconds, or nil where the option is not given.
    func time(_ name: String, bare: TimeUnit) throws(PrismError) -> Int64? {
        guard let text = self[name] else { return nil }
        return try explaining(name) { () throws(PrismError) in
            try DurationReader.read(text, bareUnit: bare).wholeNanoseconds
        }
    }

    /// Four fractions, x,y,width,height; nil where the option is not given or all are 0.
    func region(_ name: String) throws(PrismError) -> ImageRegion? {
        guard let text = self[name] else { return nil }
        return try explaining(name) { () throws(PrismError) in
            try CompatArguments.region(of: text)
        }
    }

    /// The same of a text; what it throws does not name the option.
    static func region(of text: String) throws(PrismError) -> ImageRegion? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 4 else {
            throw PrismError(.usage, "\"\(text)\": write x,y,width,height from 0 to 1")
        }
        let numbers = try parts.map { part throws(PrismError) in
            try NumberReader.decimal(String(part), in: 0...1)
        }
        guard numbers.contains(where: { $0 > 0 }) else { return nil }
        let region = ImageRegion(
            x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        guard region.isInPicture else {
            throw PrismError(.usage, "\"\(text)\": it does not lie in the picture")
        }
        return region
    }

    /// Runs a reader and puts the option's name before what it says.
    func explaining<Value>(
        _ name: String, _ body: () throws(PrismError) -> Value
    ) throws(PrismError) -> Value {
        do throws(PrismError) {
            return try body()
        } catch {
            throw PrismError(error.code, "--\(name): \(error.message)")
        }
    }
}
