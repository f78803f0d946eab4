// SPDX-License-Identifier: MIT
// A picture of a camera without raw images, made linear and laid out as a mosaic, so that it can be stacked.

internal import Glibc
public import PrismCore

extension RawImage {
    /// Makes a mosaic of a Y'CbCr picture: each sample is the colour that its filter would let pass.
    ///
    /// Linear light on 14 bits, with room below black. A stack of such frames has more than eight bits, though the
    /// camera gave no more. Noise is unknown, for the camera's own curve and denoiser are.
    ///
    /// - Parameters:
    ///   - view: NV12, YU12 or YUYV.
    ///   - photo: Facts of the photograph.
    /// - Throws: `unsupported` for another format.
    public init(developing view: PixelView, photo: PhotoMetadata) throws(PrismError) {
        guard let planes = DevelopedPlanes(view) else {
            throw PrismError(
                .unsupported, "frames in the format \(view.format) cannot be stacked")
        }
        let (width, height) = (view.width & ~1, view.height & ~1)
        let samples = RawSamples(count: width * height) { buffer in
            for y in 0..<height {
                planes.row(y, UnsafeMutableBufferPointer(rebasing: buffer[(y * width)...]), width)
            }
        }
        var facts = RawFacts(
            order: .rggb, bits: 14, black: Float(DevelopedPlanes.black), white: 16383)
        facts.asShotNeutral = SIMD3(repeating: 1)
        facts.photo = photo
        try self.init(samples, width: width, height: height, facts: facts)
    }

    /// Whether frames of a format can be laid out as a mosaic.
    package static func canDevelop(_ format: PixelFormat) -> Bool {
        [.nv12, .yuv420, .yuyv].contains(format)
    }
}

/// The planes of a Y'CbCr picture, and the curve that makes them linear (BT.601's matrix, sRGB's curve).
private struct DevelopedPlanes {
    static let black = 64
    /// Steps of the curve's table per step of a code.
    private static let fine = 4

    let luma, cb, cr: UnsafePointer<UInt8>
    let lumaStride, chromaStride: Int
    let lumaStep, chromaStep: Int
    let isHalfHeight: Bool
    private let table: [UInt16]
    private let offset, lumaGain, chromaGain: Float

    init?(_ view: PixelView) {
        func base(_ index: Int) -> UnsafePointer<UInt8> {
            view.planes[index].base.assumingMemoryBound(to: UInt8.self)
        }
        switch (view.format, view.planes.count) {
        case (.nv12, 2...):
            (luma, cb, cr) = (base(0), base(1), base(1) + 1)
            (lumaStep, chromaStep, isHalfHeight) = (1, 2, true)
            chromaStride = view.planes[1].stride
        case (.yuv420, 3...):
            (luma, cb, cr) = (base(0), base(1), base(2))
            (lumaStep, chromaStep, isHalfHeight) = (1, 1, true)
            chromaStride = view.planes[1].stride
        case (.yuyv, 1...):
            (luma, cb, cr) = (base(0), base(0) + 1, base(0) + 3)
            (lumaStep, chromaStep, isHalfHeight) = (2, 4, false)
            chromaStride = view.planes[0].stride
        default: return nil
        }
        lumaStride = view.planes[0].stride
        let isLimited = view.colorSpace.range == .limited
        offset = isLimited ? 16 : 0
        lumaGain = isLimited ? 255.0 / 219 : 1
        chromaGain = isLimited ? 255.0 / 224 : 1
        table = (0...255 * DevelopedPlanes.fine).map { index in
            let code = Double(index) / Double(255 * DevelopedPlanes.fine)
            let light = code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
            let range = Double(16383 - DevelopedPlanes.black)
            return UInt16((light * range).rounded()) + UInt16(DevelopedPlanes.black)
        }
    }

    /// One row: red and green, or green and blue.
    func row(_ y: Int, _ out: UnsafeMutableBufferPointer<UInt16>, _ width: Int) {
        let lumaRow = luma + y * lumaStride
        let chroma = (isHalfHeight ? y / 2 : y) * chromaStride
        let isUpper = y % 2 == 0
        for x in stride(from: 0, to: width, by: 2) {
            let u = (Float(cb[chroma + x / 2 * chromaStep]) - 128) * chromaGain
            let v = (Float(cr[chroma + x / 2 * chromaStep]) - 128) * chromaGain
            let green = -0.344136 * u - 0.714136 * v
            out[x] = sample(lumaRow[x * lumaStep], isUpper ? 1.402 * v : green)
            out[x + 1] = sample(lumaRow[(x + 1) * lumaStep], isUpper ? green : 1.772 * u)
        }
    }

    private func sample(_ luma: UInt8, _ colour: Float) -> UInt16 {
        let code = (Float(luma) - offset) * lumaGain + colour
        return table[Int(max(0, min(255, code)) * Float(DevelopedPlanes.fine) + 0.5)]
    }
}
