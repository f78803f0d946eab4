// SPDX-License-Identifier: MIT
// prism timelapse as a process: started, followed line by line, killed or waited for.

import Foundation
import Glibc
import PrismTesting

/// One running `prism timelapse`.
final class TimelapseProcess {
    private let process = Process()
    private let pipe = Pipe()
    private let scratch: TemporaryDirectory
    private var rest = Data()

    /// The built prism: it lies beside the test bundle, which is this process's program.
    private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("prism")

    /// Starts it in `directory`, or goes on with what is there.
    init(
        _ run: TimelapseUnderTest, count: Int, environment: [String: String] = [:]
    ) throws {
        scratch = try TemporaryDirectory()
        try scratch.write([], to: "errors")
        process.executableURL = TimelapseProcess.program
        process.arguments = run.arguments(count: count)
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": scratch.path].merging(environment) {
            $1
        }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = try FileHandle(
            forWritingTo: URL(fileURLWithPath: scratch.file("errors")))
        try process.run()
    }

    /// Waits for so many more lines that tell of a saved picture; false where the process ended before.
    func waitForSaved(_ number: Int) -> Bool {
        var left = number
        while left > 0 {
            guard let line = nextLine() else { return false }
            if line.contains("\"saved\"") { left -= 1 }
        }
        return true
    }

    /// Kills it as a power cut would, after a time in which it may be anywhere in its work.
    func kill(afterMilliseconds milliseconds: Int) {
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for its end. Returns its status and what it complained of.
    func finish() -> (status: Int32, errors: String) {
        while nextLine() != nil { continue }
        process.waitUntilExit()
        return (
            process.terminationStatus,
            String(decoding: scratch.read("errors") ?? [], as: UTF8.self)
        )
    }

    private func nextLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: 0x0A) {
                let line = String(decoding: rest[..<end], as: UTF8.self)
                rest = rest[rest.index(after: end)...]
                return line
            }
            let more = pipe.fileHandleForReading.availableData
            guard !more.isEmpty else { return nil }
            rest += more
        }
    }
}

/// A time-lapse that several processes carry out one after the other.
struct TimelapseUnderTest {
    let directory: TemporaryDirectory
    var clock = "real"
    var durability = "each"

    static let interval: Int64 = 50_000_000
    static let frame: Int64 = 20_000_000

    func arguments(count: Int) -> [String] {
        [
            "timelapse", "--resume", "--json", "--every", "50ms", "--count", "\(count)",
            "-o", "\(directory.path)/%06d.jpg", "--durability", durability,
            "--camera", "mock:imx219,clock=\(clock)", "--size", "320x240", "--framerate", "50",
            "--shutter", "5ms", "--gain", "2", "--awbgains", "1.9,1.6",
        ]
    }
}
