// SPDX-License-Identifier: MIT
// Every wish beyond exposure: what is written for it, what is refused and why, what is left out.

import PrismTesting
import Testing

@testable import PrismCore

private func plan(
    _ table: ControlTable = .full, held: ControlSettings = ControlSettings(),
    _ set: (inout ControlSettings) -> Void
) throws -> ControlPlan {
    var context = ControlContext(table, held: held)
    context.calibration = .sample
    context.lens = .sample
    return try ControlPlan(.with(set), for: context)
}

private func writes(
    _ table: ControlTable = .full, held: ControlSettings = ControlSettings(),
    _ set: (inout ControlSettings) -> Void
) throws -> [String: ControlValue] {
    Dictionary(
        uniqueKeysWithValues: try plan(table, held: held, set).writes.map { ($0.name, $0.value) })
}

extension ColourCalibration {
    static let sample = ColourCalibration([
        Point(temperature: 6_500, gains: ColourGains(red: 2, blue: 1.5)),
        Point(temperature: 2_860, gains: ColourGains(red: 1, blue: 3)),
    ])
}

extension LensDescriptor {
    /// Camera module 3: 4.74 mm, f/1.8, 4608 × 2592 cells of 1.4 µm.
    static let sample = try? LensDescriptor(
        focalLength: 4.74, aperture: 1.8, sensorWidth: 6.4512, sensorHeight: 3.6288)
}

