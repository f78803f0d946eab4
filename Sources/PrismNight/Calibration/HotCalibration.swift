// SPDX-License-Identifier: MIT
// How many pixels of a sensor are hot, how hot they are, and the noise of its rows, out of a dark and its frames.

internal import Glibc
public import PrismCore
internal import PrismImage

/// What dark frames say of a sensor's flaws.
public struct HotCalibration: Hashable, Sendable {
    /// Hot pixels' places, by row.
    public let pixels: [HotPixel]
    /// Share of all pixels that are hot, those too that are too cool to be seen in the dark.
    public let share: Double
    /// Their mean dark current in electrons per second.
    public let current: Double

    /// Reads a master dark.
    ///
    /// Dark currents of hot pixels are about exponentially distributed (most a little too warm, few glaring): what is
    /// above a threshold then has the same mean above it, and the share below follows.
    ///
    /// - Parameters:
    ///   - dark: The mean of dark frames.
    ///   - frames: How many frames it is of.
    ///   - profile: The sensor's noise and full well.
    /// - Throws: `outOfRange` where the exposure is too short for dark current to show.
    public init(
        _ dark: DarkFrame, frames: Int, profile: SensorProfile
    ) throws(PrismError) {
        let line = profile.noise.line(gain: dark.key.gain)
        let offset = max(line.b, 1e-10) / Double(max(1, frames))
        let noise = RawNoise(slope: line.a, offset: offset)
        let pixels = dark.hotPixels(noise: noise, sigmas: 8)
        let range = Double(dark.image.facts.white - dark.image.facts.black.sum() / 4)
        let seconds = Double(dark.key.exposureTime) / 1e9
        // Electrons per second of a step of the dark's samples.
        let unit = profile.noise.fullWell / dark.key.gain / range / seconds
        let least = 8 * offset.squareRoot() * range * unit
        let black = dark.image.facts.order.channels.map { dark.image.facts.black[$0] }
        let white = Double(dark.image.facts.white)
        var (sum, counted) = (0.0, 0.0)
        dark.image.withSamples { samples in
            for pixel in pixels {
                let value = Double(samples[pixel.y * dark.image.stride + pixel.x])
                let level = Double(black[(pixel.y & 1) * 2 + (pixel.x & 1)])
                sum += (value - level) * unit - least
                // A clipped one is hotter than it shows: its excess counts, itself does not (a censored mean).
                counted += value < 0.98 * white ? 1 : 0
            }
        }
        guard counted > 0 else {
            throw PrismError(
                .outOfRange,
                "no pixel is hot after \(NightPlan.time(dark.key.exposureTime)): expose longer")
        }
        let mean = sum / counted
        self.pixels = pixels
        current = mean
        let all = Double(dark.image.width * dark.image.height)
        share = Double(pixels.count) / all * exp(min(20, least / max(mean, 1e-9)))
    }
}
