// SPDX-License-Identifier: MIT
// Bitmaps and bare pixels through the C room.

internal import CPrismImage
internal import PrismCore

enum RasterCodec {
    /// The layouts.
    enum Kind {
        case bmp, rgb, yuv420

        fileprivate var code: prism_raster_kind {
            switch self {
            case .bmp: PRISM_RASTER_BMP
            case .rgb: PRISM_RASTER_RGB
            case .yuv420: PRISM_RASTER_YUV420
            }
        }
    }

    static func encode(
        _ view: PixelView, _ turn: ImageOrientation, _ kind: Kind, to fd: Int32
    ) throws(PrismError) -> EncodedImageInfo {
        if kind == .yuv420, PixelLayout(view.format)?.kind != .ycc {
            throw PrismError(
                .unsupported,
                "pictures in the camera's format \(view.format) have no planes for yuv420")
        }
        return try PictureCodec.encode(view, turn, to: fd, what: "picture") {
            source, output, _, _ in
            prism_raster_encode(&source, kind.code.rawValue, &output)
        }
    }
}
