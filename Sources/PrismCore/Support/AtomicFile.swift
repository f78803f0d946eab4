// SPDX-License-Identifier: MIT
// A file that appears under its name whole or not at all.

internal import CPrismLinux
internal import Glibc

/// A file being written, which nobody sees before ``publish()``.
///
/// Where the file system can, the file has no name until then (O_TMPFILE), so that nothing is left behind by a
/// kill; elsewhere it is a hidden `.NAME.XXXXXX.part` beside the target, held by an flock so that
/// ``removeStale(inDirectory:)`` can tell dead ones. Both live in the target's directory, hence on its file
/// system. An object that is dropped unpublished leaves nothing.
///
/// Thread: any, one at a time. Errors name the path: `diskFull`, `permission`, or `inputOutput` with the errno.
public final class AtomicFile {
    /// What happens where the target exists.
    public enum Collision: Sendable {
        /// The target is kept and publishing fails (EEXIST).
        case refuse
        /// The target is replaced in one step.
        case replace
    }

    /// The name that the file gets.
    public let path: String
    /// Where to write; owned by this object, position at the start.
    public let fileDescriptor: Int32

    let collision: Collision
    let probe: FileProbe
    private var temporary: String?
    private var isOpen = true

    /// Creates the file, still invisible.
    ///
    /// - Parameters:
    ///   - path: The name it gets; its directory must exist.
    ///   - collision: Whether an existing file is replaced; a refusal comes already here where it can.
    /// - Throws: ``PrismError`` naming the path.
    public convenience init(
        path: String, collision: Collision = .refuse
    ) throws(PrismError) {
        try self.init(path: path, collision: collision, probe: .none)
    }

    /// Creates the file with a probe before each step; `isUnnamed` false does without O_TMPFILE.
    package init(
        path: String, collision: Collision, probe: FileProbe, isUnnamed: Bool = true
    ) throws(PrismError) {
        try probe.before(.create, path)
        try AtomicFile.examine(path, collision)
        let (descriptor, temporary) = try AtomicFile.open(
            path, isUnnamed: isUnnamed && collision == .refuse)
        self.path = path
        self.fileDescriptor = descriptor
        self.collision = collision
        self.probe = probe
        self.temporary = temporary
    }

    deinit { abandon() }

    /// Writes all bytes, after those already written.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(PrismError) {
        try probe.before(.write, path)
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(fileDescriptor, rest.baseAddress, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if count == 0 || errno != EINTR {
                throw .system("write \(path)", errno: count == 0 ? EIO : errno)
            }
        }
    }

    /// Writes all bytes, after those already written.
    public func write(_ bytes: [UInt8]) throws(PrismError) {
        var failure: PrismError?
        bytes.withUnsafeBytes { buffer in
            do throws(PrismError) { try write(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Waits until the content is on the disk (fdatasync).
    public func synchronise() throws(PrismError) {
        try probe.before(.synchronise, path)
        try AtomicFile.synchronise(fileDescriptor, path)
    }

    /// Gives the file its name, in one step, and closes it.
    ///
    /// Content survives a power cut only after ``synchronise()``, the name only after
    /// ``synchroniseDirectory(of:)``.
    ///
    /// - Throws: EEXIST where the target exists and is not to be replaced; the file is then dropped.
    public func publish() throws(PrismError) {
        try probe.before(.publish, path)
        let result = link()
        guard result == 0 else {
            abandon()
            throw .system("create \(path)", errno: -result)
        }
        temporary = nil
        abandon()
    }

    /// Drops the file; afterwards, or after ``publish()``, it does nothing.
    public func abandon() {
        guard isOpen else { return }
        isOpen = false
        // A probe that fails here stands for a process that was killed: nothing is tidied up then.
        if let temporary, (try? probe.before(.discard, path)) != nil { unlink(temporary) }
        close(fileDescriptor)
    }

    private func link() -> Int32 {
        guard let temporary else { return prism_linux_link_unnamed(fileDescriptor, path) }
        guard collision == .refuse else { return rename(temporary, path) == 0 ? 0 : -errno }
        let result = prism_linux_rename_exclusive(temporary, path)
        return result == -EINVAL ? AtomicFile.moveExclusively(temporary, path) : result
    }
}
