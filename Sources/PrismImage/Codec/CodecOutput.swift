// SPDX-License-Identifier: MIT
// Where C writes to, and what its results mean.

internal import CPrismImage
internal import Glibc
internal import PrismCore

extension prism_image_output {
    /// An output into a descriptor, with a running CRC-32C.
    init(descriptor fd: Int32) throws(PrismError) {
        guard fd >= 0 else { throw .system("write the picture", errno: EBADF) }
        self.init(
            fd: fd, memory: nil, capacity: 0, checksum: { Checksum.crc32c($0, $1, $2) }, bytes: 0,
            crc: 0)
    }

    /// What was written, as the user sees it.
    func info(width: Int, height: Int) -> EncodedImageInfo {
        EncodedImageInfo(bytes: Int(bytes), crc32c: crc, width: width, height: height)
    }

    /// Writes bytes.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(PrismError) {
        let result = prism_image_write(&self, bytes.baseAddress, bytes.count)
        try CodecResult.check(result, encoding: "picture")
    }
}

/// Results of the C room as errors.
enum CodecResult {
    /// Throws where encoding failed.
    static func check(
        _ result: Int32, _ why: prism_image_text = prism_image_text(), encoding what: String
    ) throws(PrismError) {
        switch -result {
        case ...0: return
        case ENOMEM: throw PrismError(.noMemory, "no memory to encode a \(what)", errno: ENOMEM)
        case EINVAL: throw PrismError(.outOfRange, "a size or option that \(what) cannot have")
        case EBADMSG: throw PrismError(.outOfRange, "cannot encode a \(what): \(why.string)")
        default: throw .system("write the \(what)", errno: -result)
        }
    }

    /// Throws where decoding failed.
    static func check(
        _ result: Int32, _ why: prism_image_text, decoding name: String, expected: String
    ) throws(PrismError) {
        switch -result {
        case ...0: return
        case ENOMEM: throw PrismError(.noMemory, "no memory to decode \(name)", errno: ENOMEM)
        default:
            throw PrismError(
                .invalidData, "cannot decode \(name): \(why.string); expected \(expected)")
        }
    }
}

extension prism_image_text {
    /// The C string, without a final period.
    var string: String {
        let text = withUnsafeBytes(of: self) { bytes in
            String(decoding: bytes.prefix(while: { $0 != 0 }), as: UTF8.self)
        }
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
