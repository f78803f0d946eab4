// SPDX-License-Identifier: MIT
// A noise model out of one frame, where nobody said what its sensor's is.

internal import Glibc
internal import PrismImage

/// Measures noise by the two greens of each quad, which see almost the same.
enum NoiseEstimate {
    /// Bins of signal, from black to white.
    private static let bins = 64

    static func of(_ image: RawImage, geometry: FrameGeometry) -> RawNoise {
        var differences = [[Float]](repeating: [], count: bins)
        let channels = image.facts.order.channels
        let greens = (0..<4).filter { channels[$0] == 1 || channels[$0] == 2 }
        let range = image.facts.white - image.facts.black.sum() / 4
        // About 200 000 quads suffice, wherever they are.
        let step = max(1, Int((Double(image.width * image.height / 4) / 200_000).squareRoot()))
        image.withSamples { samples in
            func value(_ x: Int, _ y: Int, _ at: Int) -> Float {
                let sample = Float(samples[(y + at / 2) * image.stride + x + at % 2])
                return (sample - image.facts.black[channels[at]]) / range
            }
            for y in stride(from: 0, to: image.height - 1, by: 2 * step) {
                for x in stride(from: 0, to: image.width - 1, by: 2 * step) {
                    let (one, two) = (value(x, y, greens[0]), value(x, y, greens[1]))
                    let bin = Int((one + two) / 2 * Float(bins))
                    guard (0..<bins - 4).contains(bin) else { continue }
                    differences[bin].append(abs(one - two))
                }
            }
        }
        return fit(differences)
    }

    /// A line through the bins' variances: the lower envelope, as texture only adds.
    private static func fit(_ differences: [[Float]]) -> RawNoise {
        var (sw, sx, sy, sxx, sxy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for (bin, list) in differences.enumerated() where list.count >= 50 {
            let median = Double(list.sorted()[list.count / 2])
            let x = (Double(bin) + 0.5) / Double(bins)
            // The median of |a − b| is 0.6745 √2 of a sample's deviation.
            let variance = pow(median / 0.9539, 2)
            let weight = Double(list.count) / pow(variance + 1e-8, 2)
            (sw, sx, sy) = (sw + weight, sx + weight * x, sy + weight * variance)
            (sxx, sxy) = (sxx + weight * x * x, sxy + weight * x * variance)
        }
        let determinant = sw * sxx - sx * sx
        guard sw > 0, determinant > 1e-9 * sw * sxx else {
            return RawNoise(slope: 1e-4, offset: max(1e-7, sw > 0 ? sy / sw : 1e-6))
        }
        let slope = (sw * sxy - sx * sy) / determinant
        let offset = (sxx * sy - sx * sxy) / determinant
        return RawNoise(slope: min(0.5, max(1e-5, slope)), offset: min(0.5, max(1e-8, offset)))
    }
}
