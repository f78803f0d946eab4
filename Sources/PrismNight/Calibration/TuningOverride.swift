// SPDX-License-Identifier: MIT
// What a calibration found, as a file that is laid over the sensor's profile.

internal import FoundationEssentials
internal import Glibc
public import PrismCore

/// A file of `Tuning/` with the keys that were measured.
public struct TuningOverride: Hashable, Sendable {
    /// The sensor that it is of.
    public var sensor: String
    /// Lines of noise by rising gain; empty leaves those of the profile.
    public var noise: [NoiseCalibration.Result] = []
    /// Share of hot pixels and their mean current; nil leaves the profile's.
    public var hot: HotCalibration?

    /// Makes a file that changes nothing.
    public init(sensor: String) { self.sensor = sensor }

    /// The user's own place for it, `~/.config/prism/Tuning/SENSOR.json5`.
    public static func standardPath(of sensor: String) -> String? {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"].map { "\($0)/.config" }
        guard let base = environment["XDG_CONFIG_HOME"] ?? home, !base.isEmpty else { return nil }
        return "\(base)/prism/Tuning/\(sensor).json5"
    }

    /// The JSON5 text.
    public var text: String {
        var lines = [
            "// Measured by `prism calibrate`. Keys that are not here are those of the installed profile.",
            "{",
        ]
        if !noise.isEmpty {
            lines.append("    noise: {")
            lines.append("        measured: true,")
            lines.append("        measurements: [")
            for row in noise {
                lines.append(
                    "            { gain: \(row.gain), a: \(row.a), b: \(row.b) }, // \(row.cells) cells"
                )
            }
            lines.append("        ],")
            lines.append("    },")
        }
        if let hot {
            lines.append("    // \(hot.pixels.count) pixels were seen.")
            lines.append("    flaws: { hotPixels: \(hot.share), hotCurrent: \(hot.current) },")
        }
        lines.append("}")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Writes it, with the directories on its way, and checks that the program can read it.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - overwrites: Whether an existing one is replaced.
    /// - Throws: What keeps it from being written.
    public func write(to path: String, overwrites: Bool) throws(PrismError) {
        var directory = ""
        for part in AtomicFile.directory(of: path).split(
            separator: "/", omittingEmptySubsequences: false)
        {
            directory += directory.isEmpty && part.isEmpty ? "/" : "\(part)/"
            if mkdir(directory, 0o777) != 0, errno != EEXIST {
                throw .system("make \(directory)", errno: errno)
            }
        }
        let file = try AtomicFile(path: path, collision: overwrites ? .replace : .refuse)
        try NightOutputs.writeAll(Array(text.utf8), to: file.fileDescriptor, path)
        try file.synchronise()
        try file.publish()
    }
}
