// SPDX-License-Identifier: MIT
// The line of figures: exposure, gain, white balance, frame rate, as photographers write them.

public import PrismCore

/// The figures of a frame as words.
public enum Telemetry {
    /// The parts that are known, e.g. "1/50 s", "ISO 200", "5000 K", "30 fps".
    public static func parts(_ metadata: FrameMetadata, compensation: Double? = nil) -> [String] {
        var parts: [String] = []
        if let time = metadata.exposureTime { parts.append(exposure(time)) }
        if let gain = metadata.analogueGain {
            parts.append("ISO \(Int((Double(gain) * 100).rounded()))")
        }
        if let compensation, compensation != 0 { parts.append(stops(compensation)) }
        if let kelvin = metadata.colourTemperature {
            parts.append("\(Int((Double(kelvin) / 50).rounded()) * 50) K")
        }
        if let duration = metadata.frameDuration, duration > 0 {
            parts.append("\(number(1e9 / Double(duration))) fps")
        }
        return parts
    }

    /// "1/50 s" below 0.3 s, else "0.5 s", "2 s"; `time` is in nanoseconds.
    public static func exposure(_ time: Int64) -> String {
        let seconds = Double(time) / 1e9
        guard seconds > 0 else { return "0 s" }
        return seconds < 0.3 ? "1/\(Int((1 / seconds).rounded())) s" : "\(number(seconds)) s"
    }

    /// "+1/3", "-1 2/3", "+2" stops.
    public static func stops(_ value: Double) -> String {
        let thirds = Int((abs(value) * 3).rounded())
        let sign = value < 0 ? "-" : "+"
        let whole = thirds / 3
        let rest = thirds % 3
        let parts = [whole > 0 || rest == 0 ? "\(whole)" : nil, rest > 0 ? "\(rest)/3" : nil]
        return sign + parts.compactMap { $0 }.joined(separator: " ") + " EV"
    }

    /// One digit behind the point where there is one to show.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
