// SPDX-License-Identifier: MIT
// The names in a directory, with the errno where there are none to be had.

internal import Glibc

package enum DirectoryListing {
    /// The names in a directory but `.` and `..`, in no order.
    ///
    /// - Parameter directory: A path.
    /// - Returns: The names.
    /// - Throws: ``PrismError`` of opendir; its errno tells a missing directory from a forbidden one.
    package static func names(in directory: String) throws(PrismError) -> [String] {
        guard let handle = opendir(directory) else {
            throw .system("list \(directory)", errno: errno)
        }
        defer { closedir(handle) }
        var names: [String] = []
        while let entry = readdir(handle) {
            let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: capacity) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }
}
