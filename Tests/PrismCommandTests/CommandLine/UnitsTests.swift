// SPDX-License-Identifier: MIT
// Frame rates, sizes, bytes and plain numbers: what is read, what is refused.

import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct UnitsTests {
    @Test(
        arguments: [
            ("30", 33_333_333), ("29.97", 33_366_700), ("30000/1001", 33_366_667),
            ("120fps", 8_333_333),
            ("0.2", 5_000_000_000), ("1/10", 10_000_000_000), ("1000", 1_000_000),
        ] as [(String, Int64)])
    func aFrameRateBecomesItsFrameDuration(text: String, nanoseconds: Int64) throws {
        #expect(try FrameRate(text).frameDuration == .nanoseconds(nanoseconds))
    }

    @Test(arguments: [
        "", "0", "-30", "30 fps", "30Hz", "fast", "1/0", "0/1", "2000000", "0.0001", "1e2",
    ])
    func aTextThatIsNoFrameRateIsRefused(text: String) {
        let error = prismError { try FrameRate(text) }
        #expect(error?.code == .usage)
    }

    @Test(arguments: ["0", "2000000", "0.0001", "0/1"])
    func aFrameRateBeyondItsRangeNamesTheRange(text: String) {
        let error = prismError { try FrameRate(text) }
        #expect(error?.message.contains("from 1/3600 to 1000000") == true)
    }

    @Test func aSizeHasTwoSides() throws {
        let size = try PictureSize("1920x1080")
        #expect(size.width == 1920 && size.height == 1080)
        for text in [
            "", "1920", "x", "1920x", "1920x1080x3", "0x0", "65536x2", "1920X1080", "-2x2",
        ] {
            #expect(throws: PrismError.self) { try PictureSize(text) }
        }
    }

    @Test(
        arguments: [
            ("0", 0), ("1B", 1), ("500M", 500_000_000), ("500MB", 500_000_000),
            ("2 GB", 2_000_000_000),
            ("1.5k", 1_500), ("1K", 1_000), ("1Ki", 1_024), ("2GiB", 2_147_483_648), ("0.5Ki", 512),
            ("9T", 9_000_000_000_000),
        ] as [(String, Int64)])
    func bytesAreReadExactly(text: String, bytes: Int64) throws {
        #expect(try ByteCount.read(text) == bytes)
    }

    @Test(arguments: [
        ("500", "unit is missing"), ("500X", "unknown unit"), ("500Mb", "unknown unit"),
        ("500Mbps", "unknown unit"), ("500m", "unknown unit"), ("0.5B", "not a whole number"),
        ("99999999999T", "too much"), ("", "not an amount"), ("-1M", "not an amount"),
        ("1BB", "unknown unit"),
    ])
    func anAmountThatIsNotUnderstoodIsRefused(text: String, part: String) {
        let error = prismError { try ByteCount.read(text) }
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (12_345_678, "12.3 MB"),
            (2_000_000_000, "2.0 GB"), (Int64.max, "9223372.0 TB"),
        ] as [(Int64, String)])
    func bytesAreShownInOneUnit(bytes: Int64, text: String) {
        #expect(ByteCount.text(bytes) == text)
    }

    @Test func numbersKeepToTheirRange() throws {
        #expect(try NumberReader.whole("93", in: 1...100) == 93)
        #expect(try NumberReader.decimal("-0.5", in: -8...8) == -0.5)
        #expect(try NumberReader.pair("1.8,1.5", in: 0...32) == (1.8, 1.5))
        for text in ["", "0", "101", "1.5", "+5", " 5", "5 ", "0x5", "٣", "99999999999999999999"] {
            #expect(throws: PrismError.self) { try NumberReader.whole(text, in: 1...100) }
        }
        for text in ["", "-", "--1", "9", "nan", "inf", "1e0", "0x1p0", "1,0"] {
            #expect(throws: PrismError.self) { try NumberReader.decimal(text, in: -8...8) }
        }
        for text in ["", "1", "1,", ",1", "1,2,3", "1;2", "33,1"] {
            #expect(throws: PrismError.self) { try NumberReader.pair(text, in: 0...32) }
        }
    }

    @Test func randomTextsNeverCrashAReader() {
        var random = RandomText(
            seed: 5,
            pieces: [
                "0", "9", "123456789", ".", "/", "x", "M", "i", "B", "-", ",", "fps", "Hz", "bps",
                "off", "🎞",
            ])
        for _ in 0..<20_000 {
            let text = random.text(upTo: 8)
            if let rate = try? FrameRate(text) { #expect(rate.frameDuration > .zero) }
            if let size = try? PictureSize(text) { #expect(size.width >= 2 && size.height >= 2) }
            if let bytes = try? ByteCount.read(text) { #expect(bytes >= 0) }
            if let rate = try? BitRate.read(text) { #expect(rate >= 0) }
            if let period = try? FlickerPeriod.read(text) { #expect(period >= .zero) }
            if let pair = try? NumberReader.pair(text, in: 0...32) { #expect(pair.0 <= 32) }
        }
    }
}
