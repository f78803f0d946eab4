// SPDX-License-Identifier: MIT
// Reads a whole regular file with a limit.

internal import Glibc

package enum FileReader {
    /// The file's bytes.
    ///
    /// - Throws: `inputOutput` or `permission`; `invalidData` where it is no regular file;
    ///   `outOfRange` where it is larger than `limit`.
    package static func read(_ path: String, atMost limit: Int) throws(PrismError) -> [UInt8] {
        // Without O_NONBLOCK, opening a FIFO would wait for a writer.
        let fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard fd >= 0 else { throw .system("open \(path)", errno: errno) }
        defer { close(fd) }
        var status = stat()
        guard fstat(fd, &status) == 0 else { throw .system("read \(path)", errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PrismError(.invalidData, "cannot read \(path): expected a regular file")
        }
        let size = Int(status.st_size)
        guard size <= limit else {
            throw PrismError(.outOfRange, "\(path) has \(size) bytes, expected at most \(limit)")
        }
        var failure: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            failure = fill(UnsafeMutableRawBufferPointer(buffer), from: fd, &count)
        }
        guard failure == 0 else { throw .system("read \(path)", errno: failure) }
        return bytes
    }

    /// Reads until the buffer is full or the file ends; returns an errno.
    private static func fill(
        _ buffer: UnsafeMutableRawBufferPointer, from fd: Int32, _ count: inout Int
    ) -> Int32 {
        count = 0
        while count < buffer.count, let base = buffer.baseAddress {
            let got = Glibc.read(fd, base + count, buffer.count - count)
            if got == 0 { return 0 }
            if got < 0, errno != EINTR { return errno }
            count += max(0, got)
        }
        return 0
    }
}
