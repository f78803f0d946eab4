// SPDX-License-Identifier: MIT
// What the codecs of pictures have in common: calling C with a source or a file, and reading its results.

internal import CPrismImage
internal import PrismCore

enum PictureCodec {
    typealias Text = UnsafeMutablePointer<prism_image_text>?

    /// A C function that encodes, with its options.
    typealias Encode = (
        inout prism_image_source, inout prism_image_output, inout prism_image_text,
        UnsafeBufferPointer<UInt8>?
    ) -> Int32

    /// Encodes a picture with a block of metadata; `what` names the format in errors.
    static func encode(
        _ view: PixelView, _ turn: ImageOrientation, to fd: Int32, what: String,
        block: (prism_image_source) throws(PrismError) -> [UInt8]? = {
            (_: prism_image_source) throws(PrismError) in nil
        }, _ encode: Encode
    ) throws(PrismError) -> EncodedImageInfo {
        let original = try prism_image_source(view)
        let turned = try TurnedSource(original, turn)
        var source = turned?.source ?? original
        var output = try prism_image_output(descriptor: fd)
        let block = try block(source)
        var why = prism_image_text()
        let result = withExtendedLifetime(turned) {
            block.withBytes { encode(&source, &output, &why, $0) }
        }
        try CodecResult.check(result, why, encoding: what)
        return output.info(width: Int(source.width), height: Int(source.height))
    }

    /// The size that a header gives.
    static func size(
        of data: UnsafeRawBufferPointer, name: String, what: String,
        _ read: (
            UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt32>?,
            UnsafeMutablePointer<UInt32>?, Text
        ) -> Int32
    ) throws(PrismError) -> (width: Int, height: Int) {
        var width: UInt32 = 0
        var height: UInt32 = 0
        var why = prism_image_text()
        let bytes = data.assumingMemoryBound(to: UInt8.self)
        let result = read(bytes.baseAddress, bytes.count, &width, &height, &why)
        try CodecResult.check(result, why, decoding: name, expected: "a whole \(what) file")
        return (Int(width), Int(height))
    }

    /// The pixels, as stored.
    static func decode(
        _ data: UnsafeRawBufferPointer, width: Int, height: Int, name: String, what: String,
        _ read: (UnsafePointer<UInt8>?, Int, UnsafePointer<prism_image_picture>?, Text) -> Int32
    ) throws(PrismError) -> [UInt8] {
        var why = prism_image_text()
        var result: Int32 = 0
        let pixels = [UInt8](packedWidth: width, height: height) { picture in
            let bytes = data.assumingMemoryBound(to: UInt8.self)
            result = read(bytes.baseAddress, bytes.count, &picture, &why)
            return result == 0
        }
        try CodecResult.check(result, why, decoding: name, expected: "a whole \(what) file")
        return pixels
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
