// SPDX-License-Identifier: MIT
// Runs a program that was built beside this one.

import Foundation
internal import Glibc
import PrismCore

struct ChildProcess {
    let status: Int32
    /// From just before the start until the end was noticed.
    let seconds: Double
    /// Processor time that it took, in seconds.
    let processorSeconds: Double
    let errors: String

    /// Path of a program of this package, or nil where it was not built.
    static func sibling(_ name: String) -> String? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        else { return nil }
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().path + "/" + name
        return FileManager.default.isExecutableFile(atPath: path) ? path : nil
    }

    /// Runs it to its end; what it prints is thrown away, what it complains of is kept.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its words.
    ///   - directory: Where it runs; nil: here.
    ///   - environment: Added to this program's own.
    /// - Throws: Where it cannot be started.
    init(
        _ path: String, _ arguments: [String], in directory: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardError = pipe
        let before = ChildProcess.processorTime
        let watch = Stopwatch()
        try process.run()
        let text = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        seconds = watch.seconds
        processorSeconds = ChildProcess.processorTime - before
        status = process.terminationStatus
        errors = String(decoding: text, as: UTF8.self)
    }

    /// Of all children that have ended.
    private static var processorTime: Double {
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        let microseconds = usage.ru_utime.tv_usec + usage.ru_stime.tv_usec
        return Double(seconds) + Double(microseconds) / 1e6
    }
}
