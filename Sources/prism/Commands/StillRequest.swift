// SPDX-License-Identifier: MIT
// What one still is to be, read off a command line; nothing is opened for it.

import PrismCore

/// One still.
struct StillRequest: Equatable, Sendable {
    let camera: CameraSelection
    let output: String
    let encoding: PictureOptions.Encoding
    let size: PixelSize?
    let quality: Int
    let settings: ControlSettings
    /// Longest wait for exposure and colours, in nanoseconds; nil takes the first frame.
    let settling: Int64?
    let overwrites: Bool

    /// Reads and checks the options against each other.
    init(_ arguments: Arguments) throws(PrismError) {
        camera = try CommonOptions.camera(of: arguments)
        output = arguments[OutputOptions.file] ?? ""
        encoding = try PictureOptions.encoding(of: arguments, for: output)
        size = try PictureOptions.size(of: arguments)
        quality = try StillRequest.quality(of: arguments, encoding)
        settings = try ExposureOptions.settings(of: arguments)
        overwrites = arguments[OutputOptions.overwrite]
        let timeout = arguments[OutputOptions.timeout]
        let isImmediate = arguments[OutputOptions.immediate]
        guard timeout == nil || !isImmediate else {
            throw PrismError(.usage, "--immediate waits for nothing, so --timeout has no meaning")
        }
        settling = isImmediate ? nil : (timeout ?? .seconds(5)).wholeNanoseconds
    }

    /// The quality of a JPEG; for other encodings the option is refused rather than ignored.
    static func quality(
        of arguments: Arguments, _ encoding: PictureOptions.Encoding
    ) throws(PrismError) -> Int {
        let quality = arguments[PictureOptions.quality]
        guard quality == nil || encoding == .jpg else {
            throw PrismError(.usage, "--quality is for JPEG, and \(encoding.rawValue) is asked for")
        }
        return quality ?? 93
    }
}
