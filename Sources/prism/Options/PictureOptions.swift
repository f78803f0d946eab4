// SPDX-License-Identifier: MIT
// Size and encoding of pictures on the command line.

import PrismCore

enum PictureOptions {
    /// How a picture is written.
    enum Encoding: String, CaseIterable, Sendable {
        case jpg, png, bmp, yuv420
        case rgb = "rgb24"

        /// The endings of file names that mean it.
        var endings: [String] {
            switch self {
            case .jpg: ["jpg", "jpeg"]
            case .png: ["png"]
            case .bmp: ["bmp"]
            case .rgb: ["rgb"]
            case .yuv420: ["yuv"]
            }
        }
    }

    static let width = Option<Int>(
        "width", "PIXELS", "Width of the picture; needs --height.", fallback: "the whole sensor",
        examples: ["1920"]
    ) { (text: String) throws(PrismError) in try PictureSize.side(text) }

    static let height = Option<Int>(
        "height", "PIXELS", "Height of the picture; needs --width.", fallback: "the whole sensor",
        examples: ["1080"]
    ) { (text: String) throws(PrismError) in try PictureSize.side(text) }

    static let size = Option<PictureSize>(
        "size", "WIDTHxHEIGHT", "Both at once.", examples: ["1920x1080"]
    ) { (text: String) throws(PrismError) in try PictureSize(text) }

    static let quality = Option<Int>(
        "quality", short: "q", "PERCENT", "Quality of a JPEG, from 1 to 100.", fallback: "93",
        examples: ["93"]
    ) { (text: String) throws(PrismError) in try NumberReader.whole(text, in: 1...100) }

    static let encoding = Option<Encoding>(
        choice: "encoding", short: "e", "FORMAT", "How the picture is written.",
        fallback: "by the ending of the file's name")

    static let all = [width.spec, height.spec, size.spec, quality.spec, encoding.spec]

    /// The size that a command line asks for, or nil.
    static func size(of arguments: Arguments) throws(PrismError) -> PixelSize? {
        switch (arguments[size], arguments[width], arguments[height]) {
        case (nil, nil, nil): return nil
        case (let size?, nil, nil): return PixelSize(width: size.width, height: size.height)
        case (nil, let width?, let height?): return PixelSize(width: width, height: height)
        case (nil, .some, nil): throw PrismError(.usage, "--width needs --height")
        case (nil, nil, .some): throw PrismError(.usage, "--height needs --width")
        case (.some, _, _): throw PrismError(.usage, "--size excludes --width and --height")
        }
    }

    /// The encoding: the option's, else by the path's ending.
    static func encoding(
        of arguments: Arguments, for path: String
    ) throws(PrismError) -> Encoding {
        try PictureOptions.encoding(arguments[encoding], for: path)
    }

    /// The encoding: the one given, else by the path's ending.
    static func encoding(
        _ given: Encoding?, for path: String
    ) throws(PrismError) -> Encoding {
        if let given { return given }
        let name = path.split(separator: "/").last ?? ""
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let ending = parts.count > 1 ? parts.last?.lowercased() ?? "" : ""
        if let encoding = Encoding.allCases.first(where: { $0.endings.contains(ending) }) {
            return encoding
        }
        let endings = Encoding.allCases.map { ".\($0.endings[0])" }.joined(separator: ", ")
        let known = Encoding.allCases.map(\.rawValue).joined(separator: ", ")
        throw PrismError(
            .usage, "\"\(path)\" does not end in one of \(endings); say -e with one of \(known)")
    }

    /// The quality of a JPEG; for other encodings the option is refused rather than ignored.
    static func quality(
        of arguments: Arguments, _ encoding: PictureOptions.Encoding
    ) throws(PrismError) -> Int {
        let quality = arguments[self.quality]
        guard quality == nil || encoding == .jpg else {
            throw PrismError(.usage, "--quality is for JPEG, and \(encoding.rawValue) is asked for")
        }
        return quality ?? 93
    }
}