@Suite struct WholeSurfaceTests {
    @Test func theAutomaticExposureIsSteered() throws {
        let all = try writes {
            $0.metering = .spot
            $0.constraint = .highlight
            $0.exposureMode = .short
            $0.flicker = .mains60
        }
        #expect(
            all == [
                "AeMeteringMode": .integer(1), "AeConstraintMode": .integer(1),
                "AeExposureMode": .integer(1), "AeFlickerMode": .integer(1),
                "AeFlickerPeriod": .integer(8_333),
            ])
        #expect(try writes { $0.flicker = .auto } == ["AeFlickerMode": .integer(2)])
        #expect(try writes { $0.flicker = .off } == ["AeFlickerMode": .integer(0)])
    }

    @Test func whiteBalanceIsSetInEveryForm() throws {
        let off = ControlValue.bool(false)
        #expect(
            try writes { $0.whiteBalance = .preset(.daylight) }
                == ["AwbEnable": .bool(true), "AwbMode": .integer(5)])
        #expect(
            try writes { $0.whiteBalance = .auto }
                == ["AwbEnable": .bool(true), "AwbMode": .integer(0)], "a preset ends")
        #expect(
            try writes { $0.whiteBalance = .temperature(4_000) }
                == ["AwbEnable": off, "ColourTemperature": .integer(4_000)])
        #expect(try writes { $0.whiteBalance = .locked } == ["AwbEnable": off])
    }

    @Test func aStandardLightComesFromTheCalibration() throws {
        let gains = try writes { $0.whiteBalance = .illuminant(.d50) }["ColourGains"]
        let expected = try #require(ColourCalibration.sample.gains(at: 5_003))
        #expect(gains == .numbers([expected.red, expected.blue]))
        let without = try ControlPlan(
            .with { $0.whiteBalance = .illuminant(.d50) }, controls: .full)
        #expect(without.writes.contains { $0.name == "ColourTemperature" })
    }

    @Test func aTemperatureWithoutTheControlComesFromTheCalibration() throws {
        let table = ControlTable.full.without("ColourTemperature")
        let gains = try writes(table) { $0.whiteBalance = .temperature(6_500) }["ColourGains"]
        #expect(gains == .numbers([2, 1.5]))
        let beyond = prismError {
            try plan(table) { $0.whiteBalance = .temperature(9_000) }
        }
        #expect(beyond?.code == .outOfRange)
        #expect(beyond?.message.contains("2860 to 6500 K") == true)
        let unknown = prismError {
            try ControlPlan(.with { $0.whiteBalance = .temperature(4_000) }, controls: table)
        }
        #expect(unknown?.code == .unsupported)
    }

    @Test func aMatrixNeedsAFixedWhiteBalance() throws {
        let fixed = ControlSettings(whiteBalance: .gains(ColourGains(red: 1, blue: 1)))
        let written = try writes(held: fixed) { $0.colourMatrix = .identity }
        #expect(written["ColourCorrectionMatrix"] == .numbers([1, 0, 0, 0, 1, 0, 0, 0, 1]))
        let error = prismError { try plan { $0.colourMatrix = .identity } }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains("exclude each other") == true)
        #expect(prismError { try ColourMatrix([1, 2]) }?.code == .outOfRange)
        #expect(prismError { try ColourMatrix(Array(repeating: .nan, count: 9)) } != nil)
    }

    @Test func theLensIsMoved() throws {
        func lens(_ focus: Focus) throws -> [String: ControlValue] {
            try writes { $0.focus = focus }
        }
        #expect(try lens(.auto) == ["AfMode": .integer(1)])
        #expect(try lens(.continuous) == ["AfMode": .integer(2)])
        let manual = ControlValue.integer(0)
        #expect(
            try lens(.manual(.dioptres(2))) == ["AfMode": manual, "LensPosition": .number(2)])
        #expect(try lens(.manual(.infinity)) == ["AfMode": manual, "LensPosition": .number(0)])
        #expect(try lens(.manual(.current)) == ["AfMode": manual])
        let hyperfocal = try #require(LensDescriptor.sample?.hyperfocalDioptres)
        #expect(
            try lens(.manual(.hyperfocal))["LensPosition"] == .number(Float(hyperfocal)))
    }

    @Test func aFocusWindowMustLieOnTheSensor() throws {
        let window = SensorRectangle(x: 100, y: 100, width: 500, height: 400)
        #expect(
            try writes { $0.focusWindows = [window] }
                == ["AfMetering": .integer(1), "AfWindows": .rectangles([window])])
        #expect(try writes { $0.focusWindows = [] } == ["AfMetering": .integer(0)])
        for bad in [
            SensorRectangle(x: -1, y: 0, width: 10, height: 10),
            SensorRectangle(x: 0, y: 0, width: 0, height: 10),
            SensorRectangle(x: 4600, y: 0, width: 10, height: 10),
            SensorRectangle(x: 5, y: 5, width: .max, height: 10),
        ] {
            let error = prismError { try plan { $0.focusWindows = [bad] } }
            #expect(error?.code == .outOfRange)
            #expect(error?.message.contains("0,0 4608x2592") == true)
        }
        let many = Array(repeating: window, count: 11)
        #expect(prismError { try plan { $0.focusWindows = many } }?.code == .outOfRange)
    }

    @Test func thePictureIsProcessedAsWished() throws {
        let all = try writes {
            $0.hdr = .night
            $0.brightness = 0.5
            $0.contrast = 2
            $0.saturation = 0
            $0.sharpness = 4
            $0.gamma = 1
            $0.noiseReduction = .highQuality
        }
        #expect(
            all == [
                "HdrMode": .integer(4), "Brightness": .number(0.5), "Contrast": .number(2),
                "Saturation": .number(0), "Sharpness": .number(4), "Gamma": .number(1),
                "NoiseReductionMode": .integer(2),
            ])
    }

    @Test func zoomIsACropOfTheWholePicture() throws {
        let crop = try writes { $0.zoom = Zoom(2) }["ScalerCrop"]
        #expect(
            crop == .rectangle(SensorRectangle(x: 1440, y: 648, width: 1728, height: 1296)))
        let all = try writes { $0.zoom = Zoom.none }["ScalerCrop"]
        #expect(all == .rectangle(SensorRectangle(x: 576, y: 0, width: 3456, height: 2592)))
    }

    private var numbers: [WritableKeyPath<ControlSettings, Double?>] {
        [\.exposureValue, \.brightness, \.contrast, \.saturation, \.sharpness, \.gamma]
    }

    @Test func whatIsNoNumberOrTooMuchIsRefusedByNameOfTheRange() {
        for field in numbers {
            for bad in [Double.nan, .infinity, -.infinity, 1e9, -1e9] {
                let error = prismError { try plan { $0[keyPath: field] = bad } }
                #expect(error?.code == .outOfRange)
                #expect(error?.message.contains(" allows ") == true)
            }
        }
        let wishes: [(inout ControlSettings) -> Void] = [
            { $0.zoom = Zoom(.nan) }, { $0.zoom = Zoom(0.5) }, { $0.zoom = Zoom(1_000) },
            { $0.zoom = Zoom(2, centreX: .nan) }, { $0.focus = .manual(.dioptres(.nan)) },
            { $0.focus = .manual(.dioptres(13)) }, { $0.flicker = .period(0) },
            { $0.flicker = .period(-5) }, { $0.whiteBalance = .temperature(0) },
            { $0.whiteBalance = .gains(ColourGains(red: .nan, blue: 1)) },
        ]
        for wish in wishes { #expect(prismError { try plan(.full, wish) }?.code == .outOfRange) }
        for rate in [0, -1, Double.nan, .infinity] {
            #expect(prismError { try ControlSettings.frameRate(rate) }?.code == .outOfRange)
        }
    }

    @Test func aCameraWithoutAControlRefusesOrReportsAsItsNameSays() throws {
        let bare = ControlTable([])
        let wishes: [(ControlName, (inout ControlSettings) -> Void)] = [
            (.shutter, { $0.exposure = .shutterPriority(nanoseconds: ms) }),
            (.gain, { $0.exposure = .gainPriority(2) }), (.ev, { $0.exposureValue = 1 }),
            (.metering, { $0.metering = .spot }), (.constraint, { $0.constraint = .shadows }),
            (.exposureMode, { $0.exposureMode = .long }), (.flicker, { $0.flicker = .mains50 }),
            (.whiteBalance, { $0.whiteBalance = .gains(ColourGains(red: 1, blue: 1)) }),
            (.whiteBalance, { $0.whiteBalance = .preset(.cloudy) }),
            (.colourMatrix, { $0.colourMatrix = .identity }), (.focus, { $0.focus = .auto }),
            (.focus, { $0.focus = .manual(.infinity) }), (.focusRange, { $0.focusRange = .full }),
            (.focusSpeed, { $0.focusSpeed = .fast }), (.focusWindows, { $0.focusWindows = [] }),
            (.hdr, { $0.hdr = .night }), (.frameDuration, { $0.frameDuration = ms...ms }),
            (.zoom, { $0.zoom = Zoom(2) }), (.brightness, { $0.brightness = 0 }),
            (.contrast, { $0.contrast = 1 }), (.saturation, { $0.saturation = 1 }),
            (.sharpness, { $0.sharpness = 1 }), (.gamma, { $0.gamma = 1 }),
            (.noiseReduction, { $0.noiseReduction = .off }),
        ]
        #expect(Set(wishes.map(\.0)) == Set(ControlName.allCases))
        for (name, wish) in wishes {
            switch name.whenAbsent {
            case .fails:
                let error = prismError { try plan(bare, wish) }
                #expect(error?.code == .unsupported, "\(name)")
            case .reports:
                let plan = try plan(bare, wish)
                #expect(plan.writes.isEmpty && plan.ignored.map(\.control) == [name])
            case .nothing: Issue.record("\(name) has no wish that does nothing")
            }
        }
    }

    @Test func whatHappensAnywayIsNoFailureOnACameraWithoutControls() throws {
        let plan = try plan(ControlTable([])) {
            $0.exposure = .auto
            $0.whiteBalance = .auto
            $0.flicker = .off
            $0.hdr = .off
            $0.zoom = Zoom.none
        }
        #expect(plan.writes.isEmpty && plan.ignored.isEmpty)
    }

    @Test func aChoiceThatTheCameraDoesNotNameIsRefusedWithTheList() {
        let names = [
            ControlEnumerator(value: 0, name: "HdrModeOff"), .init(value: 4, name: "Night"),
        ]
        let control = ControlDescription(
            name: "HdrMode", vendor: "libcamera", minimum: .integer(0), maximum: .integer(4),
            defaultValue: .integer(0), isInput: true, choices: names)
        let error = prismError {
            try plan(ControlTable([control])) { $0.hdr = .multiExposure }
        }
        #expect(error?.message.contains("this camera has off, night") == true)
    }
}
