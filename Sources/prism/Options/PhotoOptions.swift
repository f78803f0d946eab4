// SPDX-License-Identifier: MIT
// How a photograph lies in its file and what the file says: turning, thumbnail, restart markers, tags, place.

import PrismCore
import PrismImage

enum PhotoOptions {
    /// Who turns a picture: whoever shows the file, or the encoder.
    enum Turning: String, CaseIterable, Sendable {
        case exif, pixels
    }

    /// The small picture in a JPEG.
    enum Small: Equatable, Sendable {
        case none
        case box(ThumbnailOptions)
    }

    static let rotation = Option<Int>(
        "rotation", "DEGREES", "Turns the picture clockwise, by 0, 90, 180 or 270.",
        fallback: "0", examples: ["90"]
    ) { (text: String) throws(PrismError) in
        guard let degrees = Int(text), [0, 90, 180, 270].contains(degrees) else {
            throw PrismError(.usage, "\"\(text)\": use 0, 90, 180 or 270")
        }
        return degrees / 90
    }

    static let mirrorsAcross = Option(flag: "hflip", "Exchanges left and right, after turning.")
    static let mirrorsDown = Option(flag: "vflip", "Exchanges top and bottom, after turning.")

    static let turning = Option<Turning>(
        choice: "upright", "HOW",
        "How the picture is turned: the file says so (exif), or its pixels are (pixels).",
        fallback: "exif, but pixels where a picture is mirrored or the file holds no EXIF")

    static let thumbnail = Option<Small>(
        "thumb", "WIDTH:HEIGHT:QUALITY",
        "The small picture inside a JPEG: the box that it fits, sides from 16 to 512, and its quality; or none.",
        fallback: "320:320:70", examples: ["320:240:70", "none"]
    ) { (text: String) throws(PrismError) in
        if text == "none" { return .none }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else {
            throw PrismError(.usage, "\"\(text)\": write for example 320:240:70, or none")
        }
        return .box(
            ThumbnailOptions(
                width: try NumberReader.whole(parts[0], in: 16...512, what: "pixels"),
                height: try NumberReader.whole(parts[1], in: 16...512, what: "pixels"),
                quality: try NumberReader.whole(parts[2], in: 1...100)))
    }

    static let restart = Option<Int>(
        "restart", "BLOCKS", "Blocks between a JPEG's restart markers; 0 writes none.",
        fallback: "0", examples: ["16"]
    ) { (text: String) throws(PrismError) in try NumberReader.whole(text, in: 0...65_535) }

    static let tags = Option<[ExifTag]>(
        "exif", short: "x", "TAG=VALUE",
        "A further EXIF tag; may be given more than once, and goes before what the camera says.",
        examples: ["IFD0.Artist=Jane", "EXIF.FNumber=2.8"]
    ) { (text: String) throws(PrismError) in [try ExifTag(text)] }.repeatable()

    static let position = Option<GeographicPosition>(
        "gps", "LATITUDE,LONGITUDE[,METRES]",
        "Where the camera is: degrees north and east, metres above the sea.",
        examples: ["47.3769,8.5417,408", "-33.86,151.21"]
    ) { (text: String) throws(PrismError) in
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard (2...3).contains(parts.count) else {
            throw PrismError(.usage, "\"\(text)\": write for example 47.3769,8.5417,408")
        }
        let position = GeographicPosition(
            latitude: try NumberReader.decimal(parts[0], in: -90...90),
            longitude: try NumberReader.decimal(parts[1], in: -180...180),
            altitude: parts.count == 3
                ? try NumberReader.decimal(parts[2], in: -12_000...100_000) : nil)
        guard let position else { throw PrismError(.usage, "\"\(text)\": no place on Earth") }
        return position
    }

    static let all = [
        rotation.spec, mirrorsAcross.spec, mirrorsDown.spec, turning.spec, thumbnail.spec,
        restart.spec, tags.spec, position.spec,
    ]

    /// What a command line asks for.
    struct Request: Equatable, Sendable {
        var orientation = ImageOrientation.up
        var turnsPixels = false
        var thumbnail: ThumbnailOptions? = ThumbnailOptions()
        var restartInterval = 0
        var tags: [ExifTag] = []
        var position: GeographicPosition?

        init() {}

        /// Reads the options; what an encoding has no room for is refused rather than lost.
        init(_ arguments: Arguments, _ encoding: PictureOptions.Encoding) throws(PrismError) {
            orientation = ImageOrientation(
                quarters: arguments[rotation] ?? 0, mirrorsAcross: arguments[mirrorsAcross],
                mirrorsDown: arguments[mirrorsDown])
            turnsPixels = try Request.turnsPixels(arguments, encoding)
            if case .some(let small) = arguments[PhotoOptions.thumbnail] {
                if case .box(let box) = small { thumbnail = box } else { thumbnail = nil }
            }
            restartInterval = arguments[restart] ?? 0
            tags = arguments[PhotoOptions.tags] ?? []
            position = arguments[PhotoOptions.position]
            let isJPEG = encoding == .jpg
            try Request.require(isJPEG, for: [PhotoOptions.thumbnail.spec, restart.spec], arguments)
            try Request.require(
                isJPEG || encoding == .png,
                for: [PhotoOptions.tags.spec, PhotoOptions.position.spec], arguments)
        }

        private static func turnsPixels(
            _ arguments: Arguments, _ encoding: PictureOptions.Encoding
        ) throws(PrismError) -> Bool {
            let isMirrored = arguments[mirrorsAcross] != arguments[mirrorsDown]
            let holdsMetadata = encoding == .jpg || encoding == .png
            let turning = arguments[PhotoOptions.turning]
            guard turning != .exif || holdsMetadata else {
                throw PrismError(.usage, "--upright exif: \(encoding.rawValue) holds no EXIF")
            }
            return turning.map { $0 == .pixels } ?? (isMirrored || !holdsMetadata)
        }

        private static func require(
            _ isPossible: Bool, for options: [OptionSpec], _ arguments: Arguments
        ) throws(PrismError) {
            guard !isPossible, let option = options.first(where: { arguments.has($0.name) }) else {
                return
            }
            throw PrismError(.usage, "--\(option.name): the file's format has no room for it")
        }
    }
}
