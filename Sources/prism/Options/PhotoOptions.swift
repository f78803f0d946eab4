// SPDX-License-Identifier: MIT
// How a photograph lies in its file and what the file says: turning, thumbnail, restart markers, tags, place.

import PrismCore
import PrismImage

enum PhotoOptions {
    /// Who turns a picture: the camera as far as it can, whoever shows the file, or the encoder.
    enum Turning: String, CaseIterable, Sendable {
        case camera, exif, pixels
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
        "Who turns the picture: the camera, which can mirror and turn by 180 degrees, and EXIF the rest;"
            + " EXIF alone, for whoever shows the file; or the encoder (pixels).",
        fallback: "camera; files that hold no EXIF are always turned in their pixels")

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
        /// What the camera does.
        var transform: CameraTransform?
        /// What is left to do.
        var orientation = ImageOrientation.up
        /// Whether the encoder does that.
        var turnsPixels = false
        var thumbnail: ThumbnailOptions? = ThumbnailOptions()
        var restartInterval = 0
        var tags: [ExifTag] = []
        var position: GeographicPosition?

        init() {}

        /// Reads the options; what an encoding has no room for is refused rather than lost.
        init(_ arguments: Arguments, _ encoding: PictureOptions.Encoding) throws(PrismError) {
            try setTurning(arguments, encoding)
            if case .some(let small) = arguments[PhotoOptions.thumbnail] {
                if case .box(let box) = small { thumbnail = box } else { thumbnail = nil }
            }
            restartInterval = arguments[restart] ?? 0
            tags = arguments[PhotoOptions.tags] ?? []
            position = arguments[PhotoOptions.position]
            let isJPEG = encoding == .jpg
            try Request.require(
                isJPEG, for: [PhotoOptions.thumbnail.spec, restart.spec], arguments)
            try Request.require(
                isJPEG || encoding == .png,
                for: [PhotoOptions.tags.spec, PhotoOptions.position.spec], arguments)
        }

        private mutating func setTurning(
            _ arguments: Arguments, _ encoding: PictureOptions.Encoding
        ) throws(PrismError) {
            let holdsMetadata = encoding == .jpg || encoding == .png
            let turning = arguments[PhotoOptions.turning] ?? .camera
            guard turning != .exif || holdsMetadata else {
                throw PrismError(.usage, "--upright exif: \(encoding.rawValue) holds no EXIF")
            }
            turnsPixels = turning == .pixels || !holdsMetadata
            let quarters = arguments[rotation] ?? 0
            let (across, down) = (arguments[mirrorsAcross], arguments[mirrorsDown])
            guard turning == .camera else {
                orientation = ImageOrientation(
                    quarters: quarters, mirrorsAcross: across, mirrorsDown: down)
                return
            }
            orientation = ImageOrientation(quarters: quarters % 2)
            // A mirror before a quarter of a turn is the other mirror after it.
            let mirrors = CameraTransform(
                horizontal: quarters % 2 == 0 ? across : down,
                vertical: quarters % 2 == 0 ? down : across)
            let all = mirrors.combined(with: quarters >= 2 ? .rotated180 : .identity)
            transform = all == .identity ? nil : all
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
