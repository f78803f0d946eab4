// SPDX-License-Identifier: MIT
// Walks the directories of a TIFF file of unknown origin within fixed limits.

/// A TIFF file's directories: the first, its SubIFDs and EXIF, at most ``mostDirectories`` of them.
struct TIFFWalker {
    /// An entry as it lies in the file.
    struct Field {
        var tag: UInt16
        var type: UInt16
        var count: UInt32
        /// The four bytes that are the value or lead to it.
        var inline: [UInt8]
        /// Whether it is of the first directory.
        var isMain: Bool
    }

    private static let mostDirectories = 16
    private static let mostFields = 512

    private let read: (Int, Int) -> [UInt8]?
    private let isBigEndian: Bool
    private let first: Int

    /// Reads the header; nil where there is none.
    init?(_ read: @escaping (Int, Int) -> [UInt8]?) {
        guard let header = read(0, 8) else { return nil }
        switch header[..<2] {
        case [0x49, 0x49]: isBigEndian = false
        case [0x4D, 0x4D]: isBigEndian = true
        default: return nil
        }
        self.read = read
        first = TIFFWalker.number(header[4..<8], isBigEndian)
        guard TIFFWalker.number(header[2..<4], isBigEndian) == 42 else { return nil }
    }

    /// Calls `body` with each field, directory after directory.
    func walk(_ body: (Field) -> Void) {
        var waiting = [first]
        var seen: Set<Int> = []
        while let start = waiting.popLast(), seen.count < TIFFWalker.mostDirectories {
            guard seen.insert(start).inserted else { continue }
            for field in fields(at: start) {
                body(field)
                // SubIFDs and EXIF.
                if field.tag == 0x014A || field.tag == 0x8769 { waiting += links(field) }
            }
        }
    }

    /// Whole numbers and unsigned fractions; empty where there are more than `most` or other types.
    func numbers(_ field: Field, most: Int) -> [Double] {
        let sizes: [UInt16: Int] = [3: 2, 4: 4, 5: 8]
        guard let size = sizes[field.type], (1...most).contains(Int(field.count)) else { return [] }
        let total = size * Int(field.count)
        guard let bytes = total <= 4 ? field.inline : outside(field, bytes: total) else {
            return []
        }
        return stride(from: 0, to: total, by: size).map { at in
            guard field.type == 5 else {
                return Double(TIFFWalker.number(bytes[at..<at + size], isBigEndian))
            }
            let top = Double(TIFFWalker.number(bytes[at..<at + 4], isBigEndian))
            return top / Double(TIFFWalker.number(bytes[at + 4..<at + 8], isBigEndian))
        }
    }

    /// Floating-point components; empty where there are more than `most`.
    func doubles(_ field: Field, most: Int) -> [Double] {
        guard field.type == 12, (1...most).contains(Int(field.count)),
            let bytes = outside(field, bytes: 8 * Int(field.count))
        else { return [] }
        return stride(from: 0, to: bytes.count, by: 8).map { at in
            let ordered = isBigEndian ? Array(bytes[at..<at + 8]) : bytes[at..<at + 8].reversed()
            return Double(bitPattern: ordered.reduce(0) { $0 << 8 | UInt64($1) })
        }
    }

    private func fields(at start: Int) -> [Field] {
        guard let head = read(start, 2) else { return [] }
        let count = min(TIFFWalker.number(head[...], isBigEndian), TIFFWalker.mostFields)
        guard let bytes = read(start + 2, 12 * count) else { return [] }
        return (0..<count).map { index in
            let entry = bytes[(12 * index)..<(12 * index + 12)]
            let at = entry.startIndex
            return Field(
                tag: UInt16(TIFFWalker.number(entry[at..<at + 2], isBigEndian)),
                type: UInt16(TIFFWalker.number(entry[at + 2..<at + 4], isBigEndian)),
                count: UInt32(TIFFWalker.number(entry[at + 4..<at + 8], isBigEndian)),
                inline: Array(entry[(at + 8)...]), isMain: start == first)
        }
    }

    private func links(_ field: Field) -> [Int] {
        guard field.type == 4 || field.type == 13 else { return [] }
        if field.count == 1 { return [TIFFWalker.number(field.inline[...], isBigEndian)] }
        let count = min(Int(field.count), TIFFWalker.mostDirectories)
        guard let bytes = outside(field, bytes: 4 * count) else { return [] }
        return (0..<count).map { TIFFWalker.number(bytes[(4 * $0)..<(4 * $0 + 4)], isBigEndian) }
    }

    private func outside(_ field: Field, bytes count: Int) -> [UInt8]? {
        read(TIFFWalker.number(field.inline[...], isBigEndian), count)
    }

    private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
        let ordered = isBigEndian ? Array(bytes) : bytes.reversed()
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }
}
