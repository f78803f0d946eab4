// SPDX-License-Identifier: MIT
// Fields to the bytes of an EXIF block, by libexif.

internal import CPrismImage
internal import Glibc
internal import PrismCore

enum ExifBlock {
    /// The APP1 payload for a photograph; an eXIf chunk has it without `JPEGSegments.exifPrefix`.
    ///
    /// - Throws: `outOfRange` where the fields take more than a segment holds.
    static func make(
        _ metadata: PhotoMetadata, width: Int, height: Int, container: ExifContainer,
        thumbnail: [UInt8]?
    ) throws(PrismError) -> [UInt8] {
        let fields = ExifFields.make(
            metadata, width: width, height: height, container: container,
            hasThumbnail: thumbnail != nil)
        return try build(fields, thumbnail: thumbnail)
    }

    /// The APP1 payload of some fields.
    static func build(_ fields: [ExifField], thumbnail: [UInt8]?) throws(PrismError) -> [UInt8] {
        let arena = Arena(fields)
        defer { arena.free() }
        var block: UnsafeMutablePointer<UInt8>?
        var size = 0
        let result = thumbnail.withBytes { bytes in
            prism_exif_build(
                arena.fields, fields.count, bytes?.baseAddress, bytes?.count ?? 0, &block, &size)
        }
        defer { prism_exif_free(block) }
        if result == -E2BIG {
            throw PrismError(.outOfRange, "EXIF fields over 64 KiB: shorten the user comment")
        }
        try CodecResult.check(result, encoding: "EXIF block")
        return Array(UnsafeBufferPointer(start: block, count: size))
    }

    /// The fields in memory that C can read, until freed.
    private struct Arena {
        let fields: UnsafeMutablePointer<prism_exif_field>
        private let numbers: UnsafeMutablePointer<UInt32>
        private let bytes: UnsafeMutablePointer<UInt8>

        init(_ list: [ExifField]) {
            let allNumbers = list.flatMap(\.value.numbers)
            let allBytes = list.flatMap(\.value.bytes)
            numbers = .allocate(capacity: max(1, allNumbers.count))
            numbers.initialize(from: allNumbers, count: allNumbers.count)
            bytes = .allocate(capacity: max(1, allBytes.count))
            bytes.initialize(from: allBytes, count: allBytes.count)
            fields = .allocate(capacity: max(1, list.count))
            var number = numbers
            var byte = bytes
            for (index, field) in list.enumerated() {
                let hasNumbers = !field.value.numbers.isEmpty
                (fields + index).initialize(
                    to: prism_exif_field(
                        ifd: UInt32(field.ifd.rawValue), tag: UInt32(field.tag),
                        type: UInt32(field.value.type.rawValue), count: UInt32(field.value.count),
                        numbers: hasNumbers ? UnsafePointer(number) : nil,
                        bytes: hasNumbers ? nil : UnsafePointer(byte)))
                number += field.value.numbers.count
                byte += field.value.bytes.count
            }
        }

        func free() {
            numbers.deallocate()
            bytes.deallocate()
            fields.deallocate()
        }
    }
}
