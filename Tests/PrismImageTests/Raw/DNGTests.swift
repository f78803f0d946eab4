// SPDX-License-Identifier: MIT
// DNG files, judged by exiftool and read back by libraw.

import Foundation
import Glibc
import PrismCore
import Testing

@testable import PrismImage

@Suite struct DNGTests {
    @Test(arguments: BayerOrder.allCases) func aMosaicComesBackAsItWas(order: BayerOrder) throws {
        let file = try TemporaryFile(suffix: ".dng")
        let image = try TestMosaic.image(facts: TestMosaic.facts(order))
        let info = try TestMosaic.write(image, to: file)
        #expect(try file.bytes().count == info.bytes)
        let back = try RawReader().read(file.path)
        #expect(TestMosaic.samples(of: back) == TestMosaic.samples(of: image))
        #expect(back.facts.order == order)
        #expect(back.facts.bits == 12)
        #expect(back.facts.black == image.facts.black)
        #expect(back.facts.white == image.facts.white)
        #expect(back.facts.noise == image.facts.noise)
        #expect(back.facts.defaultCrop == image.facts.defaultCrop)
        #expect(back.facts.baselineExposure == 2.5)
        let neutral = try #require(back.facts.asShotNeutral)
        let apart = neutral - SIMD3(0.5, 1, 0.625)
        #expect((apart * apart).sum() < 1e-12)
        let matrix = try #require(back.facts.colorMatrix)
        let asked = try #require(image.facts.colorMatrix)
        let same = zip(matrix.values, asked.values).allSatisfy { abs($0 - $1) < 1e-6 }
        #expect(same)
        #expect(matrix.illuminant == 21)
        #expect(back.facts.photo.orientation == .right)
        #expect(back.facts.photo.exposureTime == image.facts.photo.exposureTime)
        #expect(back.facts.photo.isoSpeed == image.facts.photo.isoSpeed)
        #expect(back.facts.photo.make == image.facts.photo.make)
        #expect(back.facts.photo.model == image.facts.photo.model)
    }

    @Test(.needs(.exiftool)) func exiftoolFindsNothingToComplainOf() throws {
        let file = try TemporaryFile(suffix: ".dng")
        _ = try TestMosaic.write(TestMosaic.image(), to: file)
        let told = try JudgeTool.exiftool.run(["-validate", "-warning", "-error", "-a", file.path])
        let text = String(decoding: told.output, as: UTF8.self)
        #expect(text.contains(": OK") && !text.contains("Warning"), "\(text)")
    }

    @Test(.needs(.exiftool)) func exiftoolCanEditIt() throws {
        let file = try TemporaryFile(suffix: ".dng")
        let image = try TestMosaic.image()
        _ = try TestMosaic.write(image, to: file)
        let edit = ["-q", "-overwrite_original", "-Artist=Somebody", "-ISO=100", file.path]
        #expect(try JudgeTool.exiftool.run(edit).status == 0)
        let told = try JudgeTool.exiftool.run(["-validate", "-warning", "-a", file.path])
        #expect(String(decoding: told.output, as: UTF8.self).contains(": OK"))
        let back = try RawReader().read(file.path)
        #expect(TestMosaic.samples(of: back) == TestMosaic.samples(of: image))
        #expect(back.facts.noise == image.facts.noise && back.facts.black == image.facts.black)
        #expect(back.facts.photo.isoSpeed == 100)
    }

    @Test(.needs(.exiftool)) func exiftoolReadsTheSameValues() throws {
        let file = try TemporaryFile(suffix: ".dng")
        _ = try TestMosaic.write(TestMosaic.image(facts: TestMosaic.facts(.bggr)), to: file)
        let names = [
            "BlackLevel", "WhiteLevel", "AsShotNeutral", "DefaultCropOrigin", "DefaultCropSize",
            "BaselineExposure", "NoiseProfile", "CFAPattern2", "Orientation", "ExposureTime",
        ]
        let told = try JudgeTool.exiftool.run(
            ["-s3", "-n"] + names.map { "-\($0)" } + [file.path])
        let lines = String(decoding: told.output, as: UTF8.self).split(separator: "\n")
        #expect(
            lines.map(String.init) == [
                "384.5 192 320.25 256", "4095", "0.5 1 0.625", "4 6", "40 30", "2.5",
                "0.001 1e-06 0.002 2e-06 0.003 3e-06", "2 1 1 0", "6", "0.008333",
            ])
    }

    @Test func aFullDiskIsReported() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let error = try thrownError {
            try DNGEncoder().encode(TestMosaic.image(), to: full)
        }
        #expect(error.code == .diskFull)
    }

    @Test func oddMosaicsAndFactsAreRefused() throws {
        let samples = RawSamples([UInt16](repeating: 0, count: 16))
        let good = RawFacts(order: .rggb, bits: 10, black: 64, white: 1023)
        #expect(throws: PrismError.self) {
            try RawImage(samples, width: 5, height: 4, facts: good)
        }
        for change in [{ $0.white = 63 }, { $0.bits = 4 }, { $0.baselineExposure = .nan }]
            as [(inout RawFacts) -> Void]
        {
            var facts = good
            change(&facts)
            #expect(throws: PrismError.self) {
                try RawImage(samples, width: 4, height: 4, facts: facts)
            }
        }
    }
}
