// SPDX-License-Identifier: MIT
// How the board fares: heat, power, memory, disk; and what that means for a camera.

/// What the firmware of a Raspberry Pi says of power and heat (`vcgencmd get_throttled`, its documented bits).
public struct Throttling: OptionSet, Hashable, Sendable {
    /// The firmware's own bits.
    public let rawValue: UInt32

    /// Makes a set.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The supply is too weak now.
    public static let undervoltage = Throttling(rawValue: 1 << 0)
    /// The clock is capped now.
    public static let frequencyCapped = Throttling(rawValue: 1 << 1)
    /// The processor is throttled now.
    public static let throttled = Throttling(rawValue: 1 << 2)
    /// The soft temperature limit is reached now.
    public static let softTemperatureLimit = Throttling(rawValue: 1 << 3)
    /// The supply has been too weak since the board started.
    public static let hasBeenUndervolted = Throttling(rawValue: 1 << 16)
    /// The processor has been throttled since the board started.
    public static let hasBeenThrottled = Throttling(rawValue: 1 << 18)
}

/// How hard pressed the board is, as a camera feels it.
public enum SystemPressure: String, CaseIterable, Comparable, Hashable, Sendable {
    /// All is well.
    case nominal
    /// Something is getting scarce.
    case fair
    /// Work should be reduced: frames will be dropped, or a picture not written.
    case serious
    /// The board is about to stop, or the disk is full.
    case critical

    /// Less pressed or not.
    public static func < (left: SystemPressure, right: SystemPressure) -> Bool {
        let order = allCases
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }
}

/// How the board fares; nil where it does not say.
public struct SystemHealth: Hashable, Sendable {
    /// The hottest zone in degrees Celsius.
    public var temperature: Double?
    /// Power and heat, as the firmware sees them.
    public var throttling: Throttling?
    /// Contiguous memory for buffers, in bytes: all, and what is free.
    public var contiguousMemory: (total: Int64, free: Int64)? {
        guard let contiguousTotal, let contiguousFree else { return nil }
        return (contiguousTotal, contiguousFree)
    }
    /// All contiguous memory in bytes.
    public var contiguousTotal: Int64?
    /// Free contiguous memory in bytes.
    public var contiguousFree: Int64?
    /// Memory that programs could still get, in bytes.
    public var availableMemory: Int64?
    /// Room on the disk that was asked about, in bytes.
    public var freeDisk: Int64?

    /// Makes a report that says nothing.
    public init() {}

    /// What is scarce, worst first, each with its weight.
    ///
    /// Limits: a Raspberry Pi throttles from 80 °C on and hard at 85 °C (its documentation); the rest is Prism's own
    /// judgement: buffers for one more configuration, a picture's worth of memory, a minute of pictures on the disk.
    public var findings: [(pressure: SystemPressure, text: String)] {
        var found: [(SystemPressure, String)] = []
        func judge(_ value: Double?, _ limits: [(Double, SystemPressure)], _ text: String) {
            guard let value, let worst = limits.first(where: { value >= $0.0 }) else { return }
            found.append((worst.1, text))
        }
        let shown = temperature.map { "\(($0 * 10).rounded() / 10)" } ?? ""
        judge(
            temperature, [(85, .critical), (80, .serious), (70, .fair)], "the board has \(shown) °C"
        )
        if let throttling {
            if throttling.contains(.undervoltage) {
                found.append((.serious, "the supply is too weak"))
            }
            if !throttling.isDisjoint(with: [.throttled, .softTemperatureLimit, .frequencyCapped]) {
                found.append((.serious, "the processor is throttled"))
            } else if throttling.contains(.hasBeenUndervolted) {
                found.append((.fair, "the supply has been too weak since the board started"))
            }
        }
        func scarce(_ free: Int64?, _ limits: [(Int64, SystemPressure)], _ what: String) {
            guard let free, let worst = limits.first(where: { free < $0.0 }) else { return }
            found.append((worst.1, "\(free / 1_000_000) MB of \(what) are left"))
        }
        scarce(contiguousFree, [(4 << 20, .serious), (32 << 20, .fair)], "contiguous memory")
        scarce(availableMemory, [(16 << 20, .critical), (64 << 20, .serious)], "memory")
        scarce(
            freeDisk, [(1 << 20, .critical), (100 << 20, .serious), (500 << 20, .fair)], "disk")
        return found.sorted { $0.0 > $1.0 }
    }

    /// The worst of all.
    public var pressure: SystemPressure { findings.first?.pressure ?? .nominal }
}
