// SPDX-License-Identifier: MIT
// The table of layouts against memory written out by hand, and the checks before C reads it.

import PrismCore
import Testing

@testable import PrismImage

@Suite struct PixelLayoutTests {
    /// 2×2 pixels: luma 1 2 / 3 4, Cb 50 (51 below or beside), Cr 60 (61); red 7, green 8, blue 9.
    static let memory: [(StaticString, [[UInt8]], [[UInt8]])] = [
        ("NV12", [[1, 2, 3, 4], [50, 60]], [[1, 2, 3, 4], [50], [60]]),
        ("NV21", [[1, 2, 3, 4], [60, 50]], [[1, 2, 3, 4], [50], [60]]),
        ("YU12", [[1, 2, 3, 4], [50], [60]], [[1, 2, 3, 4], [50], [60]]),
        ("YV12", [[1, 2, 3, 4], [60], [50]], [[1, 2, 3, 4], [50], [60]]),
        ("NV16", [[1, 2, 3, 4], [50, 60, 51, 61]], [[1, 2, 3, 4], [50, 51], [60, 61]]),
        ("NV61", [[1, 2, 3, 4], [60, 50, 61, 51]], [[1, 2, 3, 4], [50, 51], [60, 61]]),
        ("YU16", [[1, 2, 3, 4], [50, 51], [60, 61]], [[1, 2, 3, 4], [50, 51], [60, 61]]),
        ("YV16", [[1, 2, 3, 4], [60, 61], [50, 51]], [[1, 2, 3, 4], [50, 51], [60, 61]]),
        ("YUYV", [[1, 50, 2, 60, 3, 51, 4, 61]], [[1, 2, 3, 4], [50, 51], [60, 61]]),
        ("YVYU", [[1, 60, 2, 50, 3, 61, 4, 51]], [[1, 2, 3, 4], [50, 51], [60, 61]]),
        ("UYVY", [[50, 1, 60, 2, 51, 3, 61, 4]], [[1, 2, 3, 4], [50, 51], [60, 61]]),
        ("VYUY", [[60, 1, 50, 2, 61, 3, 51, 4]], [[1, 2, 3, 4], [50, 51], [60, 61]]),
        (
            "YU24", [[1, 2, 3, 4], [50, 51, 52, 53], [60, 61, 62, 63]],
            [[1, 2, 3, 4], [50, 51, 52, 53], [60, 61, 62, 63]]
        ),
        (
            "YV24", [[1, 2, 3, 4], [60, 61, 62, 63], [50, 51, 52, 53]],
            [[1, 2, 3, 4], [50, 51, 52, 53], [60, 61, 62, 63]]
        ),
        ("RG24", [blocks([9, 8, 7])], [[7, 7, 7, 7], [8, 8, 8, 8], [9, 9, 9, 9]]),
        ("BG24", [blocks([7, 8, 9])], [[7, 7, 7, 7], [8, 8, 8, 8], [9, 9, 9, 9]]),
        ("XR24", [blocks([9, 8, 7, 0])], [[7, 7, 7, 7], [8, 8, 8, 8], [9, 9, 9, 9]]),
        ("XB24", [blocks([7, 8, 9, 0])], [[7, 7, 7, 7], [8, 8, 8, 8], [9, 9, 9, 9]]),
        ("AR24", [blocks([9, 8, 7, 0])], [[7, 7, 7, 7], [8, 8, 8, 8], [9, 9, 9, 9]]),
        ("AB24", [blocks([7, 8, 9, 0])], [[7, 7, 7, 7], [8, 8, 8, 8], [9, 9, 9, 9]]),
        ("R8  ", [[1, 2, 3, 4]], [[1, 2, 3, 4]]),
        ("GREY", [[1, 2, 3, 4]], [[1, 2, 3, 4]]),
    ]

    private static func blocks(_ pixel: [UInt8]) -> [UInt8] { pixel + pixel + pixel + pixel }

