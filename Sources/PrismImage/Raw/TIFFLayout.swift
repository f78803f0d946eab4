// SPDX-License-Identifier: MIT
// Directories of a TIFF file to the bytes before its pixels, which then follow at once.

/// A TIFF file with one picture in one strip, its EXIF and its GPS directory.
struct TIFFLayout {
    /// IFD0 without what the layout itself adds: strips and links to the others.
    var main: [TIFFField]
    var exif: [TIFFField]
    var gps: [TIFFField]
    /// Bytes of the strip.
    var stripBytes: UInt32

    private enum Link {
        static let stripOffsets: UInt16 = 0x0111
        static let stripByteCounts: UInt16 = 0x0117
        static let exif: UInt16 = 0x8769
        static let gps: UInt16 = 0x8825
    }

    /// Everything before the strip.
    func header() -> [UInt8] {
        let first = 8
        // Links are LONG whatever their value, so that sizes are known before values.
        let afterMain = first + TIFFLayout.size(of: linked(exif: 0, gps: 0, strip: 0))
        let afterExif = afterMain + TIFFLayout.size(of: exif)
        let end = afterExif + TIFFLayout.size(of: gps)
        let strip = (end + 15) & ~15
        let fields = linked(exif: afterMain, gps: afterExif, strip: strip)
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, UInt8(first), 0, 0, 0]
        bytes += TIFFLayout.directory(fields, at: first)
        bytes += TIFFLayout.directory(exif, at: afterMain)
        bytes += TIFFLayout.directory(gps, at: afterExif)
        bytes += [UInt8](repeating: 0, count: strip - end)
        return bytes
    }

    private func linked(exif exifAt: Int, gps gpsAt: Int, strip: Int) -> [TIFFField] {
        var fields = main
        fields.append(.longs(Link.stripOffsets, [UInt32(strip)]))
        fields.append(.longs(Link.stripByteCounts, [stripBytes]))
        if !exif.isEmpty { fields.append(.longs(Link.exif, [UInt32(exifAt)])) }
        if !gps.isEmpty { fields.append(.longs(Link.gps, [UInt32(gpsAt)])) }
        return fields
    }

    /// Bytes of a directory with its values; nothing for one without fields.
    private static func size(of fields: [TIFFField]) -> Int {
        guard !fields.isEmpty else { return 0 }
        return fields.reduce(2 + 4) { $0 + 12 + outside($1) }
    }

    /// Bytes of a value that does not fit into its entry, to an even number.
    private static func outside(_ field: TIFFField) -> Int {
        field.bytes.count <= 4 ? 0 : (field.bytes.count + 1) & ~1
    }

    private static func directory(_ fields: [TIFFField], at start: Int) -> [UInt8] {
        guard !fields.isEmpty else { return [] }
        var entries: [UInt8] = []
        var values: [UInt8] = []
        let valuesAt = start + 2 + 12 * fields.count + 4
        append(UInt16(fields.count), to: &entries)
        for field in fields.sorted(by: { $0.tag < $1.tag }) {
            append(field.tag, to: &entries)
            append(field.type.rawValue, to: &entries)
            append(UInt32(field.count), to: &entries)
            if field.bytes.count <= 4 {
                entries += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
            } else {
                append(UInt32(valuesAt + values.count), to: &entries)
                values += field.bytes
                values += [UInt8](repeating: 0, count: outside(field) - field.bytes.count)
            }
        }
        append(UInt32(0), to: &entries)
        return entries + values
    }

    private static func append<Number: FixedWidthInteger>(
        _ value: Number, to bytes: inout [UInt8]
    ) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
