// SPDX-License-Identifier: MIT
// A copy holds every byte with its strides.

import Testing

@testable import PrismCore

@Suite struct ImageCopyTests {
    private func view(
        _ bytes: UnsafeRawBufferPointer, _ format: PixelFormat, compressed: Int? = nil
    )
        throws -> PixelView
    {
        let base = try #require(bytes.baseAddress)
        let planes = [
            PixelView.Plane(base: base, stride: 11, rows: 5),
            PixelView.Plane(base: base + 55, stride: 11, rows: 3),
        ]
        return PixelView(
            format: format, width: 9, height: 5, colorSpace: .sYCC,
            planes: compressed == nil ? planes : [planes[0]], compressedSize: compressed)
    }

    @Test func aCopyOutlivesItsSourceByteForByte() throws {
        var source = (0..<88).map { UInt8($0) }
        let copy = try source.withUnsafeBytes { try ImageCopy(view($0, .nv12)) }
        source = []
        #expect(copy.size == PixelSize(width: 9, height: 5))
        try copy.withPixels { pixels in
            #expect(pixels.format == .nv12 && pixels.colorSpace == .sYCC)
            try #require(pixels.planes.map(\.stride) == [11, 11])
            try #require(pixels.planes.map(\.rows) == [5, 3])
            let luma = UnsafeRawBufferPointer(start: pixels.planes[0].base, count: 55)
            let chroma = UnsafeRawBufferPointer(start: pixels.planes[1].base, count: 33)
            #expect(luma.elementsEqual((0..<55).map { UInt8($0) }))
            #expect(chroma.elementsEqual((55..<88).map { UInt8($0) }))
        }
    }

    @Test func planesOfACopyAreAligned() throws {
        let source = [UInt8](repeating: 1, count: 88)
        let copy = try source.withUnsafeBytes { try ImageCopy(view($0, .nv12)) }
        copy.withPixels { pixels in
            for plane in pixels.planes { #expect(Int(bitPattern: plane.base) % 64 == 0) }
        }
    }

    @Test func compressedPicturesKeepTheirUsedBytesOnly() throws {
        let source = (0..<88).map { UInt8($0) }
        let copy = try source.withUnsafeBytes { try ImageCopy(view($0, .mjpeg, compressed: 70)) }
        copy.withPixels { pixels in
            #expect(pixels.compressedSize == 70)
            let bytes = UnsafeRawBufferPointer(start: pixels.planes[0].base, count: 70)
            #expect(bytes.elementsEqual(source.prefix(70)))
        }
    }
}
