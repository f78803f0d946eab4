// SPDX-License-Identifier: MIT
// The sensor's noise in the units of the stack, and the tables made of it.

internal import Glibc
internal import PrismFilters
internal import PrismImage

/// Noise of a sample: variance = `slope` · x + `offset`, with x 0 at black and 1 at white.
struct NoiseModel: Hashable, Sendable {
    let slope: Double
    let offset: Double
    /// Centred units from black to white.
    let range: Double

    /// The mean of the four channels' noise, held to what any sensor has.
    init(_ noise: RawNoise, range: Double) {
        slope = max(1e-6, noise.slope.sum() / 4)
        offset = max(1e-10, noise.offset.sum() / 4)
        self.range = range
    }

    /// Standard deviation of a sample in centred units at a centred value.
    func deviation(_ value: Double) -> Double {
        range * (slope * max(0, value / range) + offset).squareRoot()
    }

    /// Generalised Anscombe transform of a mean of four samples; its noise is 1.
    private func stabilised(_ x: Double) -> Double {
        let (a, b) = (slope / 4, offset / 4)
        return 2 / a * max(a * x + b + 0.375 * a * a, 0).squareRoot()
    }

    /// Levels per unit of noise: 16, or fewer where a sensor's range would not fit 13 bits.
    var unit: Double { min(16, 8190 / (stabilised(1) + 1)) }

    /// From grey to level; greys above white stay at white's.
    var levels: [Int16] {
        let unit = unit
        return (0..<NightIntake.entries).map { entry in
            let grey = Double(2 * (entry - NightIntake.zero) + 1) / range
            return Int16(min(8190, (unit * stabilised(min(grey, 1))).rounded()))
        }
    }

    /// What a suspect must exceed its neighbours by: five standard deviations.
    var thresholds: [Int16] {
        (0..<256).map { Int16(min(32767, 5 * deviation(Double(64 * $0)) + 1)) }
    }

    /// How far a sample may be from the mean of `frames`, by the mean / 64.
    func limits(kappa: Double, frames: Int) -> [Int16] {
        let factor = kappa * (1 + 1 / Double(frames)).squareRoot()
        return (0..<256).map {
            Int16(min(32767, (factor * deviation(Double(64 * $0 + 32))).rounded()))
        }
    }

    /// Levels of the noise that a difference of two pictures of quads has.
    var difference: Double { unit * 2.0.squareRoot() }

    /// Weights for differences of pictures of quads.
    ///
    /// - Parameters:
    ///   - size: Mean sizes of differences with full weight and with none, 1 being pure noise.
    ///   - mean: Differences of means, in standard deviations that noise leaves of it.
    /// - Returns: The kernels' parameters.
    func weighing(size: ClosedRange<Double>, mean: ClosedRange<Double>) -> NightWeighing {
        let units = min(8, 0.99 * difference)
        // Sums are 156.25 times a mean; E|N(0, 1)| = √(2/π); a 9×9 triangle leaves 85/625 of white noise.
        let sizes = range(size, unit: 156.25 * units * NoiseModel.meanSize)
        let means = range(mean, unit: 156.25 * units * 85 / 625)
        return NightWeighing(
            scale: Int16((units / difference * 32768).rounded()), sizeHigh: sizes.high,
            sizeSlope: sizes.slope, meanHigh: means.high, meanSlope: means.slope)
    }

    /// E|N(0, 1)|.
    private static let meanSize = (2 / Double.pi).squareRoot()

    private func range(_ limits: ClosedRange<Double>, unit: Double) -> (high: UInt16, slope: UInt16)
    {
        let width = max(1, (limits.upperBound - limits.lowerBound) * unit)
        return (
            UInt16(min(32767, limits.upperBound * unit)),
            UInt16(min(65535, (255 * 65536 / width).rounded()))
        )
    }

    /// How moved tiles are looked for and trusted: stricter than what stays where it is, as there is a choice.
    var following: NightFollowing {
        let levels = difference
        // A window of 8×8 raised cosines leaves 0.1873 of white noise.
        return NightFollowing(
            reach: 8, near: 4, lack: 0.15, most: 1.3 * 64 * levels * levels,
            size: (1.15 * NoiseModel.meanSize * levels)...(1.45 * NoiseModel.meanSize * levels),
            mean: (0.1873 * levels)...(2 * 0.1873 * levels))
    }
}
