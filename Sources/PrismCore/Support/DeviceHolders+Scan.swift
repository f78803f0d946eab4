// SPDX-License-Identifier: MIT
// The look through /proc that DeviceHolders is made of.

internal import Glibc

extension DeviceHolders {
    /// Looks through every other process.
    ///
    /// Blocks for some milliseconds: not for the cooperative pool.
    ///
    /// - Parameters:
    ///   - root: Where procfs is mounted.
    ///   - isWanted: Which paths count; cameras' by default.
    /// - Returns: The holders, and how many processes could not be looked into.
    package static func scan(
        root: String = "/proc", isWanted: (String) -> Bool = DeviceHolders.isCameraDevice
    ) -> DeviceHolders {
        var links: [Link] = []
        var hiddenCount = 0
        let entries = (try? DirectoryListing.names(in: root)) ?? []
        for pid in entries.compactMap({ Int32($0) }) where pid != getpid() {
            let descriptors: [String]
            do {
                descriptors = try DirectoryListing.names(in: "\(root)/\(pid)/fd")
            } catch {
                // A process that ended meanwhile hides nothing.
                if error.errno == EACCES { hiddenCount += 1 }
                continue
            }
            for descriptor in descriptors {
                if let target = target(of: "\(root)/\(pid)/fd/\(descriptor)") {
                    links.append(Link(pid: pid, target: target))
                }
            }
        }
        return DeviceHolders(links: links, hiddenCount: hiddenCount, isWanted: isWanted) { pid in
            let line = contents(of: "\(root)/\(pid)/cmdline")
            return line.isEmpty ? contents(of: "\(root)/\(pid)/comm") : line
        }
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 512)
        let count = readlink(link, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func contents(of path: String) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : ""
    }
}
