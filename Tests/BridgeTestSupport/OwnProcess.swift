// SPDX-License-Identifier: MIT
// Runs a target's tests in a process of their own, one after the other.

internal import Foundation

/// A handler has one manager per process, and descriptors and threads are counted per process: tests that
/// open managers themselves cannot share a process with those of other modules.
public enum OwnProcess {
    private static let variable = "PRISM_TESTS_OF_THEIR_OWN"

    /// True in the process that ``run(_:)`` started.
    public static let isChild = ProcessInfo.processInfo.environment[variable] != nil

    /// Runs this test program again with only the tests of `target`, or of one suite in it.
    ///
    /// - Returns: Its exit status and what it printed.
    public static func run(
        _ target: String, suite: String? = nil
    ) throws -> (status: Int32, output: String) {
        let tests = suite.map { "^\(target)\\.\($0)/" } ?? "^\(target)\\."
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [
            "--testing-library", "swift-testing", "--no-parallel", "--filter", tests,
        ]
        process.environment = ProcessInfo.processInfo.environment
            .merging([variable: "1"]) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
