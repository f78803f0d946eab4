// SPDX-License-Identifier: MIT
// Kinds of JPEG and PNG that we never write, made by the usual tools.

import PrismCore
import Testing

@testable import PrismImage

@Suite struct ForeignFileTests {
    static let scene = TestScene(width: 61, height: 47)

    /// What `tool` makes of an anymap.
    static func make(
        _ tool: JudgeTool, _ arguments: [String], channels: Int = 3, samples: [Int],
        largest: Int = 255
    ) throws -> [UInt8] {
        let source = try TemporaryFile()
        try source.write(
            Anymap.file(
                width: scene.width, height: scene.height, channels: channels, samples: samples,
                largest: largest))
        let made = try tool.run(arguments + [source.path])
        try #require(made.status == 0, "\(made.errors)")
        return [UInt8](made.output)
    }

    @Test(
        .needs(.cjpeg), .needs(.djpeg),
        arguments: [
            ["-progressive"], ["-grayscale"], ["-rgb"], ["-arithmetic"], ["-restart", "2B"],
            ["-sample", "2x1"], ["-sample", "1x1", "-progressive"], ["-quality", "3", "-baseline"],
        ])
    func everyKindOfJPEGDecodesAsDjpegDecodesIt(options: [String]) throws {
        let bytes = try Self.make(.cjpeg, options, samples: Self.scene.pixels.map(Int.init))
        let file = try TemporaryFile()
        try file.write(bytes)
        let judged = try JudgeTool.djpeg.run(["-rgb", "-pnm", file.path])
        let expected = try #require(Anymap(judged.output))
        #expect(try ImageDecoder().decode(path: file.path).pixels == expected.samples)
    }

    @Test(.needs(.cjpeg)) func anEndlessProgressiveFileIsRefused() throws {
        let bytes = try Self.make(
            .cjpeg, ["-progressive"], samples: Self.scene.pixels.map(Int.init))
        let (scan, end) = try bytes.withUnsafeBytes { data in
            let segments = try #require(JPEGSegments(data))
            return (segments.scan, try #require(segments.end(in: data)))
        }
        let scans = bytes[scan..<end - 2]
        let repeated = bytes[..<scan] + (0..<200).flatMap { _ in scans } + bytes[(end - 2)...]
        let error = try thrownError { try ImageDecoder().decode(Array(repeated), name: "bomb") }
        #expect(error.code == .invalidData)
    }

    @Test(.needs(.pnmtopng), arguments: [[], ["-interlace"]] as [[String]])
    func everyKindOfPNGDecodesToItsPixels(options: [String]) throws {
        let colors = Self.scene.pixels.map(Int.init)
        let greys = Self.scene.grey.map(Int.init)
        let few = colors.map { $0 / 64 * 85 }
        let kinds: [(channels: Int, samples: [Int], scale: Int)] = [
            (3, colors, 1), (1, greys, 1), (3, few, 1), (1, greys.map { $0 / 128 * 255 }, 1),
            (3, colors, 257), (1, greys, 257),
        ]
        for kind in kinds {
            let bytes = try Self.make(
                .pnmtopng, options, channels: kind.channels,
                samples: kind.samples.map { $0 * kind.scale }, largest: 255 * kind.scale)
            let expected = kind.samples.flatMap {
                [UInt8](repeating: UInt8($0), count: kind.channels == 3 ? 1 : 3)
            }
            #expect(try ImageDecoder().decode(bytes, name: "made").pixels == expected)
        }
    }

    @Test(.needs(.pnmtopng)) func transparencyIsLaidOverBlack() throws {
        let alpha = (0..<Self.scene.width * Self.scene.height).map { $0 % 256 }
        let mask = try TemporaryFile()
        try mask.write(
            Anymap.file(
                width: Self.scene.width, height: Self.scene.height, channels: 1, samples: alpha,
                largest: 255))
        let bytes = try Self.make(
            .pnmtopng, ["-alpha=\(mask.path)"], samples: Self.scene.pixels.map(Int.init))
        let picture = try ImageDecoder().decode(bytes, name: "made")
        let expected = Self.scene.pixels.indices.map {
            UInt8((Int(Self.scene.pixels[$0]) * alpha[$0 / 3] + 127) / 255)
        }
        #expect(Distance(picture.pixels, expected).largest <= 1)
    }
}
