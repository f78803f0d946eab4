// SPDX-License-Identifier: MIT
// Finds the orientation in a foreign EXIF block, trusting nothing in it.

enum ExifOrientationReader {
    /// The orientation that a TIFF header's first directory gives; `.up` where there is none.
    static func orientation(inTIFF bytes: some RandomAccessCollection<UInt8>) -> ImageOrientation {
        let reader = TIFFReader(Array(bytes.prefix(65_536)))
        guard let reader, let start = reader.long(4), let count = reader.short(Int(start)) else {
            return .up
        }
        for index in 0..<Int(count) {
            let entry = Int(start) + 2 + 12 * index
            guard let tag = reader.short(entry), let type = reader.short(entry + 2) else { break }
            guard tag == 0x0112, type == 3, let value = reader.short(entry + 8) else { continue }
            return UInt8(exactly: value).flatMap(ImageOrientation.init) ?? .up
        }
        return .up
    }
}

/// Numbers at offsets, in the byte order of the header; nil outside the bytes.
private struct TIFFReader {
    private let bytes: [UInt8]
    private let isLittleEndian: Bool

    init?(_ bytes: [UInt8]) {
        switch Array(bytes.prefix(4)) {
        case [0x49, 0x49, 0x2A, 0]: isLittleEndian = true
        case [0x4D, 0x4D, 0, 0x2A]: isLittleEndian = false
        default: return nil
        }
        self.bytes = bytes
    }

    func short(_ offset: Int) -> UInt16? { number(offset, 2).map { UInt16($0) } }
    func long(_ offset: Int) -> UInt32? { number(offset, 4) }

    private func number(_ offset: Int, _ size: Int) -> UInt32? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        let field = bytes[offset..<offset + size]
        let ordered = isLittleEndian ? Array(field.reversed()) : Array(field)
        return ordered.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
