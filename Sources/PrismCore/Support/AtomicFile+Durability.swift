// SPDX-License-Identifier: MIT
// How soon a published file must survive a power cut, and the calls that make it so.

internal import Glibc

/// When finished files are forced onto the disk.
///
/// None of them ever shows a partial file under its final name after a kill of the process; `none`
/// may after a power cut.
public enum Durability: String, CaseIterable, Codable, Sendable {
    /// Each file before the next step.
    case each
    /// Files wait unseen and are forced together, at most two seconds later.
    case batch
    /// The kernel decides.
    case none

    /// The default: each file from an interval of one second up, else in batches.
    ///
    /// - Parameter interval: Time between files, in nanoseconds.
    /// - Returns: `each` or `batch`.
    public static func automatic(forInterval interval: Int64) -> Durability {
        interval >= 1_000_000_000 ? .each : .batch
    }
}

extension AtomicFile {
    /// Forces a directory's entries onto the disk.
    ///
    /// Thread: any, but it may take seconds.
    ///
    /// - Parameter path: Path of a file in that directory.
    /// - Throws: ``PrismError`` naming the directory.
    public static func synchroniseDirectory(of path: String) throws(PrismError) {
        try synchroniseDirectory(of: path, probe: .none)
    }

    package static func synchroniseDirectory(
        of path: String, probe: FileProbe
    ) throws(PrismError) {
        try probe.before(.synchroniseDirectory, path)
        let directory = directory(of: path)
        let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system("open \(directory)", errno: errno) }
        defer { close(descriptor) }
        try check(fsync(descriptor), "synchronise \(directory)")
    }

    /// Forces an open file's content onto the disk.
    package static func synchronise(_ descriptor: Int32, _ path: String) throws(PrismError) {
        try check(fdatasync(descriptor), "synchronise \(path)")
    }

    /// Some file systems have nothing to synchronise and say EINVAL.
    private static func check(_ result: Int32, _ what: String) throws(PrismError) {
        guard result != 0, errno != EINVAL else { return }
        throw .system(what, errno: errno)
    }

    /// The directory part of a path; "." where there is none.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The part of a path after its last slash.
    package static func name(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return path }
        return String(path[path.index(after: slash)...])
    }
}
