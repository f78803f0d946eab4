// SPDX-License-Identifier: MIT
// A file system of a few pages, to be filled up; only root can have one.

import Foundation
import PrismTesting

/// A tmpfs of limited size, unmounted when the object goes.
final class SmallDisk {
    let directory: TemporaryDirectory

    /// Whether this process may mount.
    static let isPossible = (try? SmallDisk(bytes: 65536)) != nil

    init(bytes: Int) throws {
        directory = try TemporaryDirectory()
        try SmallDisk.call("mount", "-t", "tmpfs", "-o", "size=\(bytes)", "tmpfs", directory.path)
    }

    deinit { try? SmallDisk.call("umount", directory.path) }

    func grow(to bytes: Int) throws {
        try SmallDisk.call("mount", "-o", "remount,size=\(bytes)", directory.path)
    }

    private static func call(_ arguments: String...) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
    }
}
