// SPDX-License-Identifier: MIT
// A 4:2:0 picture with about as much detail as a photograph, the same on every run.

import PrismCore

/// Planes of one picture in both layouts that cameras deliver.
final class TestPicture {
    private let luma: [UInt8]
    private let blue: [UInt8]
    private let red: [UInt8]
    private let pairs: [UInt8]
    private let width: Int
    private let height: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        luma = TestPicture.plane(width, height, period: 97, noise: 12)
        blue = TestPicture.plane(width / 2, height / 2, period: 211, noise: 4)
        red = TestPicture.plane(width / 2, height / 2, period: 157, noise: 4)
        pairs = zip(blue, red).flatMap { [$0, $1] }
    }

    /// Triangle waves that cross, edges where they wrap, and noise of so many steps.
    private static func plane(_ width: Int, _ height: Int, period: Int, noise: UInt32) -> [UInt8] {
        var state: UInt32 = 1
        return [UInt8](unsafeUninitializedCapacity: width * height) { bytes, count in
            for y in 0..<height {
                for x in 0..<width {
                    state = state &* 1_664_525 &+ 1_013_904_223
                    let wave = abs((x + y / 3) % period - period / 2) + (x / 64 + y / 48) % 7 * 8
                    let grain = Int((state >> 16) % noise)
                    bytes[y * width + x] = UInt8(min(255, 40 + wave + grain))
                }
            }
            count = width * height
        }
    }

    /// Borrows it as YUV420.
    func withPlanar<Result>(_ body: (PixelView) throws -> Result) rethrows -> Result {
        try luma.withUnsafeBytes { y in
            try blue.withUnsafeBytes { u in
                try red.withUnsafeBytes { v in
                    try body(view(.yuv420, [(y, width), (u, width / 2), (v, width / 2)]))
                }
            }
        }
    }

    /// Borrows it as NV12.
    func withSemiPlanar<Result>(_ body: (PixelView) throws -> Result) rethrows -> Result {
        try luma.withUnsafeBytes { y in
            try pairs.withUnsafeBytes { try body(view(.nv12, [(y, width), ($0, width)])) }
        }
    }

    private func view(_ format: PixelFormat, _ planes: [(UnsafeRawBufferPointer, Int)]) -> PixelView
    {
        PixelView(
            format: format, width: width, height: height, colorSpace: .sYCC,
            planes: planes.compactMap { bytes, stride in
                bytes.baseAddress.map {
                    PixelView.Plane(base: $0, stride: stride, rows: bytes.count / stride)
                }
            })
    }
}
