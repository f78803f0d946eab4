// SPDX-License-Identifier: MIT
// Dates, fractions and sensitivities without any file.

import PrismCore
import Testing

@testable import PrismImage

@Suite struct PhotoMetadataTests {
    @Test(arguments: [
        (0, 0, "1970:01:01 00:00:00", "000000", "+00:00"),
        (-1, 0, "1969:12:31 23:59:59", "999999", "+00:00"),
        (951_782_399_999_999_999, 0, "2000:02:28 23:59:59", "999999", "+00:00"),
        (951_782_400_000_000_000, 0, "2000:02:29 00:00:00", "000000", "+00:00"),
        (4_107_542_400_000_000_000, 0, "2100:03:01 00:00:00", "000000", "+00:00"),
        (1_735_689_599_000_001_000, -34_200, "2024:12:31 14:29:59", "000001", "-09:30"),
        (1_735_689_599_000_000_000, 3600, "2025:01:01 00:59:59", "000000", "+01:00"),
    ])
    func datesAreWrittenInLocalTime(
        nanoseconds: Int64, offset: Int, date: String, subSecond: String, zone: String
    ) {
        let value = PhotoDate(nanosecondsSince1970: nanoseconds, utcOffset: offset)
        #expect(value.exifDate == date)
        #expect(value.exifSubSecond == subSecond)
        #expect(value.exifOffset == zone)
    }

    @Test func everyDayFollowsTheDayBefore() {
        var previous = CivilDate(daysSince1970: -800)
        for day in Int64(-799)...150_000 {
            let date = CivilDate(daysSince1970: day)
            let year = previous.year
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            var next = previous
            next.day += 1
            if next.day > lengths[next.month - 1] { (next.day, next.month) = (1, next.month + 1) }
            if next.month > 12 { (next.month, next.year) = (1, next.year + 1) }
            guard date != next else {
                previous = date
                continue
            }
            Issue.record("\(previous) is followed by \(date)")
            return
        }
    }

    static let exposures: [(Int64, ExifRational)] = [
        (10_000_000, ExifRational(1, 100)),
        (8_333_000, ExifRational(8333, 1_000_000)),
        (33_333_333, ExifRational(33_333_333, 1_000_000_000)),
        (1_000_000_000, ExifRational(1, 1)),
        (2_500_000_000, ExifRational(5, 2)),
        (4_294_967_296, ExifRational(42_949_673, 10_000_000)),
        (66_700_000_000, ExifRational(667, 10)),
        (1_000_000_000_000_000, ExifRational(1_000_000, 1)),
    ]

    @Test func exposureTimesAreReducedFractions() {
        for (nanoseconds, fraction) in Self.exposures {
            #expect(ExifRational(secondsFromNanoseconds: nanoseconds) == fraction)
        }
    }

    @Test func exposureTimesThatNoFractionHoldsAreLeftOut() {
        for nanoseconds in [Int64.min, -1, 0, .max] {
            #expect(ExifRational(secondsFromNanoseconds: nanoseconds) == nil)
        }
    }

    @Test func sensitivityIsAHundredTimesBothGains() {
        var frame = FrameMetadata()
        frame.analogueGain = 2
        #expect(PhotoMetadata(frame: frame).isoSpeed == 200)
        frame.digitalGain = 1.5
        #expect(PhotoMetadata(frame: frame).isoSpeed == 300)
        for odd in [Float.nan, .infinity, -1, 0] {
            frame.analogueGain = odd
            #expect(PhotoMetadata(frame: frame).isoSpeed == nil)
        }
        frame.analogueGain = nil
        #expect(PhotoMetadata(frame: frame).isoSpeed == nil)
    }

    @Test func aSensitivityBeyondTheFieldIsItsLargestValue() {
        var metadata = PhotoMetadata()
        metadata.analogueGain = 4000
        let fields = ExifFields.make(
            metadata, width: 1, height: 1, container: .jpeg, hasThumbnail: false)
        #expect(fields.contains(ExifField(.exif, 0x8827, .short(65535))))
    }

    @Test func numbersThatAreNoneAreLeftOut() {
        var metadata = PhotoMetadata()
        metadata.lensPosition = .nan
        metadata.fNumber = -2
        metadata.focalLength = .infinity
        metadata.make = ""
        let empty = ExifFields.make(
            PhotoMetadata(), width: 1, height: 1, container: .png, hasThumbnail: false)
        let odd = ExifFields.make(
            metadata, width: 1, height: 1, container: .png, hasThumbnail: false)
        #expect(odd == empty)
        #expect(GeographicPosition(latitude: 91, longitude: 0) == nil)
        #expect(GeographicPosition(latitude: 0, longitude: .nan) == nil)
    }
}
