// SPDX-License-Identifier: MIT
// A directory that stands for the root of a board.

import Foundation
import PrismTesting

/// Files of a board's /sys, /proc and /dev.
struct FakeRoot {
    private let directory: TemporaryDirectory
    var path: String { directory.path }

    init() throws { directory = try TemporaryDirectory() }

    /// Writes a file in place, with the directories above it.
    func write(_ name: String, _ text: String) throws {
        let url = URL(fileURLWithPath: directory.file(name))
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    func read(_ name: String) -> String {
        String(decoding: directory.read(name) ?? [], as: UTF8.self)
    }
}
