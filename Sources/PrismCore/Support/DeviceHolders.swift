// SPDX-License-Identifier: MIT
// Who holds a device: processes with an open /dev/media* or /dev/video*, or another node, found under /proc.

/// A process that has camera devices open.
package struct DeviceHolder: Hashable, Sendable {
    /// Its process identifier.
    package let pid: Int32
    /// Its command line, arguments separated by blanks; at most 80 characters.
    package let command: String
    /// The camera devices it has open, sorted, each once.
    package let devices: [String]
}

/// What a look through /proc found.
package struct DeviceHolders: Hashable, Sendable {
    /// One open descriptor of one process.
    package struct Link: Hashable, Sendable {
        package var pid: Int32
        package var target: String

        package init(pid: Int32, target: String) {
            self.pid = pid
            self.target = target
        }
    }

    /// The processes found, by process identifier.
    package let holders: [DeviceHolder]
    /// Processes whose descriptors this user may not see.
    package let hiddenCount: Int

    /// Sorts descriptors into holders; every other file is left out.
    ///
    /// - Parameters:
    ///   - links: Descriptors, in any order.
    ///   - hiddenCount: Processes that could not be looked into.
    ///   - isWanted: Which paths count; cameras' by default.
    ///   - command: The raw /proc/PID/cmdline (NUL-separated), or the name where that is empty.
    package init(
        links: [Link], hiddenCount: Int,
        isWanted: (String) -> Bool = DeviceHolders.isCameraDevice, command: (Int32) -> String
    ) {
        let wanted = links.filter { isWanted($0.target) }
        holders = Dictionary(grouping: wanted, by: \.pid).sorted { $0.key < $1.key }.map {
            DeviceHolder(
                pid: $0.key, command: DeviceHolders.printable(command($0.key)),
                devices: Set($0.value.map(\.target)).sorted())
        }
        self.hiddenCount = hiddenCount
    }

    /// True for /dev/media0, /dev/video12, /dev/v4l-subdev3.
    package static func isCameraDevice(_ path: String) -> Bool {
        ["/dev/media", "/dev/video", "/dev/v4l-subdev"].contains { prefix in
            let number = path.dropFirst(prefix.count)
            return path.hasPrefix(prefix) && !number.isEmpty && number.allSatisfy(\.isASCIIDigit)
        }
    }

    /// One clause for an error message: `held by pid 812 (rpicam-vid -t 0)`.
    package var summary: String {
        guard !holders.isEmpty else {
            return hiddenCount == 0
                ? "no process holds a camera device"
                : "no holder is visible to this user; look with sudo prism doctor"
        }
        let shown = holders.prefix(3).map { "pid \($0.pid) (\($0.command))" }
        let rest = holders.count > 3 ? " and \(holders.count - 3) more" : ""
        return "held by " + shown.joined(separator: ", ") + rest
    }

    /// NUL-separated arguments to one printable line.
    static func printable(_ raw: String) -> String {
        let scalars = raw.unicodeScalars.map { scalar -> Character in
            scalar.value < 0x20 || scalar.value == 0x7F ? " " : Character(scalar)
        }
        let words = String(scalars).split(separator: " ", omittingEmptySubsequences: true)
        let line = words.joined(separator: " ")
        return line.count > 80 ? line.prefix(79) + "…" : line
    }
}
