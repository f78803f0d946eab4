// SPDX-License-Identifier: MIT
// Warps and edges against their formulas in real numbers.

internal import CPrismKernels
import Foundation
import Testing

/// A warp's name and how it moves, from its documentation.
enum Warp: CaseIterable {
    case twirl, vortex, bump, pinch

    func prepare(_ map: inout prism_radial, _ center: (Double, Double), _ radius: Double) -> Int32 {
        let (x, y) = center
        switch self {
        case .twirl: return prism_radial_prepare(&map, x, y, radius, prism_twirl, 2)
        case .vortex: return prism_radial_prepare(&map, x, y, radius, prism_vortex, 5)
        case .bump: return prism_radial_prepare(&map, x, y, radius, prism_bump, 0.5)
        case .pinch: return prism_radial_prepare(&map, x, y, radius, prism_pinch, 0.5)
        }
    }

    func turn(_ length: Double) -> (scale: Double, angle: Double) {
        let rest = max(1 - length, 0)
        let square = max(1 - length * length, 0)
        switch self {
        case .twirl: return (1, 2 * rest * rest)
        case .vortex: return (1, 5 * pow(rest, 4))
        case .bump: return (1 - 0.5 * square * square, 0)
        case .pinch: return (1 + 0.5 * rest * rest, 0)
        }
    }
}

@Suite struct WarpModelTests {
    private let kernels: prism_warp_kernels = {
        var kernels = prism_warp_kernels()
        prism_warp_kernels_init(&kernels, prism_cpu_flags())
        return kernels
    }()

    /// A smooth picture, whose sample a small error of place changes little.
    private func smooth(_ step: Int) -> Picture {
        let picture = Picture(width: 150, height: 120, step: step)
        for i in 0..<picture.all.count {
            let x = Double(i / step % 150)
            let y = Double(i / step / 150)
            picture.bytes[i] = UInt8(127 + 60 * sin(x / 9 + Double(i % step)) + 60 * cos(y / 7))
        }
        return picture
    }

    @Test(arguments: Warp.allCases, [1, 2, 4])
    func aWarpFollowsItsFormula(_ warp: Warp, _ step: Int) {
        let source = smooth(step)
        let result = Picture(width: 150, height: 120, step: step)
        var kernels = kernels
        var map = prism_radial()
        #expect(warp.prepare(&map, (70, 61.5), 55) == 0)
        var from = source.raster
        var to = result.raster
        inStrips(result) { begin, end in
            prism_warp_rows(&kernels, &map, &to, &from, begin, end, nil)
        }
        let difference = result.difference { x, y, channel in
            let dx = Double(x) + 0.5 - 70
            let dy = Double(y) + 0.5 - 61.5
            let (scale, angle) = warp.turn(hypot(dx, dy) / 55)
            return source.sample(
                69.5 + scale * (cos(angle) * dx - sin(angle) * dy),
                61 + scale * (sin(angle) * dx + cos(angle) * dy), channel)
        }
        #expect(difference <= 2)
    }

    @Test func whatIsOutsideOfTheDiscIsCopied() {
        let source = Picture(sceneOf: 64, 64, step: 4)
        let result = Picture(width: 64, height: 64, step: 4)
        var kernels = kernels
        var map = prism_radial()
        #expect(prism_radial_prepare(&map, 32, 32, 20, prism_twirl, 3) == 0)
        var from = source.raster
        var to = result.raster
        prism_warp_rows(&kernels, &map, &to, &from, 0, 64, nil)
        for y in 0..<64 {
            for x in 0..<64 where hypot(Double(x) - 31.5, Double(y) - 31.5) >= 20 {
                #expect(result.value(x, y) == source.value(x, y))
            }
        }
        #expect(result.all != source.all)
    }

    @Test func valuesOutOfRangeAreRefused() {
        var map = prism_radial()
        for radius in [0.5, 16_001, Double.nan] {
            #expect(prism_radial_prepare(&map, 0, 0, radius, prism_twirl, 1) == -EINVAL)
        }
        #expect(prism_radial_prepare(&map, .infinity, 0, 9, prism_twirl, 1) == -EINVAL)
        #expect(prism_radial_prepare(&map, 0, 0, 9, prism_twirl, .nan) == -EINVAL)
        #expect(prism_radial_prepare(&map, 0, 0, 9, prism_pinch, 4) == -EINVAL)
        #expect(prism_radial_prepare(&map, 31_900, 0, 200, prism_bump, 0.1) == -EINVAL)
    }

    @Test(arguments: [1, 4])
    func edgesAreTheSobelSums(_ step: Int) {
        let source = Picture(sceneOf: 77, 45, step: step)
        let result = Picture(width: 77, height: 45, step: step)
        var kernels = prism_edges_kernels()
        prism_edges_kernels_init(&kernels, prism_cpu_flags())
        var from = source.raster
        var to = result.raster
        inStrips(result) { begin, end in
            prism_edges_rows(&kernels, 1024, &to, &from, begin, end, nil)
        }
        let difference = result.difference { x, y, c in
            guard step == 1 || c < 3 else { return source.value(x, y, c) }
            var gx = 0.0
            var gy = 0.0
            for (offset, weight) in [(-1, 1.0), (0, 2), (1, 1)] {
                gx +=
                    weight
                    * (source.value(x + 1, y + offset, c) - source.value(x - 1, y + offset, c))
                gy +=
                    weight
                    * (source.value(x + offset, y + 1, c) - source.value(x + offset, y - 1, c))
            }
            return min(255, ((abs(gx) + abs(gy)) / 2 + 0.25).rounded())
        }
        #expect(difference == 0)
    }
}
