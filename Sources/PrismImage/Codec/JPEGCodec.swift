// SPDX-License-Identifier: MIT
// JPEG through the C room.

internal import CPrismImage
internal import PrismCore

enum JPEGCodec {
    static func encode(
        _ view: PixelView, _ turn: ImageOrientation, options: JPEGOptions, metadata: PhotoMetadata?,
        to fd: Int32
    ) throws(PrismError) -> EncodedImageInfo {
        try PictureCodec.encode(
            view, turn, to: fd, what: "JPEG",
            block: { (source: prism_image_source) throws(PrismError) in
                guard let metadata else { return nil }
                var thumbnail: [UInt8]?
                if let small = options.thumbnail {
                    thumbnail = try Thumbnail.make(of: source, small)
                }
                return try ExifBlock.make(
                    metadata, width: Int(source.width), height: Int(source.height),
                    container: .jpeg,
                    thumbnail: thumbnail)
            },
            { source, output, why, bytes in
                var settings = prism_jpeg_options(options, app1: bytes)
                return prism_jpeg_encode(&source, &settings, &output, &why)
            })
    }

    /// The size that a header gives.
    static func size(
        of data: UnsafeRawBufferPointer, name: String
    ) throws(PrismError) -> (width: Int, height: Int) {
        try PictureCodec.size(of: data, name: name, what: "JPEG", prism_jpeg_read_size)
    }

    /// The pixels, as stored.
    static func decode(
        _ data: UnsafeRawBufferPointer, width: Int, height: Int, name: String
    ) throws(PrismError) -> [UInt8] {
        try PictureCodec.decode(
            data, width: width, height: height, name: name, what: "JPEG", prism_jpeg_decode)
    }

    /// The DHT segments that Motion JPEG leaves out.
    static func standardTables() throws(PrismError) -> [UInt8] {
        var result: Int32 = 0
        let tables = [UInt8](unsafeUninitializedCapacity: Int(PRISM_JPEG_TABLES)) { buffer, count in
            result = prism_jpeg_standard_tables(buffer.baseAddress)
            count = Int(max(0, result))
        }
        try CodecResult.check(min(0, result), encoding: "JPEG")
        return tables
    }
}

extension prism_jpeg_options {
    init(_ options: JPEGOptions, app1: UnsafeBufferPointer<UInt8>?) {
        self.init(
            quality: UInt32(options.quality), restart_interval: UInt32(options.restartInterval),
            app1: app1?.baseAddress, app1_size: app1?.count ?? 0)
    }
}
