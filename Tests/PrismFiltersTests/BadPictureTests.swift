// SPDX-License-Identifier: MIT
// Pictures that are not what they say: clear errors, no crash.

import BridgeTestSupport
import PrismCore
import PrismTesting
import Testing

@testable import PrismFilters

@Suite struct BadPictureTests {
    /// A view over far fewer bytes than most of these claim: a check that fails to refuse one would crash.
    private func error(
        _ format: PixelFormat, _ width: Int, _ height: Int, strides: [Int], rows: [Int]
    ) -> PrismError? {
        // At most four planes on either side.
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 * 4096, alignment: 64)
        defer { memory.deallocate() }
        let planes = zip(strides, rows).enumerated().map { number, plane in
            PixelView.Plane(
                base: memory + number * 4096, stride: plane.0, rows: plane.1)
        }
        let view = PixelView(
            format: format, width: width, height: height, colorSpace: .sYCC, planes: planes)
        let target = MutablePixelView(
            format: format, width: width, height: height, colorSpace: .sYCC,
            planes: zip(strides, rows).enumerated().map { number, plane in
                .init(base: memory + (4 + number) * 4096, stride: plane.0, rows: plane.1)
            })
        return prismError {
            try FilterChain([FilterStep(GaussianBlur(sigma: 2))]).render(view, into: target)
        }
    }

    @Test func impossibleSizesAreRefused() {
        for (width, height) in [(0, 1), (1, 0), (-1, 4), (65_535, 1), (1, 65_535), (32_768, 1)] {
            let error = error(
                .xrgb8888, width, height, strides: [max(0, width) * 4], rows: [max(0, height)])
            #expect(error?.code == .outOfRange, "\(width)x\(height): \(error?.message ?? "")")
            #expect(error?.message.contains("expected 1 to 32767") == true)
        }
    }

    @Test func planesThatAreTooSmallAreRefused() {
        let wrong: [(PixelFormat, [Int], [Int])] = [
            (.xrgb8888, [31], [8]), (.xrgb8888, [32], [7]), (.xrgb8888, [], []),
            (.rgb888, [23], [8]), (.nv12, [8], [8]), (.nv12, [8, 7], [8, 4]),
            (.nv12, [8, 8], [8, 3]), (.yuv420, [8, 4], [8, 4]), (.yuv420, [8, 4, 3], [8, 4, 4]),
            (.xrgb8888, [-32], [8]),
        ]
        for (format, strides, rows) in wrong {
            let error = error(format, 8, 8, strides: strides, rows: rows)
            #expect(error?.code == .invalidData, "\(format) \(strides) \(rows)")
        }
    }

    @Test func formatsWithoutKernelsAreNamed() {
        let error = error(.mjpeg, 8, 8, strides: [64], rows: [1])
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("cannot read MJPG: expected one of NV12") == true)
    }

    @Test func aTargetOfAnotherSizeIsRefused() throws {
        let source = try PixelBuffer.scene(
            .nv12, PixelSize(width: 8, height: 8), .sYCC, seed: 1)
        let target = try PixelBuffer(format: .nv12, size: PixelSize(width: 8, height: 6))
        let error = prismError {
            try FilterChain().render(source.view, into: target.mutableView)
        }
        #expect(error?.code == .invalidData)
    }

    @Test func aTargetInThePicturesMemoryIsRefused() throws {
        let size = PixelSize(width: 16, height: 16)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 64)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 7, count: 4096)
        let view = PixelView(
            format: .xrgb8888, width: size.width, height: size.height, colorSpace: .sYCC,
            planes: [.init(base: memory, stride: 64, rows: 16)])
        for (offset, isRefused) in [(0, true), (64, true), (1008, true), (1024, false)] {
            let target = MutablePixelView(
                format: .xrgb8888, width: size.width, height: size.height, colorSpace: .sYCC,
                planes: [.init(base: memory + offset, stride: 64, rows: 16)])
            let error = prismError { try FilterChain().render(view, into: target) }
            #expect((error?.code == .invalidData) == isRefused, "\(offset)")
        }
    }

    @Test func aMatteOfAnotherSizeIsRefused() throws {
        let small = PixelSize(width: 4, height: 4)
        let matte = try Matte(size: small, pixels: [UInt8](repeating: 0, count: 16))
        let size = PixelSize(width: 32, height: 32)
        let source = try PixelBuffer.scene(.xrgb8888, size, .sYCC, seed: 1)
        let target = try PixelBuffer(format: .xrgb8888, size: size)
        let chain = try FilterChain([FilterStep(PortraitBokeh(matte: matte))])
        let error = prismError { try chain.render(source.view, into: target.mutableView) }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.contains("a matte of 4x4 for pictures of 32x32") == true)
        #expect(prismError { try Matte(size: small, pixels: [1]) }?.code == .invalidData)
    }

    @Test func noMixOfSizesAndStridesCrashes() {
        var random = SplitMix(seed: 11)
        for _ in 0..<3_000 {
            let format = FilterChain.formats[random.below(FilterChain.formats.count)]
            let strides = (0..<random.below(4)).map { _ in random.below(40) - 4 }
            let rows = strides.map { _ in random.below(12) - 2 }
            // At most 40 * 12 bytes are claimed, and there are 4096.
            _ = error(
                format, random.below(12) - 2, random.below(12) - 2, strides: strides, rows: rows)
        }
    }
}
