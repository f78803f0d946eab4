// SPDX-License-Identifier: MIT
// Times are exact nanoseconds or refused; the table has every text that others read wrongly.

import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct DurationReaderTests {
    @Test(
        arguments: [
            ("1/50", 20_000_000), ("1/3", 333_333_333), ("2/3", 666_666_667), ("1/60s", 16_666_667),
            ("1/2.5", 400_000_000), ("1/3ms", 333_333), ("3/2", 1_500_000_000), ("0/5", 0),
            ("10ms", 10_000_000), ("10 ms", 10_000_000), ("250us", 250_000), ("250µs", 250_000),
            ("250μs", 250_000), ("1ns", 1), ("0.5s", 500_000_000), ("0.000000001s", 1),
            ("1.000000000000s", 1_000_000_000), ("200s", 200_000_000_000), ("10 s", 10_000_000_000),
            ("1s ", 1_000_000_000),
            ("2m", 120_000_000_000), ("2min", 120_000_000_000), ("5sec", 5_000_000_000),
            ("1h30m", 5_400_000_000_000), ("1h 30m", 5_400_000_000_000), ("1hr", 3_600_000_000_000),
            ("1d2h3m4s5ms6us7ns", 93_784_005_006_007), ("1m0.5s", 60_500_000_000), ("0", 0),
            ("106751d", 9_223_286_400_000_000_000), ("9223372036854775807ns", Int64.max),
        ] as [(String, Int64)])
    func aTimeIsReadExactly(text: String, nanoseconds: Int64) throws {
        let duration = try DurationReader.read(text)
        #expect(duration == .nanoseconds(nanoseconds))
        #expect(duration.wholeNanoseconds == nanoseconds)
    }

    @Test(
        arguments: [
            ("20000", TimeUnit.microsecond, 20_000_000), ("0.5", .microsecond, 500),
            ("5", .millisecond, 5_000_000), ("5s", .millisecond, 5_000_000_000),
        ] as [(String, TimeUnit, Int64)])
    func aBareNumberTakesTheUnitOfItsOption(text: String, unit: TimeUnit, nanoseconds: Int64) throws
    {
        #expect(try DurationReader.read(text, bareUnit: unit) == .nanoseconds(nanoseconds))
    }

    @Test(arguments: [
        ("10", "unit is missing"), ("10parsecs", "unknown unit \"parsecs\""),
        ("10S", "unknown unit"),
        ("10M", "unknown unit"), ("1w", "ns, us, ms, s, m, h or d"), ("", "not a time"),
        ("-1s", "not a time"), ("+1s", "not a time"), ("s", "not a time"), ("1.s", "not a time"),
        (".5s", "not a time"), ("1e3s", "unknown unit"), ("0x10s", "unknown unit"),
        ("1/0", "divisor is 0"), ("1/0s", "divisor is 0"), ("1/", "not a time"),
        ("1/50s2ms", "nothing can follow"), ("1/5/5", "not a time"), ("30m1h", "large to small"),
        ("1s1s", "large to small"), ("1.5h30m", "last number"), ("1h30", "unit is missing"),
        ("0.5ns", "finer than a nanosecond"), ("1/3000000000", "finer than a nanosecond"),
        ("9223372036854775808ns", "not a time"), ("106752d", "too long"),
        ("106751d24h", "too long"),
        ("999999999999999999/0.000000000000000001", "too long"), ("1\u{301}s", "not a time"),
    ])
    func whatIsNotExactOrNotUnderstoodIsRefused(text: String, part: String) {
        let error = prismError { try DurationReader.read(text) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func everyWholeNumberOfEveryUnitSurvivesRandomTexts() throws {
        var random = RandomText(
            seed: 11,
            pieces: [
                "0", "1", "9", "25", ".", "/", " ", "s", "ms", "h", "m", "ns", "us", "d", "-", "é",
            ])
        var accepted = 0
        for _ in 0..<50_000 {
            guard let duration = try? DurationReader.read(random.text(upTo: 10)) else { continue }
            accepted += 1
            #expect(duration >= .zero)
            let again = try DurationReader.read("\(duration.wholeNanoseconds)ns")
            #expect(again == duration)
        }
        #expect(accepted > 1_000)
        for unit in TimeUnit.allCases {
            for name in unit.names {
                for number in [1, 7, 999] {
                    let expected = Duration.nanoseconds(Int64(number) * unit.nanoseconds)
                    #expect(try DurationReader.read("\(number)\(name)") == expected)
                }
            }
        }
    }
}
