// SPDX-License-Identifier: MIT
// The marker segments of a JPEG file up to its first scan; a pure parser of foreign bytes.

internal import Glibc

/// Segments of a JPEG file (ITU-T T.81, annex B).
struct JPEGSegments: Hashable {
    /// Markers that are looked for by value.
    enum Marker {
        static let startOfImage: UInt8 = 0xD8
        static let endOfImage: UInt8 = 0xD9
        static let startOfScan: UInt8 = 0xDA
        static let huffmanTables: UInt8 = 0xC4
        static let app0: UInt8 = 0xE0
        static let app1: UInt8 = 0xE1
    }

    /// One segment.
    struct Segment: Hashable {
        var marker: UInt8
        /// From its 0xFF to its last byte.
        var whole: Range<Int>
        /// After marker and length.
        var payload: Range<Int>
    }

    /// Segments between the start of the image and the first scan.
    var segments: [Segment]
    /// Where the first scan's 0xFF is.
    var scan: Int

    /// Reads the segments; nil where the bytes are not those of a JPEG file with a scan.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == Marker.startOfImage else {
            return nil
        }
        var found: [Segment] = []
        var at = 2
        while at + 4 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if marker == 0xFF {
                // Fill bytes before a marker are allowed.
                at += 1
                continue
            }
            let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
            let end = at + 2 + length
            guard length >= 2, end <= bytes.count, marker >= 0xC0 else { return nil }
            if marker == Marker.startOfScan {
                segments = found
                scan = at
                return
            }
            found.append(Segment(marker: marker, whole: at..<end, payload: at + 4..<end))
            at = end
        }
        return nil
    }

    /// One past the end-of-image marker after the scan; nil where the file ends early.
    ///
    /// Compressed data never holds the marker; what a camera left behind it may hold another.
    func end(in bytes: UnsafeRawBufferPointer) -> Int? {
        guard let base = bytes.baseAddress else { return nil }
        var at = scan
        while let found = memchr(base + at, 0xFF, bytes.count - at) {
            at = base.distance(to: UnsafeRawPointer(found)) + 1
            guard at < bytes.count else { return nil }
            if bytes[at] == Marker.endOfImage { return at + 1 }
        }
        return nil
    }

    /// True for an APP1 segment that holds EXIF.
    static func isExif(_ segment: Segment, in bytes: UnsafeRawBufferPointer) -> Bool {
        segment.marker == Marker.app1 && bytes[segment.payload].starts(with: exifPrefix)
    }

    /// What an EXIF payload begins with.
    static let exifPrefix: [UInt8] = Array("Exif\0\0".utf8)

    /// The orientation of the file's EXIF block; `.up` where there is none.
    func orientation(in bytes: UnsafeRawBufferPointer) -> ImageOrientation {
        guard let exif = segments.first(where: { JPEGSegments.isExif($0, in: bytes) }) else {
            return .up
        }
        let tiff = bytes[exif.payload].dropFirst(JPEGSegments.exifPrefix.count)
        return ExifOrientationReader.orientation(inTIFF: tiff)
    }
}
