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

    /// A control with values 0 up to `last`.
    static func choice(_ name: String, _ last: Int64) -> ControlDescription {
        .input(name, .integer(0), .integer(last), .integer(0))
    }

    /// A control with a number.
    static func number(
        _ name: String, _ low: Float, _ high: Float, _ usual: Float
    ) -> ControlDescription {
        .input(name, .number(low), .number(high), .number(usual))
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

    /// All that libcamera has, as on a module with a motor at its lens.
    static let full = ControlTable(
        modern.all + [
            .choice("AeMeteringMode", 3), .choice("AeConstraintMode", 3),
            .choice("AeExposureMode", 3), .choice("AeFlickerMode", 2),
            .input("AeFlickerPeriod", .integer(100), .integer(1_000_000)),
            .choice("AwbMode", 7),
            .input("ColourTemperature", .integer(100), .integer(100_000), .integer(5_500)),
            .input(
                "ColourCorrectionMatrix", .numbers(Array(repeating: -16, count: 9)),
                .numbers(Array(repeating: 16, count: 9))),
            .choice("AfMode", 2), .choice("AfRange", 2), .choice("AfSpeed", 1),
            .choice("AfMetering", 1), .choice("AfTrigger", 1), .choice("AfPause", 2),
            .input("AfWindows", .rectangles([]), .rectangles([])),
            .number("LensPosition", 0, 12, 1), .choice("HdrMode", 4),
            .choice("NoiseReductionMode", 4), .number("Brightness", -1, 1, 0),
            .number("Contrast", 0, 32, 1), .number("Saturation", 0, 32, 1),
            .number("Sharpness", 0, 16, 1), .number("Gamma", 0.1, 10, 2.2),
            .input(
                "ScalerCrop",
                .rectangle(SensorRectangle(x: 0, y: 0, width: 64, height: 64)),
                .rectangle(SensorRectangle(x: 0, y: 0, width: 4608, height: 2592)),
                .rectangle(SensorRectangle(x: 576, y: 0, width: 3456, height: 2592))),
        ])

    /// This table without some controls.
    func without(_ names: String...) -> ControlTable {
        ControlTable(all.filter { !names.contains($0.name) })
    }
}
