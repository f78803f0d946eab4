// SPDX-License-Identifier: MIT
// Gains over the picture: on a grid for the kernel, and pixel by pixel where a grid is too coarse.

internal import CPrismKernels
internal import PrismCore

extension Shade {
    /// The gain at a square distance from the centre, in units of half diagonals.
    func gain(_ square: Double) -> Double {
        let law = 1 + square / (radius * radius)
        return 1 + amount * (1 / (law * law) - 1)
    }

    /// The gain at a point in pixels of a picture.
    func gain(x: Double, y: Double, in size: PixelSize) -> Double {
        let (width, height) = (Double(size.width), Double(size.height))
        let (dx, dy) = (x - width / 2, y - height / 2)
        return gain((dx * dx + dy * dy) * 4 / (width * width + height * height))
    }
}

/// A gain given every 16 pixels.
///
/// `@unchecked Sendable`: written once.
final class GainGrid: @unchecked Sendable {
    let grid: UnsafePointer<prism_gain_grid>
    /// Whether straight lines between the points are within a quarter of a level.
    let isNear: Bool
    private let gains: UnsafeMutablePointer<Int16>

    init(_ shade: Shade, _ size: PixelSize) {
        let (columns, rows) = ((size.width - 1) / 16 + 2, (size.height - 1) / 16 + 2)
        gains = .allocate(capacity: columns * rows)
        for index in 0..<columns * rows {
            let (x, y) = (Double(index % columns) * 16, Double(index / columns) * 16)
            // A grid point is a pixel's centre.
            let gain = shade.gain(x: x + 0.5, y: y + 0.5, in: size)
            gains[index] = Int16(min(32_767, (gain * 16_384).rounded()))
        }
        let grid = UnsafeMutablePointer<prism_gain_grid>.allocate(capacity: 1)
        grid.initialize(
            to: prism_gain_grid(gains: gains, stride: Int32(columns), step: 16, black: 0))
        self.grid = UnsafePointer(grid)
        // The law is steepest bent in the middle, 4 amount / radius², and a chord of 16 is off by 16² / 8 of that
        // in each direction.
        let width = Double(size.width)
        let half = (width * width + Double(size.height * size.height)).squareRoot() / 2
        let bend = 4 * abs(shade.amount) / (shade.radius * half * shade.radius * half)
        isNear = bend * 32 * 2 * 255 < 0.25
    }

    deinit {
        gains.deallocate()
        grid.deallocate()
    }
}

/// A gain computed for each pixel, for small pictures.
struct RadialGain: Sendable {
    private let amount: Float
    private let scale: Float
    private let center: SIMD2<Float>

    init(_ shade: Shade, _ size: PixelSize) {
        let (width, height) = (Double(size.width), Double(size.height))
        amount = Float(shade.amount)
        scale = Float(4 / ((width * width + height * height) * shade.radius * shade.radius))
        center = SIMD2(Float(width) / 2, Float(height) / 2)
    }

    func apply(_ target: prism_dst, _ source: prism_src, width: Int, rows: Range<Int>) {
        guard let to = target.data, let from = source.data else { return }
        for y in rows {
            let out = (to + y * target.stride).assumingMemoryBound(to: UInt8.self)
            let pixels = (from + y * source.stride).assumingMemoryBound(to: UInt8.self)
            let down = Float(y) + 0.5 - center.y
            for x in 0..<width {
                let across = Float(x) + 0.5 - center.x
                let law = 1 + (across * across + down * down) * scale
                let gain = 1 + amount * (1 / (law * law) - 1)
                for channel in 4 * x..<4 * x + 3 {
                    out[channel] = UInt8(min(255, Float(pixels[channel]) * gain + 0.5))
                }
                out[4 * x + 3] = pixels[4 * x + 3]
            }
        }
    }
}
