// SPDX-License-Identifier: MIT
// What a screen ought to show of a frame, computed by the formula, and how far what it shows is from that.

import PrismCore
import PrismFilters
import PrismPreview

/// Red, green, blue of a pixel.
typealias Color = SIMD3<Double>

/// A frame's pixels kept, to be looked up one by one.
struct ReferencePicture {
    private let picture: PixelBuffer
    private let layout: PixelLayout

    init?(_ frame: CameraFrame) throws {
        let stream = frame.stream()
        guard let format = stream.format, let size = stream.size, let layout = PixelLayout(format)
        else { return nil }
        let copy = try PixelBuffer(
            format: format, size: size, colorSpace: stream.colorSpace ?? .unspecified)
        try frame.withPixels { view in
            copy.withMutablePixels { target in
                for (to, from) in zip(target.planes, view.planes) {
                    for row in 0..<from.rows {
                        (to.base + row * to.stride).copyMemory(
                            from: from.base + row * from.stride,
                            byteCount: min(to.stride, from.stride))
                    }
                }
            }
        }
        picture = copy
        self.layout = layout
    }

    /// The colour of a pixel; chroma is that of the block it lies in, as display hardware without a filter has it.
    func color(_ x: Int, _ y: Int) -> Color {
        picture.withPixels { view in
            let values = layout.components.enumerated().map { index, component -> Double in
                let isChroma = layout.kind == .ycc && index > 0
                let column = isChroma ? x >> layout.horizontalShift : x
                let row = isChroma ? y >> layout.verticalShift : y
                let plane = view.planes[component.plane]
                let at = row * plane.stride + component.offset + column * component.step
                return Double(plane.base.load(fromByteOffset: at, as: UInt8.self))
            }
            guard layout.kind == .ycc else { return Color(values[0], values[1], values[2]) }
            return converted(values)
        }
    }

    /// Y'CbCr to R'G'B' by the weights of luma (ITU-R BT.601, BT.709).
    ///
    /// vkms stretches limited range by 256/219 and 256/224 where the standards have 255: up to 1.3 levels more, measured
    /// and no fault of what it is told.
    private func converted(_ code: [Double]) -> Color {
        let luma = picture.colorSpace.luma
        let isLimited = picture.colorSpace.range == .limited
        let y = isLimited ? (code[0] - 16) * 256 / 219 : code[0]
        let scale = isLimited ? 256.0 / 224 : 1
        let (cb, cr) = ((code[1] - 128) * scale, (code[2] - 128) * scale)
        let red = y + 2 * (1 - luma.x) * cr
        let blue = y + 2 * (1 - luma.z) * cb
        let green = (y - luma.x * red - luma.z * blue) / luma.y
        let color = Color(red, green, blue)
        return color.clamped(lowerBound: Color(repeating: 0), upperBound: Color(repeating: 255))
    }
}

/// The largest difference of any channel over a screen.
func difference(
    of screen: PixelBuffer, to expected: (Int, Int) -> Color
) -> (worst: Double, place: String) {
    var worst = (worst: 0.0, place: "nowhere")
    screen.withPixels { view in
        guard let plane = view.planes.first else { return }
        for y in 0..<view.height {
            for x in 0..<view.width {
                let at = y * plane.stride + 4 * x
                let pixel = plane.base.loadUnaligned(fromByteOffset: at, as: UInt32.self)
                let color = Color(
                    Double(pixel >> 16 & 255), Double(pixel >> 8 & 255), Double(pixel & 255))
                let apart = color - expected(x, y)
                let most = max(abs(apart.x), abs(apart.y), abs(apart.z))
                if most > worst.worst {
                    worst = (most, "\(x),\(y): \(color) for \(expected(x, y))")
                }
            }
        }
    }
    return worst
}
