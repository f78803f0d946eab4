// SPDX-License-Identifier: MIT
// The server's place in the file system: one socket, one program, nothing of others' touched.

internal import Glibc
import PrismCore

/// A listening Unix socket; its name goes with ``remove()``.
struct ServeSocket: Sendable {
    let path: String
    let descriptor: Int32

    /// Connections that may wait to be taken.
    private static let backlog: Int32 = 8

    /// Makes the socket, readable and writable by this user alone. Blocks.
    ///
    /// - Throws: `busy` where a program answers there already, `usage` where the path is too long or something else,
    ///   and of the system.
    init(_ path: String) throws(PrismError) {
        let address = try ServeSocket.address(path)
        try ServeSocket.clear(path, address)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw .system("make a socket", errno: errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let mask = umask(0o177)
        let result = ServeSocket.withAddress(address) { bind(descriptor, $0, $1) }
        let cause = errno
        umask(mask)
        guard result == 0, listen(descriptor, ServeSocket.backlog) == 0 else {
            let reason = result == 0 ? errno : cause
            close(descriptor)
            throw .system("listen at \(path)", errno: reason)
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// Takes the name away; the descriptor belongs to who serves it.
    func remove() { unlink(path) }

    /// A socket that nobody answers at is a leftover of a program that was killed.
    private static func clear(_ path: String, _ address: sockaddr_un) throws(PrismError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw PrismError(.usage, "\(path) exists and is no socket")
        }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard probe >= 0 else { throw .system("make a socket", errno: errno) }
        defer { close(probe) }
        guard withAddress(address, { connect(probe, $0, $1) }) != 0 else {
            throw PrismError(.busy, "another program answers at \(path)")
        }
        guard errno == ECONNREFUSED else { throw .system("look at \(path)", errno: errno) }
        unlink(path)
    }

    private static func address(_ path: String) throws(PrismError) -> sockaddr_un {
        var address = sockaddr_un()
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path) - 1
        guard !bytes.isEmpty, bytes.count <= room, !bytes.contains(0) else {
            throw PrismError(
                .usage, "a socket's path has 1 to \(room) bytes, this one \(bytes.count)")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }

    private static func withAddress(
        _ address: sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
