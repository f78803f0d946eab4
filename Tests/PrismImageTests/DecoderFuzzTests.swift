// SPDX-License-Identifier: MIT
// Damaged files in large numbers: an error or a whole picture, and never anything else.

import PrismCore
import PrismTesting
import Testing

@testable import PrismImage

@Suite struct DecoderFuzzTests {
    static let decoder = ImageDecoder(maximumPixels: 1 << 20)

    /// A copy with bytes changed, cut out, doubled, or cut off.
    static func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            // Headers are where a parser decides; hit them half of the time.
            let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 700)
            let at = Int.random(in: 0..<reach, using: &random)
            let end = min(bytes.count, at + Int.random(in: 1...40, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes.removeSubrange(at..<end)
            case 1: bytes.insert(contentsOf: bytes[at..<end], at: at)
            case 2: bytes.removeSubrange(max(at, bytes.count / 2)...)
            case 3: bytes[at] = [0, 0xFF, 0x7F, 0x80].randomElement(using: &random) ?? 0
            default: bytes[at] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return bytes
    }

    /// Decodes; true for a picture, false for an error that says one line.
    static func survives(_ bytes: [UInt8]) -> Bool {
        switch Result(catching: { () throws(PrismError) in
            try decoder.decode(bytes, name: "fuzzed")
        }) {
        case .success(let picture):
            #expect(picture.pixels.count == picture.width * picture.height * 3)
            return true
        case .failure(let error):
            #expect([.invalidData, .outOfRange, .noMemory].contains(error.code), "\(error)")
            #expect(!error.message.isEmpty && !error.message.contains("\n"))
            return false
        }
    }

    @Test(arguments: [
        ImageFormat.jpeg(JPEGOptions(quality: 60, thumbnail: ThumbnailOptions(longSide: 16))),
        .jpeg(JPEGOptions(quality: 95, restartInterval: 3)), .png(PNGOptions()),
    ])
    func damagedFilesAreRefusedOrDecoded(format: ImageFormat) throws {
        var random = SeededGenerator(seed: 20_240_229)
        let frame = try TestFrame(.yuv420, TestScene(width: 61, height: 43), .sYCC, padding: 0)
        let whole = try Encoded.bytes(frame, format, metadata: Encoded.fullMetadata)
        #expect(Self.survives(whole))
        var refused = 0
        for _ in 0..<3000 where !Self.survives(Self.mutate(whole, &random)) { refused += 1 }
        #expect(refused > 1000)
    }

    @Test func randomBytesAfterAMagicNumberAreRefused() {
        var random = SeededGenerator(seed: 3)
        for magic in [[0xFF, 0xD8, 0xFF], PNGChunks.signature] {
            for _ in 0..<500 {
                let noise = (0..<Int.random(in: 0...300, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                #expect(!Self.survives(magic + noise))
            }
        }
    }

    @Test func parsersOfOrientationsTrustNothing() throws {
        var random = SeededGenerator(seed: 4)
        let block = try ExifBlock.make(
            Encoded.fullMetadata, width: 1, height: 1, container: .jpeg, thumbnail: nil)
        let tiff = Array(block.dropFirst(JPEGSegments.exifPrefix.count))
        #expect(ExifOrientationReader.orientation(inTIFF: tiff) == .right)
        for count in tiff.indices {
            let cut = ExifOrientationReader.orientation(inTIFF: tiff[..<count])
            #expect(cut == .up || cut == .right)
        }
        var found = Set<ImageOrientation>()
        for _ in 0..<20_000 {
            found.insert(ExifOrientationReader.orientation(inTIFF: Self.mutate(tiff, &random)))
        }
        #expect(found.contains(.up) && found.contains(.right))
        #expect(
            ExifOrientationReader.orientation(inTIFF: Self.bigEndianTIFF) == .left)
    }

    /// One directory with an orientation of 8, as Motorola byte order has it.
    static let bigEndianTIFF: [UInt8] =
        Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 8, 0, 0, 0, 0, 0, 0]
}
