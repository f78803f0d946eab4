// SPDX-License-Identifier: MIT
// Control tables as cameras have them.

@testable import PrismCore

extension ControlDescription {
    /// A control that the camera takes.
    static func input(
        _ name: String, _ low: ControlValue?, _ high: ControlValue?, _ usual: ControlValue? = nil
    ) -> ControlDescription {
        ControlDescription(
            name: name, vendor: "libcamera", minimum: low, maximum: high, defaultValue: usual,
            isInput: true)
    }
}

extension ControlTable {
    private static let common: [ControlDescription] = [
        .input("AeEnable", .bool(false), .bool(true), .bool(true)),
        .input("ExposureValue", .number(-8), .number(8), .number(0)),
        .input("AwbEnable", .bool(false), .bool(true), .bool(true)),
        .input("ColourGains", .numbers([0, 0]), .numbers([32, 32])),
        .input(
            "FrameDurationLimits", .integers([8_324, 8_324]),
            .integers([112_015_836, 112_015_836]), .integers([33_333, 33_333])),
    ]

    /// Exposure and gain with a mode each, as since libcamera 0.5.
    static let modern = ControlTable(
        common + [
            .input("ExposureTimeMode", .integer(0), .integer(1)),
            .input("AnalogueGainMode", .integer(0), .integer(1)),
            .input("ExposureTime", .integer(8), .integer(112_015_443), .integer(10_000)),
            .input("AnalogueGain", .number(1), .number(16)),
        ])

    /// Exposure and gain where 0 means automatic, as before.
    static let legacy = ControlTable(
        common + [
            .input("ExposureTime", .integer(0), .integer(112_015_443)),
            .input("AnalogueGain", .number(0), .number(16)),
        ])

    /// This table without some controls.
    func without(_ names: String...) -> ControlTable {
        ControlTable(all.filter { !names.contains($0.name) })
    }
}
