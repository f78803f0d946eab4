// SPDX-License-Identifier: MIT
// Pictures of real numbers, and what each pixel format makes of them.

import BridgeTestSupport
import PrismCore

@testable import PrismFilters

/// One channel of code values 0…255, which may lie outside of that between steps.
struct Channel {
    var width: Int
    var height: Int
    var values: [Double]

    init(_ width: Int, _ height: Int, _ value: (Int, Int) -> Double) {
        self.width = width
        self.height = height
        values = (0..<width * height).map { value($0 % width, $0 / width) }
    }

    /// The value of a place, or of the nearest one inside.
    subscript(x: Int, y: Int) -> Double {
        values[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)]
    }

    /// Between the four nearest centres; the centre of the first pixel is at 0, 0.
    func sample(_ x: Double, _ y: Double) -> Double {
        let (left, top) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int(left), Int(top))
        let upper = self[column, row] + (self[column + 1, row] - self[column, row]) * (x - left)
        let lower =
            self[column, row + 1]
            + (self[column + 1, row + 1] - self[column, row + 1]) * (x - left)
        return upper + (lower - upper) * (y - top)
    }

    func map(_ body: (Int, Int) -> Double) -> Channel { Channel(width, height, body) }

    var held: Channel { map { min(255, max(0, self[$0, $1])) } }

    /// The steepest step between neighbours.
    var steepest: Double {
        var worst = 0.0
        for y in 0..<height {
            for x in 0..<width {
                worst = max(
                    worst, abs(self[x, y] - self[x + 1, y]), abs(self[x, y] - self[x, y + 1]))
            }
        }
        return worst
    }
}

/// Channels in the order R, G, B or Y, Cb, Cr; chroma of 4:2:0 has half the size.
struct Picture {
    var channels: [Channel]

    var held: Picture { Picture(channels: channels.map(\.held)) }

    /// The same place in all channels of one size.
    func color(_ x: Int, _ y: Int) -> SIMD3<Double> {
        SIMD3(channels[0][x, y], channels[1][x, y], channels[2][x, y])
    }

    func mapColors(_ body: (SIMD3<Double>, Int, Int) -> SIMD3<Double>) -> Picture {
        var result = self
        for y in 0..<channels[0].height {
            for x in 0..<channels[0].width {
                let color = body(color(x, y), x, y)
                for index in 0..<3 {
                    result.channels[index].values[y * channels[0].width + x] = color[index]
                }
            }
        }
        return result
    }
}

/// Y'CbCr by the definition in Rec. 601 and 709, not by the matrices under test.
struct YCC {
    let kr: Double
    let kb: Double
    let isLimited: Bool

    init(_ space: ColorSpace) {
        (kr, kb) = space.matrix == .rec709 ? (0.2126, 0.0722) : (0.299, 0.114)
        isLimited = space.range == .limited
    }

    func encode(_ rgb: SIMD3<Double>) -> SIMD3<Double> {
        let luma = kr * rgb.x + (1 - kr - kb) * rgb.y + kb * rgb.z
        let (cb, cr) = ((rgb.z - luma) / (2 - 2 * kb), (rgb.x - luma) / (2 - 2 * kr))
        return isLimited
            ? SIMD3(16 + luma * 219 / 255, 128 + cb * 224 / 255, 128 + cr * 224 / 255)
            : SIMD3(luma, 128 + cb, 128 + cr)
    }

    func decode(_ ycc: SIMD3<Double>) -> SIMD3<Double> {
        let luma = isLimited ? (ycc.x - 16) * 255 / 219 : ycc.x
        let scale = isLimited ? 255.0 / 224 : 1
        let (cb, cr) = ((ycc.y - 128) * scale, (ycc.z - 128) * scale)
        let (red, blue) = (luma + cr * (2 - 2 * kr), luma + cb * (2 - 2 * kb))
        return SIMD3(red, (luma - kr * red - kb * blue) / (1 - kr - kb), blue)
    }
}
