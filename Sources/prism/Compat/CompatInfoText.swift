// SPDX-License-Identifier: MIT
// The line about each frame: a text with places such as %exp, each filled once.

import PrismCore

enum CompatInfoText {
    /// Fills the places of `text`.
    ///
    /// - Parameters:
    ///   - text: May name %frame, %fps, %exp (µs), %ag, %dg, %rg, %bg, %focus, %aelock, %lp, %temp and %afstate.
    ///   - metadata: What the frame says of itself.
    ///   - fps: Frames per second since the last one.
    /// - Returns: The line.
    static func fill(_ text: String, _ metadata: FrameMetadata, fps: Double) -> String {
        let places: [(String, String)] = [
            ("%frame", "\(metadata.sequence)"), ("%fps", hundredths(fps)),
            ("%exp", hundredths(metadata.exposureTime.map { Double($0) / 1_000 })),
            ("%ag", hundredths(metadata.analogueGain)), ("%dg", hundredths(metadata.digitalGain)),
            ("%rg", hundredths(metadata.colourGains?.red)),
            ("%bg", hundredths(metadata.colourGains?.blue)),
            ("%focus", metadata.focusFigure.map { "\($0)" } ?? ""),
            ("%aelock", metadata.autoExposure == .converged ? "1" : "0"),
            ("%lp", hundredths(metadata.lensPosition)),
            ("%temp", hundredths(metadata.sensorTemperature)),
            ("%afstate", state(metadata.autoFocus)),
        ]
        return places.reduce(text) { filled, place in replacing(place.0, by: place.1, in: filled) }
    }

    private static func state(_ state: AutoFocusState?) -> String {
        switch state {
        case nil, .idle?: "idle"
        case .scanning?: "scanning"
        case .focused?: "focused"
        case .failed?: "failed"
        }
    }

    private static func hundredths(_ number: Float?) -> String {
        hundredths(number.map(Double.init))
    }

    private static func hundredths(_ number: Double?) -> String {
        guard let number, number.isFinite, abs(number) < 1e15 else { return "" }
        let steps = Int64((number * 100).rounded())
        let rest = abs(steps) % 100
        return (steps < 0 ? "-" : "") + "\(abs(steps) / 100)."
            + (rest < 10 ? "0\(rest)" : "\(rest)")
    }

    private static func replacing(_ place: String, by value: String, in text: String) -> String {
        var start = text.startIndex
        while start < text.endIndex {
            if text[start...].hasPrefix(place) {
                let rest = text[text.index(start, offsetBy: place.count)...]
                return "\(text[..<start])\(value)\(rest)"
            }
            start = text.index(after: start)
        }
        return text
    }
}
