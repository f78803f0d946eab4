// SPDX-License-Identifier: MIT
// A camera's raw buffer to samples: 8 or 16 bits as they are, CSI-2 packing undone.

public import PrismCore

extension RawImage {
    /// Copies a raw buffer.
    ///
    /// - Parameters:
    ///   - view: The pixels; their format must be a Bayer format, packed or not.
    ///   - facts: What is known of them; order and bits must be the format's.
    /// - Throws: `unsupported` for a format that is not Bayer, or compressed; `invalidData` for a buffer that is
    ///   too small.
    public init(copying view: PixelView, facts: RawFacts) throws(PrismError) {
        guard let format = RawFormat(view.format) else {
            throw PrismError(.unsupported, "\(view.format) is no raw format that can be unpacked")
        }
        let unpack = try RawUnpacking(format)
        guard let plane = view.planes.first, plane.rows >= view.height,
            plane.stride >= unpack.bytes(for: view.width)
        else {
            throw PrismError(
                .invalidData,
                "\(view.format) \(view.width)×\(view.height): the buffer is too small for it")
        }
        let (width, height) = (view.width, view.height)
        let samples = RawSamples(count: width * height) { buffer in
            for row in 0..<height {
                let bytes = UnsafeRawBufferPointer(
                    start: plane.base + row * plane.stride, count: plane.stride)
                let line = UnsafeMutableBufferPointer(
                    rebasing: buffer[(row * width)..<((row + 1) * width)])
                unpack.row(bytes, line)
            }
        }
        try self.init(samples, width: width, height: height, facts: facts)
    }
}

/// How samples lie in a row; packing as MIPI CSI-2 has it (RAW10, RAW12, RAW14).
struct RawUnpacking {
    private let bits: Int
    private let isPacked: Bool

    init(_ format: RawFormat) throws(PrismError) {
        guard !format.isPacked || [8, 10, 12, 14].contains(format.bits) else {
            throw PrismError(.unsupported, "packed raw of \(format.bits) bits")
        }
        bits = format.bits
        isPacked = format.isPacked && format.bits != 8
    }

    /// Bytes that a row takes.
    func bytes(for width: Int) -> Int {
        if isPacked { return (width + group - 1) / group * (group * bits / 8) }
        return bits == 8 ? width : 2 * width
    }

    /// Samples that are packed together: their high bytes first, then all low bits.
    private var group: Int { bits == 12 ? 2 : 4 }

    func row(_ bytes: UnsafeRawBufferPointer, _ samples: UnsafeMutableBufferPointer<UInt16>) {
        if isPacked { return packed(bytes, samples) }
        for index in samples.indices {
            samples[index] =
                bits == 8
                ? UInt16(bytes[index])
                : UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8
        }
    }

    private func packed(
        _ bytes: UnsafeRawBufferPointer, _ samples: UnsafeMutableBufferPointer<UInt16>
    ) {
        let low = bits - 8
        let size = group * bits / 8
        for first in stride(from: 0, to: samples.count, by: group) {
            let at = first / group * size
            var rest: UInt32 = 0
            for index in group..<size { rest |= UInt32(bytes[at + index]) << (8 * (index - group)) }
            for index in 0..<min(group, samples.count - first) {
                let part = UInt16(truncatingIfNeeded: rest >> (index * low)) & (1 << low - 1)
                samples[first + index] = UInt16(bytes[at + index]) << low | part
            }
        }
    }
}

extension RawFacts {
    /// What a camera says of a raw frame. Without black levels black is 0; without gains nothing is neutral.
    ///
    /// - Parameters:
    ///   - format: The buffer's format.
    ///   - frame: The frame's metadata.
    ///   - photo: Maker, model, date and the rest.
    public init(_ format: RawFormat, frame: FrameMetadata, photo: PhotoMetadata) {
        let scale = Float(1 << (16 - format.bits))
        let levels = SIMD4<Float>(frame.blackLevels ?? SIMD4(repeating: 0)) / scale
        self.init(
            order: format.order, bits: format.bits, black: levels,
            white: Float(1 << format.bits - 1))
        if let gains = frame.colourGains, gains.red > 0, gains.blue > 0 {
            asShotNeutral = SIMD3(1 / Double(gains.red), 1, 1 / Double(gains.blue))
        }
        self.photo = photo
    }
}
