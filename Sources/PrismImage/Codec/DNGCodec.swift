// SPDX-License-Identifier: MIT
// A mosaic to a DNG file in a descriptor: directories first, then the samples as they are.

internal import CPrismImage
internal import PrismCore

enum DNGCodec {
    static func encode(_ image: RawImage, to fd: Int32) throws(PrismError) -> EncodedImageInfo {
        var output = try prism_image_output(descriptor: fd)
        let header = DNGFields.layout(of: image).header()
        try write(header, &output)
        try image.withSamples { (samples) throws(PrismError) in
            try write(samples, of: image, &output)
        }
        return output.info(width: image.width, height: image.height)
    }

    private static func write(
        _ header: [UInt8], _ output: inout prism_image_output
    ) throws(PrismError) {
        let result = header.withUnsafeBytes { bytes in
            prism_image_write(&output, bytes.baseAddress, bytes.count)
        }
        try CodecResult.check(result, encoding: "DNG")
    }

    /// Row by row; samples in memory are little-endian already, as every machine that Prism knows.
    private static func write(
        _ samples: UnsafeBufferPointer<UInt16>, of image: RawImage,
        _ output: inout prism_image_output
    ) throws(PrismError) {
        let isPacked = image.stride == image.width
        let rows = isPacked ? 1 : image.height
        let count = isPacked ? image.width * image.height : image.width
        for row in 0..<rows {
            let part = UnsafeRawBufferPointer(
                UnsafeBufferPointer(rebasing: samples[(row * image.stride)...].prefix(count)))
            let result = prism_image_write(&output, part.baseAddress, part.count)
            try CodecResult.check(result, encoding: "DNG")
        }
    }
}
