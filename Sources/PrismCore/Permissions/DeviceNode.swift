// SPDX-License-Identifier: MIT
// A device node as the file system shows it, and whether this user may use it.

internal import Glibc

/// A node below /dev that cameras need.
public struct DeviceNode: Hashable, Sendable {
    /// What a node is for.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A media controller, /dev/media*: what is connected to what.
        case media
        /// Video nodes and sensors, /dev/video* and /dev/v4l-subdev*.
        case video
        /// A heap of buffers, /dev/dma_heap/*.
        case heap
        /// Buffers out of ordinary memory, /dev/udmabuf.
        case udmabuf
    }

    /// What it is for.
    public let kind: Kind
    /// Where it is.
    public let path: String
    /// The name of its group, or the number where it has none.
    public let group: String
    /// Permission bits.
    public let mode: UInt32
    /// Whether this process may read and write it.
    public let isUsable: Bool

    /// True where membership in the group would be enough.
    public var isOpenToGroup: Bool { mode & 0o060 == 0o060 && group != "root" }
    /// The permission bits as `chmod` takes them.
    public var octalMode: String { "0" + String(mode & 0o777, radix: 8) }

    /// What kind of node a path is, if it is one that cameras need.
    static func kind(of path: String) -> Kind? {
        if path == "/dev/udmabuf" { return .udmabuf }
        if path.hasPrefix("/dev/dma_heap/") { return .heap }
        guard DeviceHolders.isCameraDevice(path) else { return nil }
        return path.hasPrefix("/dev/video") ? .video : .media
    }

    /// Every node that cameras need; looks at the file system. Thread: any, it may block.
    public static func scan() -> [DeviceNode] {
        let devices = ((try? DirectoryListing.names(in: "/dev")) ?? []).map { "/dev/\($0)" }
        let heaps = ((try? DirectoryListing.names(in: "/dev/dma_heap")) ?? [])
            .map { "/dev/dma_heap/\($0)" }
        return (devices + heaps).sorted().compactMap(DeviceNode.init(path:))
    }

    private init?(path: String) {
        var status = stat()
        guard let kind = DeviceNode.kind(of: path), stat(path, &status) == 0 else { return nil }
        self.init(
            kind: kind, path: path, group: DeviceNode.groupName(status.st_gid),
            mode: status.st_mode & 0o7777, isUsable: access(path, R_OK | W_OK) == 0)
    }

    /// Describes a node.
    public init(kind: Kind, path: String, group: String, mode: UInt32, isUsable: Bool) {
        self.kind = kind
        self.path = path
        self.group = group
        self.mode = mode
        self.isUsable = isUsable
    }

    private static func groupName(_ id: gid_t) -> String {
        var entry = group_entry()
        var found: UnsafeMutablePointer<group_entry>?
        var buffer = [CChar](repeating: 0, count: 4096)
        guard getgrgid_r(id, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
            return String(id)
        }
        return String(cString: entry.gr_name)
    }
}

private typealias group_entry = Glibc.group
