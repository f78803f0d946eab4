// SPDX-License-Identifier: MIT
// Wishes into controls, for cameras of both kinds and for those that lack something.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct ControlPlanTests {
    private func writes(
        _ settings: ControlSettings, _ table: ControlTable, _ latest: FrameMetadata? = nil
    ) throws -> [String: ControlValue] {
        let plan = try ControlPlan(
            settings, controls: table, latest: latest ?? FrameMetadata())
        #expect(plan.writes.allSatisfy { $0.vendor == "libcamera" })
        return Dictionary(uniqueKeysWithValues: plan.writes.map { ($0.name, $0.value) })
    }

    private static func frame(_ low: Int64, _ high: Int64) -> ClosedRange<Int64> {
        low * ms...high * ms
    }

    private static let frames = ControlValue.integers([8_324, 33_333])
    private static let usual = ControlValue.integers([33_333, 33_333])

    private static let modes: [(Exposure, [String: ControlValue])] = [
        (
            .auto,
            [
                "ExposureTimeMode": .integer(0), "AnalogueGainMode": .integer(0),
                "FrameDurationLimits": usual,
            ]
        ),
        (
            .shutterPriority(nanoseconds: 2 * ms),
            [
                "ExposureTimeMode": .integer(1), "ExposureTime": .integer(2_000),
                "AnalogueGainMode": .integer(0), "FrameDurationLimits": frames,
            ]
        ),
        (
            .gainPriority(4),
            [
                "ExposureTimeMode": .integer(0), "AnalogueGainMode": .integer(1),
                "AnalogueGain": .number(4), "FrameDurationLimits": usual,
            ]
        ),
        (
            .manual(nanoseconds: 2 * ms, gain: 4),
            [
                "ExposureTimeMode": .integer(1), "ExposureTime": .integer(2_000),
                "AnalogueGainMode": .integer(1), "AnalogueGain": .number(4),
                "FrameDurationLimits": frames,
            ]
        ),
        (
            Exposure(exposureTime: .current, analogueGain: .current),
            ["ExposureTimeMode": .integer(1), "AnalogueGainMode": .integer(1)]
        ),
    ]

    @Test(arguments: modes)
    func modesSayWhatIsFixed(exposure: Exposure, expected: [String: ControlValue]) throws {
        #expect(try writes(ControlSettings(exposure: exposure), .modern) == expected)
    }

    private static let zeros: [(Exposure, [String: ControlValue])] = [
        (
            .auto,
            [
                "AeEnable": .bool(true), "ExposureTime": .integer(0),
                "AnalogueGain": .number(0), "FrameDurationLimits": usual,
            ]
        ),
        (
            .shutterPriority(nanoseconds: 2 * ms),
            [
                "AeEnable": .bool(true), "ExposureTime": .integer(2_000),
                "AnalogueGain": .number(0), "FrameDurationLimits": frames,
            ]
        ),
        (
            .gainPriority(4),
            [
                "AeEnable": .bool(true), "ExposureTime": .integer(0),
                "AnalogueGain": .number(4), "FrameDurationLimits": usual,
            ]
        ),
        (
            Exposure(exposureTime: .current, analogueGain: .current),
            ["AeEnable": .bool(false)]
        ),
        (
            Exposure(exposureTime: .current, analogueGain: .auto),
            [
                "AeEnable": .bool(true), "ExposureTime": .integer(7_000),
                "AnalogueGain": .number(0),
            ]
        ),
        (
            Exposure(exposureTime: .fixed(2 * ms), analogueGain: .current),
            [
                "AeEnable": .bool(true), "ExposureTime": .integer(2_000),
                "AnalogueGain": .number(3), "FrameDurationLimits": frames,
            ]
        ),
    ]

    @Test(arguments: zeros)
    func zeroMeansAutomaticWhereThereAreNoModes(
        exposure: Exposure, expected: [String: ControlValue]
    ) throws {
        var latest = FrameMetadata()
        latest.exposureTime = 7 * ms
        latest.analogueGain = 3
        #expect(try writes(ControlSettings(exposure: exposure), .legacy, latest) == expected)
    }

    @Test func theCurrentExposureCannotBeHeldBeforeTheFirstFrame() {
        let exposure = Exposure(exposureTime: .current, analogueGain: .auto)
        let error = prismError {
            try ControlPlan(ControlSettings(exposure: exposure), controls: .legacy)
        }
        #expect(error?.code == .unsupported)
    }

    @Test(
        arguments: [
            (ControlSettings(whiteBalance: .auto), ["AwbEnable": .bool(true)]),
            (
                ControlSettings(whiteBalance: .gains(ColourGains(red: 1.5, blue: 2))),
                ["AwbEnable": .bool(false), "ColourGains": .numbers([1.5, 2])]
            ),
            (ControlSettings(exposureValue: -1.5), ["ExposureValue": .number(-1.5)]),
            (
                ControlSettings(frameDuration: frame(40, 50)),
                ["FrameDurationLimits": .integers([40_000, 50_000])]
            ),
            (ControlSettings(), [:]),
        ] as [(ControlSettings, [String: ControlValue])])
    func eachWishWritesItsOwnControls(
        settings: ControlSettings, expected: [String: ControlValue]
    ) throws {
        #expect(try writes(settings, .modern) == expected)
        #expect(try writes(settings, .legacy) == expected)
    }

    @Test func aLongExposureGetsFramesThatHoldIt() throws {
        let settings = ControlSettings(exposure: .shutterPriority(nanoseconds: 10 * second))
        let limits = try writes(settings, .modern)["FrameDurationLimits"]
        guard case .integers(let values) = limits else { return #expect(Bool(false)) }
        #expect(values.first == 8_324)
        #expect((values.last ?? 0) > 10_000_000)
    }

    @Test func aFrameDurationOfOnesOwnIsLeftAlone() throws {
        let settings = ControlSettings(
            exposure: .shutterPriority(nanoseconds: 10 * ms), frameDuration: 50 * ms...50 * ms)
        let limits = try writes(settings, .modern)["FrameDurationLimits"]
        #expect(limits == .integers([50_000, 50_000]))
    }

    @Test(
        arguments: [
            (ControlSettings(exposure: .shutterPriority(nanoseconds: 200 * second)), "112.015 s"),
            (ControlSettings(exposure: .shutterPriority(nanoseconds: 1_000)), "8 µs"),
            (ControlSettings(exposure: .gainPriority(17)), "16.0"),
            (ControlSettings(exposure: .gainPriority(.nan)), "1.0 to 16.0"),
            (ControlSettings(exposureValue: 9), "-8.0 to 8.0"),
            (ControlSettings(whiteBalance: .gains(ColourGains(red: 33, blue: 1))), "32.0"),
            (ControlSettings(whiteBalance: .gains(ColourGains(red: 1, blue: 0))), "more than 0"),
            (ControlSettings(frameDuration: frame(1, 1)), "8.324 ms"),
            (
                ControlSettings(
                    exposure: .shutterPriority(nanoseconds: 40 * ms), frameDuration: frame(33, 33)),
                "33 ms"
            ),
        ] as [(ControlSettings, String)])
    func aRefusalNamesTheLimit(settings: ControlSettings, limit: String) {
        let error = prismError { try ControlPlan(settings, controls: .modern) }
        #expect(error?.code == .outOfRange)
        #expect(error?.message.contains(limit) == true, "\(error?.message ?? "nothing thrown")")
    }

    @Test(
        arguments: [
            .shutterPriority(nanoseconds: 0), .shutterPriority(nanoseconds: 400), .gainPriority(0),
        ] as [Exposure])
    func aFixedNothingIsNotTakenForAutomatic(exposure: Exposure) {
        let error = prismError {
            try ControlPlan(ControlSettings(exposure: exposure), controls: .legacy)
        }
        #expect(error?.code == .outOfRange)
    }

    @Test(
        arguments: [
            (ControlSettings(exposure: .shutterPriority(nanoseconds: ms)), "ExposureTime"),
            (ControlSettings(exposure: .gainPriority(2)), "AnalogueGain"),
            (ControlSettings(exposureValue: 1), "ExposureValue"),
            (ControlSettings(whiteBalance: .gains(ColourGains(red: 1, blue: 1))), "ColourGains"),
            (ControlSettings(frameDuration: frame(40, 40)), "FrameDurationLimits"),
            (
                ControlSettings(
                    exposure: .shutterPriority(nanoseconds: ms), frameDuration: frame(40, 40)),
                "FrameDurationLimits"
            ),
        ] as [(ControlSettings, String)])
    func whatTheCameraLacksIsRefused(settings: ControlSettings, name: String) {
        for table in [ControlTable.modern, .legacy] {
            let error = prismError { try ControlPlan(settings, controls: table.without(name)) }
            #expect(error?.code == .unsupported)
        }
    }

    @Test func automaticIsNeverRefused() throws {
        let settings = ControlSettings(exposure: .auto, whiteBalance: .auto)
        #expect(try writes(settings, ControlTable([])).isEmpty)
    }

    @Test func anExposureWithoutALimitDoesNotOverflow() throws {
        let table = ControlTable([
            .input("ExposureTime", .integer(0), .integer(0)),
            .input("FrameDurationLimits", .integer(0), .integer(.max)),
        ])
        let settings = ControlSettings(exposure: .shutterPriority(nanoseconds: .max))
        #expect(try writes(settings, table)["ExposureTime"] == .integer(.max / 1_000 + 1))
    }

    @Test(
        arguments: [
            (0, "0 ns"), (999, "999 ns"), (1_000, "1 µs"), (8_324_000, "8.324 ms"),
            (33_333_333, "33.333 ms"), (1_500 * ms, "1.500 s"), (112 * second, "112 s"),
        ] as [(Int64, String)])
    func timesAreWrittenForPeople(time: Int64, text: String) {
        #expect(ControlPlan.text(time) == text)
    }
}
