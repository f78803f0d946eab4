// SPDX-License-Identifier: MIT
// Runs a program that was built beside this one, and looks at its memory while it runs.

import Foundation
internal import Glibc

/// The most memory that a child was seen with, by the kernel's own account.
struct ResidentChild {
    let status: Int32
    /// Most resident bytes beside shared memory: the mock's buffers are memfds, and nothing else of it is.
    private(set) var besideBuffers = 0
    /// Most resident bytes of shared memory; what both the mock and the reader have mapped counts twice.
    private(set) var buffers = 0

    /// Runs it to its end; what it prints is thrown away.
    init(_ path: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        var (beside, shared) = (0, 0)
        let status = "/proc/\(process.processIdentifier)/status"
        while process.isRunning {
            let text = (try? String(contentsOfFile: status, encoding: .utf8)) ?? ""
            let (all, shmem) = (
                ResidentChild.bytes("VmRSS:", in: text), ResidentChild.bytes("RssShmem:", in: text)
            )
            beside = max(beside, all - shmem)
            shared = max(shared, shmem)
            usleep(500)
        }
        process.waitUntilExit()
        self.status = process.terminationStatus
        besideBuffers = beside
        buffers = shared
    }

    private static func bytes(_ key: String, in text: String) -> Int {
        let line = text.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
        return (line.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0) * 1024
    }
}
