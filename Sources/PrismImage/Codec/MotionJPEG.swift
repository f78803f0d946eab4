// SPDX-License-Identifier: MIT
// A camera's own JPEG to a file: its data as it is, with EXIF and missing tables put in.

internal import CPrismImage
internal import PrismCore

enum MotionJPEG {
    /// Writes a frame as a JPEG file.
    static func write(
        _ view: PixelView, metadata: PhotoMetadata?, to fd: Int32
    ) throws(PrismError) -> EncodedImageInfo {
        let data = try bytes(of: view)
        let size = try JPEGCodec.size(of: data, name: "a Motion JPEG frame")
        guard let segments = JPEGSegments(data), let end = segments.end(in: data) else {
            throw PrismError(
                .invalidData, "a Motion JPEG frame of \(data.count) bytes: expected a whole image")
        }
        var exif: [UInt8]?
        if let metadata {
            exif = try ExifBlock.make(
                metadata, width: size.width, height: size.height, container: .jpeg, thumbnail: nil)
        }
        let hasTables = segments.segments.contains {
            $0.marker == JPEGSegments.Marker.huffmanTables
        }
        let tables = hasTables ? [] : try JPEGCodec.standardTables()
        let head = head(of: data, segments, exif: exif) + tables
        var output = try prism_image_output(descriptor: fd)
        try output.write(head)
        try output.write(UnsafeRawBufferPointer(rebasing: data[segments.scan..<end]))
        return output.info(width: size.width, height: size.height)
    }

    /// The compressed bytes of a frame.
    static func bytes(of view: PixelView) throws(PrismError) -> UnsafeRawBufferPointer {
        guard view.format == .mjpeg else {
            throw PrismError(.unsupported, "\(view.format) is no Motion JPEG frame")
        }
        guard let plane = view.planes.first, let size = view.compressedSize, size > 0 else {
            throw PrismError(.invalidData, "a Motion JPEG frame without data")
        }
        return UnsafeRawBufferPointer(start: plane.base, count: size)
    }

    /// Everything before the scan.
    ///
    /// With new EXIF the camera's own APP0 and EXIF give way, as EXIF wants its APP1 first.
    private static func head(
        of data: UnsafeRawBufferPointer, _ segments: JPEGSegments, exif: [UInt8]?
    ) -> [UInt8] {
        var head: [UInt8] = [0xFF, JPEGSegments.Marker.startOfImage]
        if let exif {
            let length = exif.count + 2
            head += [0xFF, JPEGSegments.Marker.app1, UInt8(length >> 8), UInt8(length & 0xFF)]
            head += exif
        }
        for segment in segments.segments {
            let isReplaced =
                segment.marker == JPEGSegments.Marker.app0
                || JPEGSegments.isExif(segment, in: data)
            if exif != nil, isReplaced { continue }
            head += data[segment.whole]
        }
        return head
    }
}

extension prism_image_output {
    fileprivate mutating func write(_ bytes: [UInt8]) throws(PrismError) {
        let result = bytes.withUnsafeBytes { prism_image_write(&self, $0.baseAddress, $0.count) }
        try CodecResult.check(result, encoding: "picture")
    }
}
