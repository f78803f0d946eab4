// SPDX-License-Identifier: MIT
// What a still and a time-lapse have in common: camera, file, encoding, size, settings.

import PrismCore

/// What pictures are to be like, and where they go.
struct PictureRequest: Equatable, Sendable {
    let camera: CameraSelection
    /// A path, or a template of paths.
    let output: String
    let encoding: PictureOptions.Encoding
    let size: PixelSize?
    let quality: Int
    let settings: ControlSettings
    let photo: PhotoOptions.Request
    /// What the sensor's mode is chosen by; nil leaves it to the camera.
    let mode: SensorModeWish?
    /// Whether the sensor's own HDR is switched on.
    let wantsSensorHDR: Bool

    /// Reads the options; `option` says where the output is.
    init(_ arguments: Arguments, output option: Option<String>) throws(PrismError) {
        camera = try CommonOptions.camera(of: arguments)
        output = arguments[option] ?? ""
        encoding = try PictureOptions.encoding(of: arguments, for: output)
        size = try PictureOptions.size(of: arguments)
        quality = try PictureOptions.quality(of: arguments, encoding)
        settings = try ExposureOptions.settings(of: arguments)
        mode = arguments[ModeOptions.mode]
        wantsSensorHDR = HDROption.wantsSensor(arguments)
        photo = try PhotoOptions.Request(arguments, encoding)
    }
}
