// SPDX-License-Identifier: MIT
// Finds the orientation of a PNG file; a pure parser of foreign bytes.

enum PNGChunks {
    /// What every PNG file begins with.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// The orientation in the first eXIf chunk; `.up` where there is none.
    static func orientation(in bytes: UnsafeRawBufferPointer) -> ImageOrientation {
        var at = signature.count
        // Length, type, payload, checksum.
        while at + 12 <= bytes.count {
            let length = bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - at - 12 else { return .up }
            if bytes[at + 4..<at + 8].elementsEqual("eXIf".utf8) {
                return ExifOrientationReader.orientation(inTIFF: bytes[at + 8..<at + 8 + length])
            }
            at += 12 + length
        }
        return .up
    }
}
