// SPDX-License-Identifier: MIT
// Programs that tests run to their end: judges of files, a compiler.

import Foundation
import PrismTesting

enum Tool {
    /// Where a program is installed, if it is.
    static func path(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.map { "\($0)/\(name)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program and returns what came of it.
    static func run(
        _ program: String, _ arguments: [String]
    ) throws -> (status: Int32, output: String, errors: String) {
        let scratch = try TemporaryDirectory()
        try scratch.write([], to: "errors")
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = try FileHandle(
            forWritingTo: URL(fileURLWithPath: scratch.file("errors")))
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (
            process.terminationStatus, String(decoding: output, as: UTF8.self),
            String(decoding: scratch.read("errors") ?? [], as: UTF8.self)
        )
    }
}
