// SPDX-License-Identifier: MIT
// Amounts that other camera programs read wrongly, without a word: each is exact here, or refused.

import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct PeerUnitsTests {
    @Test(
        arguments: [
            ("10M", 10_000_000), ("10Mbps", 10_000_000), ("10m", 10_000_000),
            ("10mbps", 10_000_000), ("800k", 800_000), ("800K", 800_000), ("800kbps", 800_000),
            ("1.5Gbps", 1_500_000_000), ("7bps", 7), ("7b", 7), ("0.5 k", 500), ("0", 0),
        ] as [(String, Int64)])
    func aBitRateIsReadExactly(text: String, rate: Int64) throws {
        #expect(try BitRate.read(text) == rate)
    }

    @Test(
        arguments: [
            ("10", "the unit is missing"), ("10MB", "unknown unit"), ("10Mibps", "unknown unit"),
            ("10Mbit", "unknown unit"), ("", "not a bit rate"), ("-1M", "not a bit rate"),
            ("0.0001k", "not a whole number"), ("99999999999Gbps", "too much"),
            ("M", "not a bit rate"),
        ] as [(String, String)])
    func aBitRateThatIsNotUnderstoodIsRefused(text: String, part: String) {
        let error = prismError { try BitRate.read(text) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func aBareBitRateIsTakenOnlyWhereAsked() throws {
        #expect(try BitRate.read("1000000", allowsBare: true) == 1_000_000)
    }

    /// The time-lapse intervals and shutters that become 1 ms, 5 ms, 199 999 995 µs, 1 µs and "automatic"
    /// elsewhere.
    @Test(
        arguments: [
            ("1h", 3_600_000_000_000), ("5m", 300_000_000_000), ("10 s", 10_000_000_000),
            ("1h30m", 5_400_000_000_000), ("10ms", 10_000_000), ("200s", 200_000_000_000),
            ("1/50", 20_000_000), ("0.5s", 500_000_000), ("1hr", 3_600_000_000_000),
        ] as [(String, Int64)])
    func aTimeIsReadExactly(text: String, nanoseconds: Int64) throws {
        #expect(
            try DurationReader.read(text, bareUnit: .microsecond).wholeNanoseconds == nanoseconds)
    }

    @Test(arguments: ["1x", "5mn", "10 seconds", "1H", "1/50x", "10kHz", "5 s 1"])
    func anUnknownUnitOfTimeIsRefused(text: String) {
        let error = prismError { try DurationReader.read(text, bareUnit: .millisecond) }
        #expect(error?.code == .usage)
    }

    @Test func halfAMicrosecondIsNotNothing() throws {
        let time = try DurationReader.read("0.5", bareUnit: .microsecond)
        #expect(time == .nanoseconds(500))
    }

    @Test(
        arguments: [
            ("50Hz", 10_000_000), ("60Hz", 8_333_333), ("60 Hz", 8_333_333), ("16.7Hz", 29_940_120),
            ("10000us", 10_000_000), ("8333us", 8_333_000), ("off", 0), ("0", 0),
        ] as [(String, Int64)])
    func lampsFlickerTwiceAPeriodOfTheMains(text: String, nanoseconds: Int64) throws {
        #expect(try FlickerPeriod.read(text).wholeNanoseconds == nanoseconds)
    }

    @Test(arguments: ["", "Hz", "0Hz", "-50Hz", "50hz", "50kHz", "5e1Hz", "99999999999999Hz"])
    func aFlickerThatIsNoneIsRefused(text: String) {
        #expect(prismError { try FlickerPeriod.read(text) }?.code == .usage)
    }
}
