// SPDX-License-Identifier: MIT
// The place where a file is to be made: what is in its way, and whether its directory takes it.

internal import Glibc

extension AtomicFile {
    /// What is under the name of a file that is to be made.
    public enum Obstacle: Hashable, Sendable {
        /// A regular file, or a link to one or to nowhere: it may be replaced.
        case file
        /// A directory, or a link to one.
        case directory
        /// A device, a pipe, or a link to one: it is no picture and never replaced.
        case notRegular
        /// A link to an open descriptor, as /dev/stdout is: replacing it would take it from everybody.
        case descriptor
    }

    /// What is under a name.
    ///
    /// - Parameter path: The name of a file that is to be made.
    /// - Returns: nil where nothing is.
    /// - Throws: ``PrismError`` where that cannot be found out.
    public static func obstacle(at path: String) throws(PrismError) -> Obstacle? {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw .system("create \(path)", errno: errno)
        }
        if status.st_mode & S_IFMT == S_IFLNK, leadsToDescriptor(path) { return .descriptor }
        // Through a link its target is meant, though only the link would be replaced.
        guard stat(path, &status) == 0 else { return .file }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .directory
        default: return .notRegular
        }
    }

    private static func leadsToDescriptor(_ link: String) -> Bool {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(link, &buffer, buffer.count)
        let text = buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
        if text.starts(with: "/proc/".utf8) { return true }
        guard let parent = realpath(directory(of: link), nil) else { return false }
        defer { free(parent) }
        return String(cString: parent).hasPrefix("/proc/")
    }

    /// Refuses a name that cannot be had, before the work whose result was to get it.
    static func examine(_ path: String, _ collision: Collision) throws(PrismError) {
        switch (try obstacle(at: path), collision) {
        case (nil, _), (.file, .replace): return
        case (.file, .refuse): throw .system("create \(path)", errno: EEXIST)
        case (.directory, _): throw .system("create \(path)", errno: EISDIR)
        case (.notRegular, _):
            throw PrismError(.inputOutput, "cannot replace \(path): it is not a regular file")
        case (.descriptor, _):
            throw PrismError(.inputOutput, "cannot replace \(path): it is an open descriptor")
        }
    }

    /// Refuses a directory that does not take files.
    ///
    /// - Parameters:
    ///   - path: The name of a file that is to be made.
    ///   - mayBeMissing: Missing directories are going to be made: the nearest that is there counts.
    /// - Returns: Whether the directory itself is there.
    /// - Throws: ``PrismError`` naming the directory.
    @discardableResult
    public static func examineDirectory(
        of path: String, mayBeMissing: Bool = false
    ) throws(PrismError) -> Bool {
        let directory = directory(of: path)
        var status = stat()
        guard stat(directory, &status) == 0 else {
            let cause = errno
            // A link to nowhere is there, and in the way.
            if cause == ENOENT, mayBeMissing, lstat(directory, &status) != 0 {
                try examineDirectory(of: directory, mayBeMissing: true)
                return false
            }
            throw .system("write to directory \(directory)", errno: cause)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .system("write to directory \(directory)", errno: ENOTDIR)
        }
        guard access(directory, W_OK | X_OK) == 0 else {
            throw .system("write to directory \(directory)", errno: errno)
        }
        return true
    }
}
