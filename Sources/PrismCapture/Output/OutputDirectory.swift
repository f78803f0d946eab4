// SPDX-License-Identifier: MIT
// Directories for pictures: made, and listed as far as a template can reach.

internal import Glibc
internal import PrismCore

/// Prepares and reads directories of pictures.
enum OutputDirectory {
    /// Sees to it that the directory of `path` exists, with all above it, and can be written to.
    static func prepare(for path: String) throws(PrismError) {
        let directory = AtomicFile.directory(of: path)
        var status = stat()
        if stat(directory, &status) != 0 {
            guard errno == ENOENT else {
                throw .system("write to directory \(directory)", errno: errno)
            }
            try create(directory)
        } else if status.st_mode & S_IFMT != S_IFDIR {
            throw .system("write to directory \(directory)", errno: ENOTDIR)
        }
        guard access(directory, W_OK | X_OK) == 0 else {
            throw .system("write to directory \(directory)", errno: errno)
        }
    }

    private static func create(_ directory: String) throws(PrismError) {
        if mkdir(directory, 0o777) != 0 {
            if errno == EEXIST { return }
            guard errno == ENOENT else {
                throw .system("create directory \(directory)", errno: errno)
            }
            try create(AtomicFile.directory(of: directory))
            guard mkdir(directory, 0o777) == 0 || errno == EEXIST else {
                throw .system("create directory \(directory)", errno: errno)
            }
        }
        // Else a power cut could take the directory with all durable files in it.
        try AtomicFile.synchroniseDirectory(of: directory)
    }

    /// A regular file that the template made.
    struct Found: Hashable, Sendable {
        var index: Int
        /// Relative to the directory that was searched.
        var file: String
        var bytes: Int64
    }

    /// All files in a directory that a template of relative paths could have made.
    static func files(of template: OutputTemplate, in root: String) throws(PrismError) -> [Found] {
        let depth = template.source.utf8.filter { $0 == UInt8(ascii: "/") }.count
        var found: [Found] = []
        try walk(root, "", depth, template, &found)
        return found.sorted { ($0.index, $0.file) < ($1.index, $1.file) }
    }

    private static func walk(
        _ root: String, _ parent: String, _ depth: Int, _ template: OutputTemplate,
        _ found: inout [Found]
    ) throws(PrismError) {
        for name in try names(in: "\(root)/\(parent)") where name != ".prism" {
            let file = parent + name
            var status = stat()
            guard stat("\(root)/\(file)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR, depth > 0 {
                try walk(root, file + "/", depth - 1, template, &found)
            } else if status.st_mode & S_IFMT == S_IFREG, let index = template.index(of: file) {
                found.append(Found(index: index, file: file, bytes: Int64(status.st_size)))
            }
        }
    }

    private static func names(in path: String) throws(PrismError) -> [String] {
        do {
            return try DirectoryListing.names(in: path)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return []
        }
    }
}
