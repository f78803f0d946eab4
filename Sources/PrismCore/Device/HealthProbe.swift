// SPDX-License-Identifier: MIT
// Reads how the board fares off /sys, /proc and the disk.

internal import Glibc

/// Where the figures of ``SystemHealth`` come from.
public struct HealthProbe: Sendable {
    private let root: String
    private let disk: String?

    /// Makes a probe.
    ///
    /// - Parameter disk: A path on the disk whose room counts; nil: none.
    public init(disk: String? = nil) { self.init(root: "", disk: disk) }

    /// With a root of its own, for tests.
    package init(root: String, disk: String?) {
        self.root = root
        self.disk = disk
    }

    /// Reads everything.
    ///
    /// Thread: any but the cooperative pool: the firmware takes milliseconds to answer.
    public func read() -> SystemHealth {
        var health = SystemHealth()
        health.temperature = temperature
        health.throttling = throttling
        let memory = memory
        health.contiguousTotal = memory["CmaTotal"]
        health.contiguousFree = memory["CmaFree"]
        health.availableMemory = memory["MemAvailable"]
        health.freeDisk = disk.flatMap(HealthProbe.room)
        return health
    }

    /// The hottest zone; zones count in thousandths of a degree.
    private var temperature: Double? {
        let directory = "\(root)/sys/class/thermal"
        let zones = ((try? DirectoryListing.names(in: directory)) ?? [])
            .filter { $0.hasPrefix("thermal_zone") }
        return zones.compactMap { SystemFile.integer("\(directory)/\($0)/temp") }
            // Zones without a sensor report nonsense below absolute zero.
            .filter { $0 > -100_000 }.max().map { Double($0) / 1_000 }
    }

    private var throttling: Throttling? {
        let path = "\(root)/sys/devices/platform/soc/soc:firmware/get_throttled"
        guard let text = SystemFile.read(path) else { return nil }
        let digits = text.hasPrefix("0x") ? String(text.dropFirst(2)) : text
        return UInt32(digits, radix: 16).map(Throttling.init)
    }

    private var memory: [String: Int64] {
        var values: [String: Int64] = [:]
        for line in (SystemFile.read("\(root)/proc/meminfo") ?? "").split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " || $0 == ":" })
            guard words.count >= 2, let number = Int64(words[1]) else { continue }
            let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: 1_024)
            if !isTooMuch { values[String(words[0])] = bytes }
        }
        return values
    }

    private static func room(_ path: String) -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
    }
}
