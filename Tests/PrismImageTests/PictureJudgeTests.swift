// SPDX-License-Identifier: MIT
// Every format we write as Pillow and ImageMagick see it; they have decoders of their own.

import Foundation
import PrismCore
import Testing

@testable import PrismImage

@Suite struct PictureJudgeTests {
    /// Prints format, size, size when shown upright, and the largest and mean difference from raw pixels.
    private static let script = """
        import sys
        from PIL import Image, ImageOps, ImageChops, ImageStat
        picture = Image.open(sys.argv[1]); picture.load()
        shown = ImageOps.exif_transpose(picture).convert('RGB')
        width, height = int(sys.argv[3]), int(sys.argv[4])
        truth = Image.frombytes('RGB', (width, height), open(sys.argv[2], 'rb').read())
        mean = max(ImageStat.Stat(ImageChops.difference(shown, truth)).mean)
        print(picture.format, shown.size == (width, height), mean < 3)
        """

    /// A Python with Pillow; nil where none can be made, as without a network.
    private static let python: String? = {
        let process = Process()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../..").standardized
        process.executableURL = root.appendingPathComponent("Packaging/python-judges")
        process.arguments = ["pictures"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0
            ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }()

    static let formats: [ImageFormat] = [
        .jpeg(JPEGOptions(quality: 97, restartInterval: 4, thumbnail: ThumbnailOptions())),
        .png(PNGOptions()), .bmp,
    ]

    /// A file that lies turned, and the pixels that a viewer should show.
    private func picture(
        _ format: ImageFormat, _ orientation: ImageOrientation, turns: Bool
    ) throws -> (file: TemporaryFile, truth: TemporaryFile, width: Int, height: Int) {
        let scene = TestScene(width: 96, height: 64)
        var metadata = Encoded.fullMetadata
        metadata.orientation = orientation
        let file = try TemporaryFile(suffix: "." + format.fileExtension)
        let frame = try TestFrame(.yuv420, scene, .sYCC, padding: 0)
        _ = try frame.withView {
            try ImageEncoder(format: format, turnsPixels: turns).encode(
                $0, metadata: metadata, to: file.descriptor)
        }
        let truth = try TemporaryFile()
        try truth.write(
            Turning.upright(scene.pixels, width: 96, height: 64, orientation: orientation))
        let swaps = orientation.swapsSides
        return (file, truth, swaps ? 64 : 96, swaps ? 96 : 64)
    }

    @Test(.enabled(if: python != nil, "needs Pillow"), arguments: formats, [false, true])
    func pillowShowsItUpright(format: ImageFormat, turns: Bool) throws {
        for orientation in ImageOrientation.allCases {
            let made = try picture(format, orientation, turns: turns)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: try #require(Self.python))
            process.arguments = [
                "-c", Self.script, made.file.path, made.truth.path, "\(made.width)",
                "\(made.height)",
            ]
            let output = Pipe()
            process.standardOutput = output
            try process.run()
            let bytes = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.hasSuffix(" True True\n"), "\(orientation): \(text)")
        }
    }

    private static let identify = ["/usr/bin/identify", "/usr/local/bin/identify"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test(.enabled(if: identify != nil, "needs ImageMagick"), arguments: formats)
    func imageMagickKnowsTheFormat(format: ImageFormat) throws {
        let made = try picture(format, .up, turns: false)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(Self.identify))
        process.arguments = ["-regard-warnings", "-format", "%m %w %h", made.file.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let name = ["jpg": "JPEG", "png": "PNG", "bmp": "BMP"][format.fileExtension] ?? ""
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix(name))
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("96 64"))
    }
}
