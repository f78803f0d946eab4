// SPDX-License-Identifier: MIT
// Directories for pictures: made, and listed as far as a template can reach.

internal import Glibc
internal import PrismCore

/// Prepares and reads directories of pictures.
enum OutputDirectory {
    /// Sees to it that the directory of `path` exists, with all above it, and can be written to.
    static func prepare(for path: String) throws(PrismError) {
        var made: [String] = []
        try prepare(for: path, made: &made)
    }

    /// The same; adds the directories that it made, each after the one it lies in.
    static func prepare(for path: String, made: inout [String]) throws(PrismError) {
        guard try !AtomicFile.examineDirectory(of: path, mayBeMissing: true) else { return }
        try create(AtomicFile.directory(of: path), &made)
    }

    private static func create(_ directory: String, _ made: inout [String]) throws(PrismError) {
        if mkdir(directory, 0o777) != 0 {
            if errno == EEXIST { return }
            guard errno == ENOENT else {
                throw .system("create directory \(directory)", errno: errno)
            }
            try create(AtomicFile.directory(of: directory), &made)
            guard mkdir(directory, 0o777) == 0 || errno == EEXIST else {
                throw .system("create directory \(directory)", errno: errno)
            }
        }
        made.append(directory)
        // Else a power cut could take the directory with all durable files in it.
        try AtomicFile.synchroniseDirectory(of: directory)
    }

    /// Something under a name that the template makes.
    struct Found: Hashable, Sendable {
        var index: Int
        /// Whether it is a regular file.
        var isPicture = true
        /// Size of the file.
        var bytes: Int64 = 0
        /// Relative to the directory that was searched.
        var file: String
    }

    /// All files in a directory that a template of relative paths could have made.
    ///
    /// - Throws: ``PrismError`` of the disk; `cancelled` where the task was.
    static func files(of template: OutputTemplate, in root: String) throws(PrismError) -> [Found] {
        try everything(of: template, in: root).filter(\.isPicture)
    }

    /// All that has a name which the template could make, be it a picture or something in its way.
    static func everything(
        of template: OutputTemplate, in root: String
    ) throws(PrismError) -> [Found] {
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
            try JournalText.checkCancellation()
            let file = parent + name
            var status = stat()
            // A link to nowhere has no kind.
            let kind = stat("\(root)/\(file)", &status) == 0 ? status.st_mode & S_IFMT : 0
            let bytes = Int64(status.st_size)
            if kind == S_IFDIR, depth > 0 {
                try walk(root, file + "/", depth - 1, template, &found)
            } else if let index = template.index(of: file) {
                found.append(
                    Found(index: index, isPicture: kind == S_IFREG, bytes: bytes, file: file))
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
