// SPDX-License-Identifier: MIT
// What this process holds of the system: descriptors, threads, memory.

import Foundation
import PrismCore

struct ProcessFigures: Sendable {
    let descriptors: Int
    let threads: Int
    /// Resident memory in KiB.
    let residentKiB: Int
    /// Buffer memory of all mock cameras.
    let bufferBytes: UInt64

    /// Of this moment.
    static func now() throws -> ProcessFigures {
        let files = FileManager.default
        let status = String(
            decoding: files.contents(atPath: "/proc/self/status") ?? Data(), as: UTF8.self)
        return ProcessFigures(
            descriptors: try files.contentsOfDirectory(atPath: "/proc/self/fd").count,
            threads: try files.contentsOfDirectory(atPath: "/proc/self/task").count,
            residentKiB: number("VmRSS:", in: status),
            bufferBytes: MockCamera.bufferBytes)
    }

    private static func number(_ key: String, in status: String) -> Int {
        let line = status.split(separator: "\n").first { $0.hasPrefix(key) } ?? ""
        return line.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
    }
}
