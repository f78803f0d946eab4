// SPDX-License-Identifier: MIT
// Descriptors and threads of this process, from /proc.

internal import Foundation

/// What a process holds that a leak would make grow.
public struct ProcessUsage: Hashable, Sendable {
    /// Open descriptors.
    public let descriptors: Int
    /// Threads.
    public let threads: Int
    /// Mappings.
    public let mappings: Int

    /// True where nothing grew with the cycles. The runtime's own idle threads come and go by ones and twos,
    /// so a leak is what one cycle in ten, or more, left behind.
    public func isFlat(since before: ProcessUsage, cycles: Int) -> Bool {
        let growths = [
            descriptors - before.descriptors, threads - before.threads, mappings - before.mappings,
        ]
        return growths.allSatisfy { $0 * 10 < cycles }
    }

    /// Reads them now.
    public static func now() throws -> ProcessUsage {
        let files = FileManager.default
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        return ProcessUsage(
            descriptors: try files.contentsOfDirectory(atPath: "/proc/self/fd").count,
            threads: try files.contentsOfDirectory(atPath: "/proc/self/task").count,
            mappings: maps.split(separator: "\n").filter { $0.contains("memfd:") }.count)
    }
}
