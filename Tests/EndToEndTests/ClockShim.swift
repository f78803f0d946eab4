// SPDX-License-Identifier: MIT
// A wall clock that a test steps, for a program that it starts.

import Foundation
import PrismTesting
import Testing

/// A stepping clock; lives as long as the programs that use it.
final class ClockShim {
    private let directory: TemporaryDirectory
    private var offsetFile: String { directory.file("offset") }
    private var library: String { directory.file("clock_shim.so") }

    /// The C compiler that builds the shim.
    static let compiler = Tool.path("cc") ?? Tool.path("clang")

    init() throws {
        directory = try TemporaryDirectory()
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("ClockShim/clock_shim.c").path
        try FileManager.default.createDirectory(
            atPath: directory.path, withIntermediateDirectories: true)
        let built = try Tool.run(
            try #require(ClockShim.compiler),
            ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"])
        try #require(built.status == 0, "\(built.errors)")
        try directory.write([UInt8](repeating: 0, count: 8), to: "offset")
    }

    /// What a program needs in its environment.
    var environment: [String: String] {
        ["LD_PRELOAD": library, "PRISM_CLOCK_OFFSET_FILE": offsetFile]
    }

    /// Sets how far the wall clock is off, in seconds; at once, also in programs that run.
    func set(seconds: Int64) throws {
        // In place: the programs have mapped this file.
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: offsetFile))
        try withUnsafeBytes(of: seconds) { try file.write(contentsOf: Data($0)) }
        try file.close()
    }
}
