// SPDX-License-Identifier: MIT
// PNG through the C room.

internal import CPrismImage
internal import PrismCore

enum PNGCodec {
    static func encode(
        _ view: PixelView, _ turn: ImageOrientation, options: PNGOptions, metadata: PhotoMetadata?,
        to fd: Int32
    ) throws(PrismError) -> EncodedImageInfo {
        try PictureCodec.encode(
            view, turn, to: fd, what: "PNG",
            block: { (source: prism_image_source) throws(PrismError) in
                guard let metadata else { return nil }
                let whole = try ExifBlock.make(
                    metadata, width: Int(source.width), height: Int(source.height), container: .png,
                    thumbnail: nil)
                return Array(whole.dropFirst(JPEGSegments.exifPrefix.count))
            },
            { source, output, why, bytes in
                var settings = prism_png_options(
                    compression: UInt32(options.compressionLevel), exif: bytes?.baseAddress,
                    exif_size: bytes?.count ?? 0)
                return prism_png_encode(&source, &settings, &output, &why)
            })
    }

    /// The size that a header gives.
    static func size(
        of data: UnsafeRawBufferPointer, name: String
    ) throws(PrismError) -> (width: Int, height: Int) {
        try PictureCodec.size(of: data, name: name, what: "PNG", prism_png_read_size)
    }

    /// The pixels, as stored.
    static func decode(
        _ data: UnsafeRawBufferPointer, width: Int, height: Int, name: String
    ) throws(PrismError) -> [UInt8] {
        try PictureCodec.decode(
            data, width: width, height: height, name: name, what: "PNG", prism_png_decode)
    }
}
