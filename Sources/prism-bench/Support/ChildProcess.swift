// SPDX-License-Identifier: MIT
// Runs a program that was built beside this one.

import Foundation
import PrismCore

struct ChildProcess {
    let status: Int32
    /// From just before the start until the end was noticed.
    let seconds: Double
    let errors: String

    /// Path of a program of this package, or nil where it was not built.
    static func sibling(_ name: String) -> String? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else { return nil }
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().path + "/" + name
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// Runs it to its end; what it prints is thrown away, what it complains of is kept.
    init(_ path: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardError = pipe
        let watch = Stopwatch()
        try process.run()
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        seconds = watch.seconds
        status = process.terminationStatus
        errors = String(decoding: text, as: UTF8.self)
    }
}
