// SPDX-License-Identifier: MIT
// All board profiles, and which of them this machine is.

internal import Glibc

/// Finds board profiles by name or by what the machine says of itself.
public struct BoardCatalog: Sendable {
    /// How a machine tells what it is.
    public struct Machine: Hashable, Sendable {
        /// Strings of the device tree's `compatible`, the most specific first; empty without a device tree.
        public let compatible: [String]
        /// The machine's name as `uname -m` gives it.
        public let architecture: String

        /// Makes a description.
        public init(compatible: [String], architecture: String) {
            self.compatible = compatible
            self.architecture = architecture
        }
    }

    private let store: ProfileStore

    package init(store: ProfileStore) { self.store = store }

    /// The profiles that came with the program, changed by those in /etc/prism/Boards and
    /// ~/.config/prism/Boards (there only the keys that differ need to be given).
    public static var standard: BoardCatalog {
        BoardCatalog(store: ProfileStore.standard("Boards"))
    }

    /// Names of the boards that have a profile, sorted.
    ///
    /// - Throws: `inputOutput` where a folder is there but cannot be read.
    public func names() throws(PrismError) -> [String] { try store.names() }

    /// The profile of a name.
    ///
    /// - Throws: `unsupported` where there is none (lists those that there are), `invalidData` naming
    ///   file, line and key.
    public func profile(named name: String) throws(PrismError) -> BoardProfile {
        if !name.isEmpty, !name.contains("/"), let document = try store.document(name) {
            return try BoardProfile(document, id: name)
        }
        let known = try names().joined(separator: ", ")
        throw PrismError(
            .unsupported, "there is no profile of the board \"\(name)\"; known are \(known)")
    }

    /// The profile of a machine: of its most specific `compatible` string, else of its architecture.
    ///
    /// - Returns: Nil where nothing fits.
    /// - Throws: `invalidData` where any profile cannot be read.
    public func profile(of machine: Machine) throws(PrismError) -> BoardProfile? {
        var profiles: [BoardProfile] = []
        for name in try names() { profiles.append(try profile(named: name)) }
        return machine.profile(among: profiles)
    }
}

extension BoardCatalog.Machine {
    /// The profile of this machine among several: of its most specific `compatible` string, else of its
    /// architecture.
    package func profile(among profiles: [BoardProfile]) -> BoardProfile? {
        for string in compatible {
            if let board = profiles.first(where: { $0.compatible.contains(string) }) {
                return board
            }
        }
        return profiles.first { $0.machines.contains(architecture) }
    }
}

extension BoardCatalog.Machine {
    /// This machine; `root` is where its file system begins, for tests.
    package static func present(root: String = "") -> BoardCatalog.Machine {
        let bytes = DeviceTree.bytes(root + "/proc/device-tree/compatible")
        let strings = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        return BoardCatalog.Machine(compatible: strings, architecture: architecture)
    }

    /// This machine.
    public static var present: BoardCatalog.Machine { present() }

    private static var architecture: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "" }
        return withUnsafeBytes(of: name.machine) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

/// Small files of the device tree.
private enum DeviceTree {
    static func bytes(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}
