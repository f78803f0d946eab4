// SPDX-License-Identifier: MIT
// The small picture inside an EXIF block: averaged down from the planes, encoded in memory.

internal import CPrismImage
internal import Glibc
internal import PrismCore

enum Thumbnail {
    /// Leaves room in the 64 KiB of an APP1 segment for the fields.
    private static let mostBytes = 60_000

    /// The JPEG file, or nil where it would be too large to be embedded.
    static func make(
        of source: prism_image_source, _ options: ThumbnailOptions
    ) throws(PrismError) -> [UInt8]? {
        let size = size(width: Int(source.width), height: Int(source.height), in: options)
        var small = source
        small.width = UInt32(size.width)
        small.height = UInt32(size.height)
        // 4:2:0, as EXIF asks of compressed thumbnails; see JEITA CP-3451E 4.5.5.
        small.h_shift = source.kind == PRISM_IMAGE_YCC.rawValue ? 1 : 0
        small.v_shift = small.h_shift
        var storage = [UInt8](repeating: 0, count: size.width * size.height * 3)
        var bytes: [UInt8] = []
        var result: Int32 = 0
        storage.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            shrink(source, into: &small, base)
            bytes = encode(small, options, &result)
        }
        if result == -ENOBUFS { return nil }
        try CodecResult.check(result, encoding: "thumbnail")
        return bytes
    }

    /// The size that keeps the aspect ratio, at least 1×1 and never enlarged.
    static func size(
        width: Int, height: Int, in box: ThumbnailOptions
    ) -> (width: Int, height: Int) {
        guard width > box.width || height > box.height else { return (width, height) }
        // The side that fills the box; products, as a quotient would have to be rounded.
        let fillsWidth = width * box.height >= height * box.width
        let (limit, side) = fillsWidth ? (box.width, width) : (box.height, height)
        let scale = { (length: Int) in max(1, (length * limit + side / 2) / side) }
        return (scale(width), scale(height))
    }

    private static func shrink(
        _ source: prism_image_source, into small: inout prism_image_source,
        _ base: UnsafeMutablePointer<UInt8>
    ) {
        let isRGB = source.kind == PRISM_IMAGE_RGB.rawValue
        var next = base
        for index in 0..<source.componentCount {
            let (from, to) = (source.size(of: index), small.size(of: index))
            let step: UInt32 = isRGB ? 3 : 1
            withUnsafePointer(to: source.component(index)) { component in
                prism_image_shrink(
                    next, step, to.width, to.height, component, from.width, from.height)
            }
            small.setComponent(
                index,
                prism_image_component(base: next, stride: Int(to.width * step), step: step))
            next += isRGB ? 1 : Int(to.width * to.height)
        }
    }

    private static func encode(
        _ small: prism_image_source, _ options: ThumbnailOptions, _ result: inout Int32
    ) -> [UInt8] {
        var source = small
        var settings = prism_jpeg_options(JPEGOptions(quality: options.quality), app1: nil)
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: mostBytes) { buffer, count in
            var output = prism_image_output(
                fd: -1, memory: buffer.baseAddress, capacity: buffer.count, checksum: nil, bytes: 0,
                crc: 0)
            code = prism_jpeg_encode(&source, &settings, &output, nil)
            count = Int(output.bytes)
        }
        result = code
        return bytes
    }
}
