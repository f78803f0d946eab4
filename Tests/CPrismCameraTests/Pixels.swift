// SPDX-License-Identifier: MIT
// Reads pixels of the mock's formats, independently of how it draws them.

import BridgeTestSupport
import CPrismCamera

/// Pixels of one image, copied.
struct Pixels {
    let stream: prism_stream_config
    let planes: [[UInt8]]
    let strides: [Int]

    init(_ session: TestSession, _ frame: Frame, _ stream: prism_stream_config, image: Int = 0)
        throws
    {
        self.stream = stream
        let strides = frame.strides[image]
        self.strides = strides
        planes = try strides.indices.map { plane in
            let rows = Int(plane == 0 ? stream.height : stream.height / 2)
            return try session.withPlane(
                frame, image: UInt32(image), plane: plane, bytes: strides[plane] * rows
            ) { Array($0) }
        }
    }

    /// A raw sample.
    func raw(_ x: Int, _ y: Int) -> Int {
        let at = y * strides[0] + x * 2
        return Int(planes[0][at]) | Int(planes[0][at + 1]) << 8
    }

    /// Y, Cb, Cr at a pixel.
    func yuv(_ x: Int, _ y: Int) -> (Double, Double, Double) {
        let luma = Double(planes[0][y * strides[0] + x])
        let row = y / 2, column = x / 2
        if planes.count == 2 {
            let at = row * strides[1] + column * 2
            return (luma, Double(planes[1][at]), Double(planes[1][at + 1]))
        }
        return (
            luma, Double(planes[1][row * strides[1] + column]),
            Double(planes[2][row * strides[2] + column])
        )
    }

    /// R'G'B' at a pixel, by the stream's own matrix and range (ITU-R BT.601, BT.709).
    func rgb(_ x: Int, _ y: Int) -> (Double, Double, Double) {
        let (luma, blue, red) = yuv(x, y)
        let isFull = stream.color_space.range == 1
        let light = isFull ? luma : (luma - 16) * 255 / 219
        let scale = isFull ? 1 : 255.0 / 224
        let (kr, kb) = stream.color_space.matrix == 3 ? (0.2126, 0.0722) : (0.299, 0.114)
        let r = light + 2 * (1 - kr) * (red - 128) * scale
        let b = light + 2 * (1 - kb) * (blue - 128) * scale
        return (r, (light - kr * r - kb * b) / (1 - kr - kb), b)
    }
}
