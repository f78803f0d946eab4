// SPDX-License-Identifier: MIT
// Names, metadata and lines about frames, exactly as scripts expect them.

import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct CompatNamingTests {
    private func naming(_ words: String...) throws(PrismError) -> CompatNaming {
        let arguments = try CompatReader.read(words, for: .still) {
            (_: String) throws(PrismError) in ""
        }
        return try CompatNaming(arguments)
    }

    @Test(arguments: [
        ("a%04d.jpg", "a0007.jpg"), ("a%d.jpg", "a7.jpg"), ("a%3d", "a  7"), ("100%%-%u", "100%-7"),
        ("a.jpg", "a.jpg"), ("é%02i", "é07"),
    ])
    func aNumberIsFilledInAsPrintfDoes(pattern: String, name: String) throws {
        #expect(try CompatPattern(pattern).path(7) == name)
    }

    @Test(arguments: ["%s", "%", "%04", "%d%d", "%-4d", "%99999d", "%ld", "a\0b"])
    func otherPlacesAreRefused(pattern: String) {
        #expect(prismError { try CompatPattern(pattern) }?.code == .usage)
    }

    @Test func randomNamesAreFilledOrRefused() throws {
        var random = RandomText(
            seed: 12,
            pieces: ["%", "d", "0", "9", "4", "u", "i", "s", "-", "/", ".jpg", "é", "\0", "a"])
        for _ in 0..<20_000 {
            let text = random.text(upTo: 9)
            guard let pattern = try? CompatPattern(text) else { continue }
            #expect(pattern.hasNumber == (pattern.path(1) != pattern.path(2)))
            #expect(!pattern.path(1).contains("\0"))
        }
    }

    @Test func theCounterStartsAndWraps() throws {
        let naming = try naming("-o", "%03d.jpg", "--framestart", "8", "--wrap", "10")
        #expect(
            [0, 1, 2, 3].map { naming.path($0, at: 0) } == [
                "008.jpg", "009.jpg", "000.jpg", "001.jpg",
            ])
        #expect(naming.isVarying)
        #expect(try !self.naming("-o", "a.jpg").isVarying)
    }

    @Test func datesAndSecondsFollowTheBeginning() throws {
        #expect(
            try naming("-o", "p/", "--timestamp").path(0, at: 1_700_000_000_500_000_000)
                == "p/1700000000.jpg")
        let dated = try naming("-o", "p/", "--datetime", "-e", "png").path(
            0, at: 1_700_000_000_000_000_000)
        #expect(dated.hasSuffix(".png") && dated.utf8.count == "p/1114221320.png".utf8.count)
        #expect(CompatNaming.numbered("p/1.jpg", 2) == "p/1-2.jpg")
        #expect(prismError { try naming("-o", "a", "--datetime", "--timestamp") }?.code == .usage)
        #expect(prismError { try naming("-n") }?.message.contains("--output") == true)
    }

    @Test func textMetadataAreWhatProgramsScanFor() {
        let values: [String: ControlValue] = [
            "ExposureTime": .integer(20_000), "ColourGains": .numbers([1.5, 2.25]),
            "AnalogueGain": .number(2), "AeLocked": .bool(true),
            "ScalerCrop": .rectangle(SensorRectangle(x: 1, y: 2, width: 3, height: 4)),
            "SensorTemperature": .number(-3.25), "SensorBlackLevels": .integers([4096, 4096]),
        ]
        #expect(
            CompatMetadata.text(values, .txt) == """
                AeLocked=true
                AnalogueGain=2.000000
                ColourGains=[ 1.500000, 2.250000 ]
                ExposureTime=20000
                ScalerCrop=(1, 2)/3x4
                SensorBlackLevels=[ 4096, 4096 ]
                SensorTemperature=-3.250000

                """)
        #expect(
            CompatMetadata.text(values, .json).hasPrefix(
                "{\n    \"AeLocked\": true,\n    \"AnalogueGain\": 2.0,\n    \"ColourGains\": [ 1.5, 2.25 ],\n"
            ))
        #expect(CompatMetadata.text(["A": .integer(1)], .jsonl) == "{\"A\":1}\n")
    }

    @Test func theLineAboutAFrameFillsEachPlaceOnce() {
        var metadata = FrameMetadata()
        metadata.sequence = 12
        metadata.exposureTime = 20_000_000
        metadata.analogueGain = 2
        metadata.autoFocus = .focused
        let text = CompatInfoText.fill(
            "#%frame (%fps fps) exp %exp ag %ag %lp %afstate %ag", metadata, fps: 29.999)
        #expect(text == "#12 (30.00 fps) exp 20000.00 ag 2.00  focused %ag")
    }
}
