// SPDX-License-Identifier: MIT
// The noise of raw samples as a function of brightness and gain.

internal import Glibc

/// The variance of a raw sample: a·x + b, with x from 0 (black) to 1 (white).
public struct NoiseModel: Hashable, Sendable {
    /// The line at one gain; DNG's NoiseProfile has the same two numbers (scale and offset).
    public struct Line: Hashable, Sendable {
        /// Variance that grows with the brightness: one over the electrons at white.
        public let a: Double
        /// Variance in the dark: reading and quantisation.
        public let b: Double

        /// Standard deviation at a brightness from 0 to 1.
        public func deviation(at x: Double) -> Double { max(0, a * x + b).squareRoot() }
    }

    /// A line that was measured at one gain.
    public struct Measurement: Hashable, Sendable {
        /// The analogue gain.
        public let gain: Double
        /// What was measured.
        public let line: Line
    }

    /// Electrons at white, gain 1.
    public let fullWell: Double
    /// Electrons rms made before the amplifier.
    public let readBefore: Double
    /// Electrons rms made after it: divided by the gain.
    public let readAfter: Double
    /// True where the read noise was measured and is not a typical value.
    public let isMeasured: Bool
    /// Calibrations that replace the model, by rising gain; often none.
    public let measurements: [Measurement]
    /// Steps from black to white.
    let steps: Double

    /// The line at an analogue gain (below 1 counts as 1).
    ///
    /// Between measurements a and b are interpolated over the gain; without any, a = g / full well and
    /// b = (read / e)² + q² / 12, read² = before² + (after / g)².
    public func line(gain: Double) -> Line {
        let gain = gain.isFinite ? max(1, gain) : 1
        if let measured = measured(at: gain) { return measured }
        let white = fullWell / gain
        let after = readAfter / gain
        let read = (readBefore * readBefore + after * after).squareRoot() / white
        return Line(a: 1 / white, b: read * read + 1 / (12 * steps * steps))
    }

    private func measured(at gain: Double) -> Line? {
        guard let first = measurements.first, let last = measurements.last else { return nil }
        guard let above = measurements.firstIndex(where: { $0.gain >= gain }) else {
            // Beyond the last one the shot noise goes on with the gain.
            return Line(a: last.line.a * gain / last.gain, b: last.line.b * gain / last.gain)
        }
        guard above > 0 else { return first.line }
        let low = measurements[above - 1], high = measurements[above]
        let share = (gain - low.gain) / (high.gain - low.gain)
        return Line(
            a: low.line.a + (high.line.a - low.line.a) * share,
            b: low.line.b + (high.line.b - low.line.b) * share)
    }
}
