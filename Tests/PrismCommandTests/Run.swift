// SPDX-License-Identifier: MIT
// Runs programs for tests: the shells that judge scripts, and prism itself.

import Foundation

/// A folder of one test, gone with the last reference.
final class Scratch {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
        "prism-command-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    func text(_ name: String) -> String {
        (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? ""
    }

    func handle(_ name: String) throws -> FileHandle {
        try Data().write(to: URL(fileURLWithPath: path(name)))
        return try FileHandle(forWritingTo: URL(fileURLWithPath: path(name)))
    }
}

/// What a program said and how it ended.
struct Run {
    /// The exit status; 128 + signal where a signal killed it.
    let status: Int32
    let output: String
    let error: String

    var outputLines: [Substring] { output.split(separator: "\n") }
    var errorLines: [Substring] { error.split(separator: "\n") }

    /// Runs a program to its end, with no environment but the given one.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        directory: URL? = nil
    ) throws {
        let running = try Running(
            program, arguments, environment: environment, directory: directory)
        self = running.finish()
    }

    fileprivate init(status: Int32, output: String, error: String) {
        self.status = status
        self.output = output
        self.error = error
    }

    /// The built prism: it lies beside the test bundle, which is this process's program.
    static let prism = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("prism").path

    static func prism(
        _ arguments: [String], environment: [String: String] = [:], directory: URL? = nil
    ) throws -> Run {
        try Run(prism, arguments, environment: environment, directory: directory)
    }
}

/// A program that is running.
final class Running {
    private let process = Process()
    private let scratch: Scratch
    private let pipe = Pipe()
    private var bytes = Data()

    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:],
        directory: URL? = nil
    ) throws {
        scratch = try Scratch()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": scratch.url.path, "LC_ALL": "C.UTF-8",
        ]
        .merging(Running.sanitizerOptions) { $1 }
        .merging(environment) { $1 }
        process.currentDirectoryURL = directory ?? scratch.url
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = try scratch.handle("stderr")
        try process.run()
    }

    /// Without them a program that ends in the middle of its work is told off for what it did not free.
    private static let sanitizerOptions = ProcessInfo.processInfo.environment.filter {
        $0.key.hasSuffix("SAN_OPTIONS")
    }

    var pid: Int32 { process.processIdentifier }

    /// Waits until it has printed `text`, or has ended.
    func wait(for text: String) {
        while !String(decoding: bytes, as: UTF8.self).contains(text) {
            let more = pipe.fileHandleForReading.availableData
            guard !more.isEmpty else { return }
            bytes += more
        }
    }

    /// Waits for its end.
    func finish() -> Run {
        bytes += pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
        return Run(
            status: signal + process.terminationStatus,
            output: String(decoding: bytes, as: UTF8.self),
            error: scratch.text("stderr"))
    }
}
