// SPDX-License-Identifier: MIT
// The names in a directory, with the errno where there are none to be had.

internal import Glibc

package enum DirectoryListing {
    /// One name.
    package struct Entry: Hashable, Sendable {
        /// The name; where it is not UTF-8, with U+FFFD for the rest, so that it opens another file or none.
        package let name: String
        /// True where ``name`` opens the file.
        package let isUTF8: Bool
    }

    /// The names in a directory but `.` and `..`, in no order.
    ///
    /// - Parameter directory: A path.
    /// - Returns: The names.
    /// - Throws: ``PrismError`` of opendir; its errno tells a missing directory from a forbidden one.
    package static func names(in directory: String) throws(PrismError) -> [String] {
        try entries(in: directory).map(\.name)
    }

    /// The same names, with whether they can be opened by them.
    package static func entries(in directory: String) throws(PrismError) -> [Entry] {
        guard let handle = opendir(directory) else {
            throw .system("list \(directory)", errno: errno)
        }
        defer { closedir(handle) }
        var entries: [Entry] = []
        while let entry = readdir(handle) {
            let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
            let found = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: capacity) { bytes in
                    Entry(
                        name: String(cString: bytes),
                        isUTF8: String(validatingCString: bytes) != nil)
                }
            }
            if found.name != "." && found.name != ".." { entries.append(found) }
        }
        return entries
    }
}
