// SPDX-License-Identifier: MIT
// Real pictures to buffers and back.

import BridgeTestSupport
import PrismCore

@testable import PrismFilters

extension PixelBuffer {
    /// A buffer of smooth colours with a little noise.
    static func scene(
        _ format: PixelFormat, _ size: PixelSize, _ space: ColorSpace, seed: UInt64
    ) throws -> PixelBuffer {
        let buffer = try PixelBuffer(format: format, size: size, colorSpace: space)
        var random = SplitMix(seed: seed)
        let phase = (0..<6).map { _ in Double(random.below(628)) / 100 }
        buffer.withMutablePixels { view in
            for (index, plane) in view.planes.enumerated() {
                let bytes = plane.base.assumingMemoryBound(to: UInt8.self)
                let step = format.bytesPerSample(index)
                for y in 0..<plane.rows {
                    for x in 0..<plane.stride {
                        let (across, part) = (Double(x / step), Double(x % step))
                        let wave =
                            100 * sine(across / 19 + phase[index] + part * 2)
                            + 60 * sine(Double(y) / 13 + phase[3 + index] - part)
                        let noise = Double(random.below(9)) - 4
                        bytes[y * plane.stride + x] = UInt8(min(255, max(0, 128 + wave + noise)))
                    }
                }
            }
        }
        return buffer
    }

    /// The channels as they are stored, chroma at its own size.
    var stored: Picture {
        withPixels { view in
            let layout = PixelLayout(format)
            let parts = (layout?.components ?? []).enumerated().map { index, component in
                let plane = view.planes[component.plane]
                let samples = layout?.samples(of: index, width: size.width, height: size.height)
                let bytes = plane.base.assumingMemoryBound(to: UInt8.self)
                return Channel(samples?.across ?? 0, samples?.down ?? 0) { x, y in
                    Double(bytes[y * plane.stride + component.offset + x * component.step])
                }
            }
            return Picture(channels: parts)
        }
    }
}

extension PixelFormat {
    fileprivate func bytesPerSample(_ plane: Int) -> Int {
        switch self {
        case .nv12: plane == 0 ? 1 : 2
        case .yuv420: 1
        case .rgb888, .bgr888: 3
        default: 4
        }
    }

    var isYUV: Bool { self == .nv12 || self == .yuv420 }
}

extension Picture {
    /// Red, green, blue of stored Y'CbCr, each chroma sample for 2×2 pixels; not held to 0…255.
    func decoded(_ space: ColorSpace) -> Picture {
        let ycc = YCC(space)
        let (width, height) = (channels[0].width, channels[0].height)
        let grey = Channel(width, height) { _, _ in 0 }
        return Picture(channels: [grey, grey, grey]).mapColors { _, x, y in
            ycc.decode(
                SIMD3(
                    channels[0][x, y], channels[1][x / 2, y / 2], channels[2][x / 2, y / 2]))
        }
    }

    /// Stored Y'CbCr of red, green, blue: chroma of the mean of 2×2 pixels.
    func encoded(_ space: ColorSpace) -> Picture {
        let ycc = YCC(space)
        let (width, height) = (channels[0].width, channels[0].height)
        let luma = Channel(width, height) { ycc.encode(color($0, $1)).x }
        let chroma = [1, 2].map { index in
            Channel((width + 1) / 2, (height + 1) / 2) { x, y in
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].map { across, down in
                    color(2 * x + across, 2 * y + down)
                }
                return ycc.encode(corners.reduce(.zero, +) / 4)[index]
            }
        }
        return Picture(channels: [luma] + chroma)
    }
}
