// SPDX-License-Identifier: MIT
// A plane of bytes for the tests of spatial kernels, and sampling it in real numbers.

internal import CPrismKernels
internal import Testing

/// Owns the memory of one plane; its edges are continued when it is read beyond them.
final class Picture {
    let width: Int
    let height: Int
    let step: Int
    let bytes: UnsafeMutablePointer<UInt8>

    init(width: Int, height: Int, step: Int = 1) {
        self.width = width
        self.height = height
        self.step = step
        bytes = .allocate(capacity: width * height * step)
        bytes.initialize(repeating: 0, count: width * height * step)
    }

    /// Blocks of flat colour, a ramp and noise of up to `grain` levels: edges, slopes and detail.
    /// Without a grain it is as harsh as can be; with one it has the contrast of a photograph.
    convenience init(
        sceneOf width: Int, _ height: Int, step: Int = 1, grain: Int = 255, seed: UInt64 = 1
    ) {
        self.init(width: width, height: height, step: step)
        var state = seed
        for i in 0..<width * height * step {
            let x = i / step % width
            let y = i / step / width
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let noise = Int(state >> 56)
            let blocks = (x / 16 + y / 16 + i % step) % 2 * (grain == 255 ? 200 : 80)
            let grey = 128 + (noise - 128) * grain / 255
            bytes[i] = UInt8(clamping: y * 3 < height ? grey : blocks + (x + noise / 32) % 56)
        }
    }

    deinit { bytes.deallocate() }

    var raster: prism_raster {
        prism_raster(
            data: bytes, stride: width * step, width: Int32(width), height: Int32(height),
            step: Int32(step))
    }

    var all: [UInt8] { Array(UnsafeBufferPointer(start: bytes, count: width * height * step)) }

    func value(_ x: Int, _ y: Int, _ channel: Int = 0) -> Double {
        let column = min(max(x, 0), width - 1)
        let row = min(max(y, 0), height - 1)
        return Double(bytes[(row * width + column) * step + channel])
    }

    /// The bilinear sample at a place, where 0 is the centre of the first pixel.
    func sample(_ x: Double, _ y: Double, _ channel: Int = 0) -> Double {
        let left = x.rounded(.down)
        let top = y.rounded(.down)
        func row(_ y: Int) -> Double {
            let first = value(Int(left), y, channel)
            return first + (value(Int(left) + 1, y, channel) - first) * (x - left)
        }
        let upper = row(Int(top))
        return upper + (row(Int(top) + 1) - upper) * (y - top)
    }

    /// The largest difference from what `model` says of each sample.
    func difference(from model: (_ x: Int, _ y: Int, _ channel: Int) -> Double) -> Double {
        var worst = 0.0
        for y in 0..<height {
            for x in 0..<width {
                for channel in 0..<step {
                    worst = max(worst, abs(value(x, y, channel) - model(x, y, channel)))
                }
            }
        }
        return worst
    }
}

/// Memory for one thread's scratch or a buffer that steps share.
final class Scratch {
    let pointer: UnsafeMutableRawPointer

    init(_ size: Int) { pointer = .allocate(byteCount: max(size, 1), alignment: 16) }

    deinit { pointer.deallocate() }
}

/// Runs `body` over the rows in one range, and in uneven strips; both must give the same bytes.
func inStrips(_ result: Picture, _ body: (_ begin: Int32, _ end: Int32) -> Void) {
    var begin: Int32 = 0
    var rows: Int32 = 1
    while begin < result.height {
        let end = min(begin + rows, Int32(result.height))
        body(begin, end)
        begin = end
        rows = rows % 7 + 3
    }
    let strips = result.all
    body(0, Int32(result.height))
    #expect(strips == result.all)
}