    @Test func theTableReadsMemoryAsDRMDefinesIt() throws {
        #expect(Self.memory.count == PixelLayout.formats.count)
        for (name, planes, expected) in Self.memory {
            let layout = try #require(PixelLayout(PixelFormat(name)))
            let read = layout.components.indices.map { index in
                let component = layout.components[index]
                let plane = planes[component.plane]
                let samples = layout.samples(of: index, width: 2, height: 2)
                let stride = plane.count / samples.down
                return (0..<samples.down).flatMap { y in
                    (0..<samples.across).map { x in
                        plane[y * stride + component.offset + x * component.step]
                    }
                }
            }
            #expect(read == expected, "\(name)")
        }
    }

    @Test func unknownFormatsAndModifiersAreRefusedByName() throws {
        let tiled = PixelFormat(fourcc: PixelFormat.nv12.fourcc, modifier: 5)
        for format in [PixelFormat("RGGB"), tiled] {
            #expect(!ImageEncoder.supports(format))
            let error = try failure(format, width: 2, height: 2, planes: [(2, 2), (2, 1)])
            #expect(error.code == .unsupported)
            #expect(error.message.contains(format.description))
        }
        #expect(ImageEncoder.supportedFormats.allSatisfy(ImageEncoder.supports))
    }

    @Test(arguments: [
        [(639, 480), (640, 240)], [(640, 479), (640, 240)], [(640, 480), (639, 240)],
        [(640, 480), (640, 239)], [(640, 480)],
    ])
    func planesThatAreTooSmallAreRefused(planes: [(stride: Int, rows: Int)]) throws {
        let error = try failure(.nv12, width: 640, height: 480, planes: planes)
        #expect(error.code == .invalidData)
        #expect(!error.message.contains("\n"))
    }

    @Test(arguments: [(0, 4), (4, 0), (-1, 4), (65501, 1)])
    func sizesThatNoFileHasAreRefused(width: Int, height: Int) throws {
        let error = try failure(.yuyv, width: width, height: height, planes: [(1 << 20, 1)])
        #expect(error.code == .outOfRange)
    }

    @Test(arguments: [
        ImageFormat.jpeg(JPEGOptions(quality: 0)), .jpeg(JPEGOptions(quality: 101)),
        .jpeg(JPEGOptions(restartInterval: 65536)), .png(PNGOptions(compressionLevel: 10)),
        .jpeg(JPEGOptions(thumbnail: ThumbnailOptions(longSide: 8))),
        .jpeg(JPEGOptions(thumbnail: ThumbnailOptions(width: 320, height: 8))),
    ])
    func optionsOutOfRangeAreRefused(format: ImageFormat) throws {
        let file = try TemporaryFile()
        let frame = try TestFrame(.nv12, TestScene(width: 8, height: 8), .sYCC, padding: 0)
        let error = try thrownError {
            try frame.withView {
                try ImageEncoder(format: format).encode($0, metadata: nil, to: file.descriptor)
            }
        }
        #expect(error.code == .outOfRange)
        #expect(try file.bytes().isEmpty)
    }

    @Test func extensionsNameFormats() {
        #expect(ImageFormat(fileExtension: "JPG") == .jpeg(JPEGOptions()))
        #expect(ImageFormat(fileExtension: "jpeg")?.mediaType == "image/jpeg")
        #expect(ImageFormat(fileExtension: "png")?.fileExtension == "png")
        #expect(ImageFormat(fileExtension: "BMP") == .bmp)
        #expect(ImageFormat(fileExtension: "rgb")?.holdsMetadata == false)
        #expect(ImageFormat(fileExtension: "yuv") == .yuv420)
        #expect(ImageFormat(fileExtension: "tiff") == nil)
    }

    /// The error for a view whose planes all lie in one small buffer that must not be read.
    private func failure(
        _ format: PixelFormat, width: Int, height: Int, planes: [(stride: Int, rows: Int)]
    ) throws -> PrismError {
        let file = try TemporaryFile()
        let error = try thrownError {
            try [UInt8(0)].withUnsafeBytes { bytes in
                let base = try #require(bytes.baseAddress)
                let view = PixelView(
                    format: format, width: width, height: height, colorSpace: .sYCC,
                    planes: planes.map { .init(base: base, stride: $0.stride, rows: $0.rows) })
                _ = try ImageEncoder(format: .jpeg(JPEGOptions())).encode(
                    view, metadata: nil, to: file.descriptor)
            }
        }
        return error
    }
}
