// SPDX-License-Identifier: MIT
// Size and CRC-32C of a file, by which a journal knows its pictures again.

internal import CPrismLinux
internal import Glibc

/// Size and CRC-32C of a file's content.
public struct FileChecksum: Hashable, Sendable {
    /// Bytes in the file.
    public var bytes: Int64
    /// CRC-32C (Castagnoli) of all of them.
    public var crc32c: UInt32

    /// Makes a checksum.
    public init(bytes: Int64, crc32c: UInt32) {
        self.bytes = bytes
        self.crc32c = crc32c
    }

    /// Of bytes in memory.
    public init(of bytes: [UInt8]) {
        self.init(
            bytes: Int64(bytes.count),
            crc32c: bytes.withUnsafeBytes { prism_linux_crc32c(0, $0.baseAddress, $0.count) })
    }

    /// Of a file.
    ///
    /// - Throws: ``PrismError`` naming the path.
    public init(ofFile path: String) throws(PrismError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open \(path)", errno: errno) }
        defer { close(descriptor) }
        try self.init(of: descriptor, path)
    }

    init(of descriptor: Int32, _ path: String) throws(PrismError) {
        self.init(bytes: 0, crc32c: 0)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, off_t(bytes))
            if count == 0 { return }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system("read \(path)", errno: errno) }
            crc32c = prism_linux_crc32c(crc32c, buffer.baseAddress, count)
            bytes += Int64(count)
        }
    }
}
