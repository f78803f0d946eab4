// SPDX-License-Identifier: MIT
// JPEG through the C room.

internal import CPrismImage
internal import PrismCore

enum JPEGCodec {
    static func encode(
        _ view: PixelView, options: JPEGOptions, metadata: PhotoMetadata?, to fd: Int32
    ) throws(PrismError) -> EncodedImageInfo {
        var source = try prism_image_source(view)
        var output = try prism_image_output(descriptor: fd)
        var block: [UInt8]?
        if let metadata {
            var thumbnail: [UInt8]?
            if let small = options.thumbnail { thumbnail = try Thumbnail.make(of: source, small) }
            block = try ExifBlock.make(
                metadata, width: view.width, height: view.height, container: .jpeg,
                thumbnail: thumbnail)
        }
        var why = prism_image_text()
        let result = block.withBytes { bytes in
            var settings = prism_jpeg_options(options, app1: bytes)
            return prism_jpeg_encode(&source, &settings, &output, &why)
        }
        try CodecResult.check(result, why, encoding: "JPEG")
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
        let result = prism_jpeg_read_size(bytes.baseAddress, bytes.count, &width, &height, &why)
        try CodecResult.check(result, why, decoding: name, expected: "a whole JPEG file")
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
            result = prism_jpeg_decode(bytes.baseAddress, bytes.count, &picture, &why)
            return result == 0
        }
        try CodecResult.check(result, why, decoding: name, expected: "a whole JPEG file")
        return pixels
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

extension [UInt8]? {
    /// Lends the bytes, or nil.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>?) -> Result) -> Result {
        switch self {
        case .some(let bytes): bytes.withUnsafeBufferPointer { body($0) }
        case .none: body(nil)
        }
    }
}

extension [UInt8] {
    /// Packed R, G, B pixels that `fill` writes; empty where it returns false.
    init(packedWidth width: Int, height: Int, _ fill: (inout prism_image_picture) -> Bool) {
        let bytes = width * height * 3
        self.init(unsafeUninitializedCapacity: bytes) { buffer, count in
            var picture = prism_image_picture(
                width: UInt32(width), height: UInt32(height), pixels: buffer.baseAddress)
            count = fill(&picture) ? bytes : 0
        }
    }
}
