// SPDX-License-Identifier: MIT
// Camera buffers to samples: every packing, odd widths, buffers that are too small.

import PrismCore
import PrismTesting
import Testing

@testable import PrismImage

@Suite struct RawUnpackingTests {
    private static let packed: UInt64 = 0x0B << 56 | 1

    /// Packs samples as MIPI CSI-2 does: high bytes of a group, then the low bits, first sample lowest.
    private static func pack(_ samples: [UInt16], bits: Int) -> [UInt8] {
        let group = bits == 12 ? 2 : 4
        let low = bits - 8
        return stride(from: 0, to: samples.count, by: group).flatMap { first -> [UInt8] in
            let part = (0..<group).map { first + $0 < samples.count ? samples[first + $0] : 0 }
            let rest = part.enumerated().reduce(UInt32(0)) { sum, next in
                sum | UInt32(next.element & (1 << low - 1)) << (next.offset * low)
            }
            let tail = (0..<(group * low / 8)).map { UInt8(rest >> (8 * $0) & 0xFF) }
            return part.map { UInt8($0 >> low) } + tail
        }
    }

    private static func image(
        _ bytes: [UInt8], _ format: PixelFormat, width: Int, height: Int, stride: Int
    ) throws -> RawImage {
        let raw = try #require(RawFormat(format))
        let facts = RawFacts(raw, frame: FrameMetadata(), photo: PhotoMetadata())
        return try bytes.withUnsafeBytes { bytes in
            let plane = PixelView.Plane(
                base: try #require(bytes.baseAddress), stride: stride, rows: bytes.count / stride)
            let view = PixelView(
                format: format, width: width, height: height, colorSpace: .unspecified,
                planes: [plane])
            return try RawImage(copying: view, facts: facts)
        }
    }

    @Test(arguments: [("RG10", 10), ("GB12", 12), ("GR14", 14)], [4, 5, 6, 7, 18])
    func packingIsUndone(format: (StaticString, Int), width: Int) throws {
        let (name, bits) = format
        var random = SeededGenerator(seed: UInt64(bits * 100 + width))
        let rows = (0..<3).map { _ in
            (0..<width).map { _ in UInt16.random(in: 0..<(1 << bits), using: &random) }
        }
        let lines: [[UInt8]] = rows.map { Self.pack($0, bits: bits) }
        let stride = lines[0].count + 3
        let gap: [UInt8] = [0xAA, 0xBB, 0xCC]
        let bytes: [UInt8] = Array(lines.map { $0 + gap }.joined())
        let linear = PixelFormat(name)
        let image = try Self.image(
            bytes, PixelFormat(fourcc: linear.fourcc, modifier: Self.packed), width: width,
            height: 3, stride: stride)
        #expect(TestMosaic.samples(of: image) == Array(rows.joined()))
        #expect(image.facts.bits == bits && image.facts.white == Float(1 << bits - 1))
    }

    @Test func bytesAndWordsAreTakenAsTheyAre() throws {
        let eight = try Self.image(
            [1, 2, 3, 9, 4, 5, 6, 9], PixelFormat("BA81"), width: 3, height: 2, stride: 4)
        #expect(TestMosaic.samples(of: eight) == [1, 2, 3, 4, 5, 6])
        let words = try Self.image(
            [1, 0, 0, 2, 255, 255, 7, 8], PixelFormat("RGB6"), width: 2, height: 2, stride: 4)
        #expect(TestMosaic.samples(of: words) == [1, 0x0200, 0xFFFF, 0x0807])
    }

    @Test func levelsComeDownToTheNativeDepth() throws {
        var frame = FrameMetadata()
        frame.blackLevels = SIMD4(4096, 4096, 4112, 4096)
        frame.colourGains = ColourGains(red: 2, blue: 1.6)
        let format = try #require(RawFormat(PixelFormat("BG10")))
        let facts = RawFacts(format, frame: frame, photo: PhotoMetadata())
        #expect(facts.black == SIMD4(64, 64, 64.25, 64) && facts.white == 1023)
        #expect(facts.asShotNeutral == SIMD3(0.5, 1, 1 / Double(Float(1.6))))
        #expect(facts.order == .bggr)
    }

    @Test func whatDoesNotFitIsRefused() throws {
        let short = try thrownError {
            try Self.image([0, 0, 0, 0], PixelFormat("RG10"), width: 2, height: 2, stride: 2)
        }
        #expect(short.code == .invalidData)
        let view = PixelView(
            format: .nv12, width: 2, height: 2, colorSpace: .unspecified, planes: [])
        let facts = RawFacts(order: .rggb, bits: 10, black: 0, white: 1023)
        let colour = try thrownError { try RawImage(copying: view, facts: facts) }
        #expect(colour.code == .unsupported)
    }
}
