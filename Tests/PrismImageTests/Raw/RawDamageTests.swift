// SPDX-License-Identifier: MIT
// Raw files cut short, hostile directories, full disks: a typed error and nothing else.

import Foundation
import Glibc
import PrismCore
import PrismTesting
import Testing

@testable import PrismImage

@Suite struct RawDamageTests {
    private static let allowed: Set<PrismError.Code> = [
        .invalidData, .unsupported, .outOfRange, .noMemory,
    ]

    private static func wholeFile(width: Int = 64, height: Int = 48) throws -> [UInt8] {
        let file = try TemporaryFile(suffix: ".dng")
        _ = try TestMosaic.write(TestMosaic.image(width: width, height: height), to: file)
        return try file.bytes()
    }

    /// Reads bytes as a file; false for an error that says one line.
    private static func survives(_ bytes: [UInt8]) throws -> Bool {
        let file = try TemporaryFile(suffix: ".dng")
        try file.write(bytes)
        do throws(PrismError) {
            let image = try RawReader(mostPixels: 1 << 22).read(file.path)
            #expect(TestMosaic.samples(of: image).count == image.width * image.height)
            return true
        } catch {
            #expect(allowed.contains(error.code), "\(error)")
            #expect(error.message.contains(file.path) && !error.message.contains("\n"))
            return false
        }
    }

    @Test func aFileCutAtEvery4KiBIsRefused() throws {
        let whole = try Self.wholeFile(width: 400, height: 300)
        #expect(try Self.survives(whole))
        for count in stride(from: 0, to: whole.count, by: 4096) {
            let isRead = try Self.survives(Array(whole[..<count]))
            #expect(!isRead, "\(count) of \(whole.count) bytes")
        }
        #expect(try !Self.survives(Array(whole.dropLast())))
    }

    @Test func aCutFileIsSaidToBeCut() throws {
        let file = try TemporaryFile(suffix: ".dng")
        try file.write(Array(Self.wholeFile(width: 400, height: 300).dropLast(100_000)))
        let error = try thrownError { try RawReader().read(file.path) }
        #expect(error.code == .invalidData && error.message.contains("it ends before"), "\(error)")
    }

    @Test func hostileDirectoriesAreRefusedOrRead() throws {
        var random = SeededGenerator(seed: 20_261_130)
        let whole = try Self.wholeFile()
        let header = whole.count - 64 * 48 * 2
        var refused = 0
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let at = Int.random(in: 0..<header, using: &random)
                bytes[at] =
                    [0, 0xFF, 0x7F, UInt8.random(in: 0...255, using: &random)]
                    .randomElement(using: &random) ?? 0
            }
            if try !Self.survives(bytes) { refused += 1 }
        }
        #expect(refused > 100)
    }
}
