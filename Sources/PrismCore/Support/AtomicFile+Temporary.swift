// SPDX-License-Identifier: MIT
// Where AtomicFile's bytes lie before they have a name, and what becomes of those nobody finished.

internal import CPrismLinux
internal import Glibc

extension AtomicFile {
    /// Suffix of the hidden files where the file system has no unnamed ones.
    static let suffix = ".part"

    /// Opens the place for the bytes; a name is returned where it needs one.
    static func open(
        _ path: String, isUnnamed: Bool
    ) throws(PrismError) -> (descriptor: Int32, name: String?) {
        // An unnamed file cannot be linked over an existing name, and not at all without /proc.
        if isUnnamed, access("/proc/self/fd", X_OK) == 0 {
            let descriptor = prism_linux_open_unnamed(directory(of: path), 0o666)
            if descriptor >= 0 { return (descriptor, nil) }
            if descriptor != -EOPNOTSUPP { throw .system("create \(path)", errno: -descriptor) }
        }
        return try openNamed(path)
    }

    /// What the hidden name of a target begins with, after its dot.
    private static func base(of path: String) -> String {
        // 200 bytes leave room for the dot, the random part and the suffix within NAME_MAX.
        String(decoding: name(of: path).utf8.prefix(200), as: UTF8.self)
    }

    static func openNamed(_ path: String) throws(PrismError) -> (descriptor: Int32, name: String?) {
        let base = base(of: path)
        for _ in 0..<100 {
            let random = String(UInt32.random(in: .min ... .max), radix: 36)
            let name = "\(directory(of: path))/.\(base).\(random)\(suffix)"
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
            let descriptor = Glibc.open(name, flags, 0o666)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw .system("create \(path)", errno: errno) }
            if isHeld(descriptor) { return (descriptor, name) }
            close(descriptor)
        }
        throw .system("create \(path)", errno: EEXIST)
    }

    /// Locks a fresh file; false where a clean-up was faster and took it away.
    private static func isHeld(_ descriptor: Int32) -> Bool {
        var status = stat()
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
        return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Moves without replacing where the file system lacks RENAME_NOREPLACE.
    ///
    /// A hard link is exclusive; where there are none either (exFAT) a look before the move must do.
    static func moveExclusively(_ source: String, _ target: String) -> Int32 {
        if Glibc.link(source, target) == 0 {
            unlink(source)
            return 0
        }
        guard errno == EPERM || errno == EOPNOTSUPP else { return -errno }
        guard access(target, F_OK) != 0 else { return -EEXIST }
        return rename(source, target) == 0 ? 0 : -errno
    }

    /// Removes hidden `.part` files that no living process holds.
    ///
    /// - Returns: How many were removed.
    /// - Throws: ``PrismError`` where the directory cannot be read.
    @discardableResult
    public static func removeStale(inDirectory path: String) throws(PrismError) -> Int {
        try temporaries(in: path).count { withDead("\(path)/\($0)") { unlink($0) == 0 } }
    }

    /// Finds hidden `.part` files that no living process holds, and leaves them alone.
    ///
    /// - Parameter path: A directory.
    /// - Returns: Their names, in order.
    /// - Throws: ``PrismError`` where the directory cannot be read.
    public static func stale(inDirectory path: String) throws(PrismError) -> [String] {
        try temporaries(in: path).filter { withDead("\(path)/\($0)") { _ in true } }.sorted()
    }

    private static func temporaries(in directory: String) throws(PrismError) -> [String] {
        try DirectoryListing.names(in: directory).filter { name in
            name.hasPrefix(".") && name.hasSuffix(suffix) && name != suffix
        }
    }

    /// Removes what dead writers of these targets left beside them; what cannot be removed stays.
    ///
    /// - Parameter paths: Names that are about to be written.
    /// - Returns: How many were removed.
    @discardableResult
    public static func removeStale(of paths: [String]) -> Int {
        Dictionary(grouping: paths, by: directory(of:)).reduce(0) { sum, group in
            let bases = Set(group.value.map(base(of:)))
            let names = (try? DirectoryListing.names(in: group.key)) ?? []
            let stale = names.filter { target(ofTemporary: $0).map(bases.contains) ?? false }
            return sum + stale.count { withDead("\(group.key)/\($0)") { unlink($0) == 0 } }
        }
    }

    /// `a.jpg` of `.a.jpg.1x2y3z.part`; nil where a name is not made like that.
    private static func target(ofTemporary name: String) -> String? {
        guard name.hasPrefix("."), name.hasSuffix(suffix) else { return nil }
        let inner = name.dropFirst().dropLast(suffix.count)
        guard let dot = inner.lastIndex(of: "."),
            UInt32(inner[inner.index(after: dot)...], radix: 36) != nil
        else { return nil }
        return String(inner[..<dot])
    }

    /// What `body` says of a file that nobody holds; false of others.
    private static func withDead(_ path: String, _ body: (String) -> Bool) -> Bool {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) == 0 && body(path)
    }
}
