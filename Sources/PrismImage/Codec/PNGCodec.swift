// SPDX-License-Identifier: MIT
// PNG through the C room.

internal import CPrismImage
internal import PrismCore

enum PNGCodec {
    static func encode(
        _ view: PixelView, options: PNGOptions, metadata: PhotoMetadata?, to fd: Int32
    ) throws(PrismError) -> EncodedImageInfo {
        var source = try prism_image_source(view)
        var output = try prism_image_output(descriptor: fd)
        var block: [UInt8]?
        if let metadata {
            let whole = try ExifBlock.make(
                metadata, width: view.width, height: view.height, container: .png, thumbnail: nil)
            block = Array(whole.dropFirst(JPEGSegments.exifPrefix.count))
        }
        var why = prism_image_text()
        let result = block.withBytes { bytes in
            var settings = prism_png_options(
                compression: UInt32(options.compressionLevel), exif: bytes?.baseAddress,
                exif_size: bytes?.count ?? 0)
            return prism_png_encode(&source, &settings, &output, &why)
        }
        try CodecResult.check(result, why, encoding: "PNG")
        return output.info(width: view.width, height: view.height)
    }

    /// The size that a header gives.
    static func size(
        of data: UnsafeRawBufferPointer, name: String
    ) throws(PrismError) -> (width: Int, height: Int) {
        var width: UInt32 = 0
        var height: UInt32 = 0
        var why = prism_image_text()
        let bytes = data.assumingMemoryBound(to: UInt8.self)
        let result = prism_png_read_size(bytes.baseAddress, bytes.count, &width, &height, &why)
        try CodecResult.check(result, why, decoding: name, expected: "a whole PNG file")
        return (Int(width), Int(height))
    }

    /// The pixels, as stored.
    static func decode(
        _ data: UnsafeRawBufferPointer, width: Int, height: Int, name: String
    ) throws(PrismError) -> [UInt8] {
        var why = prism_image_text()
        var result: Int32 = 0
        let pixels = [UInt8](packedWidth: width, height: height) { picture in
            let bytes = data.assumingMemoryBound(to: UInt8.self)
            result = prism_png_decode(bytes.baseAddress, bytes.count, &picture, &why)
            return result == 0
        }
        try CodecResult.check(result, why, decoding: name, expected: "a whole PNG file")
        return pixels
    }
}
