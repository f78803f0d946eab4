// SPDX-License-Identifier: MIT
// Other people's libraries, in a Python environment that is made when a test first needs it.

import Foundation

/// Runs Python programs with the libraries of `Packaging/python-judges`.
enum PythonJudge {
    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The environment's interpreter, or nil where it cannot be made.
    private static let interpreter: String? = {
        let script = root.appendingPathComponent("Packaging/python-judges").path
        let (status, output) = launch("/bin/bash", [script, "filters"])
        return status == 0 ? output.split(separator: "\n").last.map(String.init) : nil
    }()

    /// Whether there is Python and its libraries can be had.
    static var isThere: Bool { interpreter != nil }

    /// What a program beside the tests prints.
    static func run(_ name: String, _ arguments: [String]) throws -> String {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Judges/\(name)").path
        let (status, output) = launch(interpreter ?? "python3", [script] + arguments)
        guard status == 0 else { throw Failure(status: status) }
        return output
    }

    struct Failure: Error { var status: Int32 }

    private static func launch(
        _ program: String, _ arguments: [String]
    ) -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        guard (try? process.run()) != nil else { return (-1, "") }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
