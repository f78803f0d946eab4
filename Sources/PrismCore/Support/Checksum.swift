// SPDX-License-Identifier: MIT
// The checksum that journals and files carry.

internal import CPrismLinux

/// CRC-32C (Castagnoli), as in RFC 3720: finds torn and rotten files, not forged ones.
package enum Checksum {
    /// Continues a checksum over more bytes.
    ///
    /// - Parameters:
    ///   - crc: The checksum so far; 0 to begin.
    ///   - data: First byte; may be nil where `size` is 0.
    ///   - size: Bytes.
    /// - Returns: The checksum of all bytes so far.
    package static func crc32c(_ crc: UInt32, _ data: UnsafeRawPointer?, _ size: Int) -> UInt32 {
        prism_linux_crc32c(crc, data, size)
    }

    /// The checksum of some bytes, continuing from `crc`.
    package static func crc32c(_ bytes: some Sequence<UInt8>, from crc: UInt32 = 0) -> UInt32 {
        let whole = bytes.withContiguousStorageIfAvailable { crc32c(crc, $0.baseAddress, $0.count) }
        return whole ?? Array(bytes).withUnsafeBytes { crc32c(crc, $0.baseAddress, $0.count) }
    }

    /// The checksum as CPUs without a CRC instruction compute it.
    static func portableCRC32C(_ bytes: [UInt8], from crc: UInt32 = 0) -> UInt32 {
        bytes.withUnsafeBytes { prism_linux_crc32c_portable(crc, $0.baseAddress, $0.count) }
    }
}
