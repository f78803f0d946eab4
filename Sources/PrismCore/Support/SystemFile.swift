// SPDX-License-Identifier: MIT
// Small files of the kernel's (/proc, /sys): read whole, written with one call.

internal import Glibc

package enum SystemFile {
    /// The text of a small file without surrounding blanks; nil where it cannot be read.
    package static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        let text = String(decoding: bytes.prefix(count), as: UTF8.self)
        let inner = text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
        return String(inner.reversed())
    }

    /// A whole number out of a small file.
    package static func integer(_ path: String) -> Int64? { read(path).flatMap { Int64($0) } }

    /// Writes text, which the kernel takes in one piece or not at all.
    package static func write(_ text: String, to path: String) throws(PrismError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("write \(path)", errno: errno) }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw .system("write \(path)", errno: errno)
        }
    }
}
