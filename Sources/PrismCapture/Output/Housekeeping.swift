// SPDX-License-Identifier: MIT
// Limits of a run's disk: how much stays free, how many pictures stay.

internal import Glibc
internal import PrismCore

/// What is kept of a run, and what room is left to others.
public struct Housekeeping: Hashable, Sendable {
    /// Bytes that stay free; where there are fewer no picture is written. 0 looks at nothing.
    public var minimumFree: Int64
    /// How many of the newest pictures are kept; nil keeps all.
    public var keepLast: Int?

    /// Makes limits; the defaults limit nothing.
    public init(minimumFree: Int64 = 0, keepLast: Int? = nil) {
        self.minimumFree = minimumFree
        self.keepLast = keepLast
    }

    /// Whether a directory's file system has room enough; true where it does not say.
    ///
    /// Thread: any, but not the cooperative pool: it asks the file system.
    public func hasRoom(in directory: String) -> Bool {
        guard minimumFree > 0 else { return true }
        var facts = statvfs()
        guard statvfs(directory, &facts) == 0 else { return true }
        let (free, isMore) = Int64(clamping: facts.f_bavail).multipliedReportingOverflow(
            by: Int64(clamping: facts.f_frsize))
        return isMore || free >= minimumFree
    }
}

/// The pictures of a run that are still there, oldest first.
struct KeptPictures {
    private let root: String
    private let most: Int?
    private var files: [String]

    /// Begins with what a directory holds already.
    init(_ housekeeping: Housekeeping, root: String, template: OutputTemplate) throws(PrismError) {
        self.root = root
        most = housekeeping.keepLast
        files = most == nil ? [] : try OutputDirectory.files(of: template, in: root).map(\.file)
    }

    /// Takes a new picture and removes what is too old; what cannot be removed is left.
    mutating func add(_ file: String) {
        guard let most else { return }
        files.append(file)
        while files.count > most { unlink("\(root)/\(files.removeFirst())") }
    }
}
