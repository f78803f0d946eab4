// SPDX-License-Identifier: MIT
// CRC-32C against published vectors, and the CPU's instruction against the tables.

import Testing

@testable import PrismCore

@Suite struct ChecksumTests {
    /// RFC 3720, appendix B.4, and the check value of the CRC catalogues.
    static let vectors: [([UInt8], UInt32)] = [
        (Array("123456789".utf8), 0xE306_9283),
        ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
        ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
        (Array(0..<32), 0x46DD_794E),
        (Array((0..<32).reversed()), 0x113F_DB5C),
        ([], 0),
    ]

    @Test(arguments: vectors) func knownVectorsHold(bytes: [UInt8], crc: UInt32) {
        #expect(Checksum.crc32c(bytes) == crc)
        #expect(Checksum.portableCRC32C(bytes) == crc)
    }

    @Test func anySplitGivesTheSameChecksum() {
        let bytes = (0..<257).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 >> 3) }
        let whole = Checksum.portableCRC32C(bytes)
        for cut in 0...bytes.count {
            let first = Checksum.crc32c(bytes[..<cut])
            #expect(Checksum.crc32c(bytes[cut...], from: first) == whole)
        }
    }
}
