// SPDX-License-Identifier: MIT
// How much of a sample's noise is left when a frame is resampled.

internal import Glibc

/// The cubic of the kernels, Keys' with a = −3/4.
enum Interpolation {
    /// The sum of squared weights at a fraction of the way between two samples.
    static func squares(_ fraction: Double) -> Double {
        let (f, a) = (fraction, -0.75)
        let (f2, f3) = (f * f, f * f * f)
        let w0 = a * (f - 2 * f2 + f3)
        let w1 = (a + 2) * f3 - (a + 3) * f2 + 1
        let w3 = a * (f2 - f3)
        let w2 = 1 - w0 - w1 - w3
        return w0 * w0 + w1 * w1 + w2 * w2 + w3 * w3
    }

    /// The part of a frame's variance that is left in the reference's place, as the mean over a grid.
    static func noiseKept(_ transform: FrameTransform, width: Int, height: Int) -> Double {
        let steps = 64
        var sum = 0.0
        for j in 0..<steps {
            for i in 0..<steps {
                let x = Double(width) * (Double(i) + 0.5) / Double(steps)
                let y = Double(height) * (Double(j) + 0.5) / Double(steps)
                let at = transform(x, y)
                let (u, v) = ((at.x - x) / 2, (at.y - y) / 2)
                sum += squares(u - u.rounded(.down)) * squares(v - v.rounded(.down))
            }
        }
        return sum / Double(steps * steps)
    }
}
