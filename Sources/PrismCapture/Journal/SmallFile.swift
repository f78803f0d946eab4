// SPDX-License-Identifier: MIT
// Reads a whole file of the run's own.

internal import Glibc
internal import PrismCore

/// Whole files, such as fit into memory.
enum SmallFile {
    /// The file's bytes; nil where there is none.
    static func read(_ path: String) throws(PrismError) -> [UInt8]? {
        // A pipe in the place of the file must not be waited for.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .system("open \(path)", errno: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system("read \(path)", errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw PrismError(.invalidData, "\(path) is not a regular file")
        }
        var bytes: [UInt8] = []
        // A file with holes may claim any size.
        bytes.reserveCapacity(min(Int(clamping: status.st_size), 1 << 27))
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system("read \(path)", errno: errno) }
            bytes += piece[..<count]
        }
    }

    /// Bytes in a file; nil where there is none.
    static func size(of path: String) -> Int64? {
        var status = stat()
        return stat(path, &status) == 0 ? Int64(status.st_size) : nil
    }
}
