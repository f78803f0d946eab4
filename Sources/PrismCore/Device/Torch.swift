// SPDX-License-Identifier: MIT
// A lamp beside the lens, where the board's profile names one: an LED of the kernel's LED class.

/// A lamp of the kernel's LED class (/sys/class/leds).
public struct Torch: Sendable {
    /// The LED's name, as the board's profile says.
    public let name: String
    private let directory: String

    /// Describes a lamp.
    ///
    /// - Parameter name: Its name in /sys/class/leds; nothing of a path.
    /// - Throws: `usage` where the name is no name.
    public init(name: String) throws(PrismError) { try self.init(name: name, root: "") }

    /// With a root of its own, for tests.
    package init(name: String, root: String) throws(PrismError) {
        guard !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
            throw PrismError(.usage, "LED \"\(name)\": it must be a name in /sys/class/leds")
        }
        self.name = name
        directory = "\(root)/sys/class/leds/\(name)"
    }

    /// The reason of boards whose profile names no lamp.
    public static let none = AbsenceReason(
        .board, "no lamp is wired to this board, or its profile names none")

    /// Brightness from 0 to 1, or why there is none. Thread: any.
    public var level: Capability<Double> {
        guard let largest = SystemFile.integer("\(directory)/max_brightness"), largest > 0 else {
            return .absent(AbsenceReason(.board, "this board has no LED named \(name)"))
        }
        let now = SystemFile.integer("\(directory)/brightness") ?? 0
        return .available(0...1, default: Double(now) / Double(largest), unit: "")
    }

    /// Lights the lamp.
    ///
    /// Thread: any; one write to the kernel.
    ///
    /// - Parameter level: 0 (off) to 1; what is more than 0 gives some light.
    /// - Throws: `outOfRange`; `unsupported` where there is no such LED; `permission`.
    public func set(_ level: Double) throws(PrismError) {
        guard (0...1).contains(level) else {
            throw PrismError(.outOfRange, "torch level \(level): it must lie in 0 to 1")
        }
        guard let largest = SystemFile.integer("\(directory)/max_brightness"), largest > 0 else {
            throw PrismError(
                .unsupported, "a torch is not possible: this board has no LED named \(name)")
        }
        let steps = Int64((level * Double(largest)).rounded())
        // A trigger (mmc0, heartbeat) would go on blinking over it.
        try? SystemFile.write("none", to: "\(directory)/trigger")
        try SystemFile.write(
            "\(level > 0 ? max(1, steps) : 0)", to: "\(directory)/brightness")
    }
}
