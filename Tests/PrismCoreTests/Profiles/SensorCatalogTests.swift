// SPDX-License-Identifier: MIT
// Sensor profiles: every file decodes and agrees with the simulated sensor; changes and mistakes.

import Foundation
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct SensorCatalogTests {
    static let names = MockSensor.all.map(\.name)

    @Test func everySimulatedSensorHasAProfileAndTheOtherWayRound() throws {
        #expect(try SensorCatalog.standard.names() == Self.names.sorted())
        #expect(Self.names == MockCameraOptions.sensors)
    }

    @Test(arguments: names) func theSimulatedSensorHasTheProfilesFigures(name: String) throws {
        let profile = try SensorCatalog.standard.profile(of: name)
        let mock = try #require(MockSensor.all.first { $0.name == name })
        #expect(profile.sensor == name && profile.array == mock.array)
        #expect(profile.filters == mock.filters && profile.bits == mock.bits)
        #expect(profile.blackLevel == mock.blackLevel)
        #expect(near(profile.pixelPitch, mock.pixelPitch))
        #expect(profile.hasGlobalShutter == mock.hasGlobalShutter)
        #expect(profile.modes.map(\.size) == mock.modes.map(\.size))
        #expect(profile.modes.map(\.crop) == mock.modes.map(\.crop))
        #expect(zip(profile.modes, mock.modes).allSatisfy { near($0.frameRate, $1.frameRate) })
        #expect(near(profile.gain.range.lowerBound, mock.gain.lowerBound))
        #expect(near(profile.gain.range.upperBound, mock.gain.upperBound))
        let flaws = try #require(profile.flaws)
        #expect(near(flaws.rowNoise, mock.flaws.rowNoise))
        #expect(near(flaws.hotPixels, mock.flaws.hotPixels))
        #expect(near(flaws.hotCurrent, mock.flaws.hotCurrent))
        #expect(profile.gain.code == mock.gainCode && profile.gain.scale == mock.gainScale)
        #expect(profile.exposure == mock.exposure && profile.delays == mock.delays)
        let noise = [profile.noise.fullWell, profile.noise.readBefore, profile.noise.readAfter]
        #expect(zip(noise, mock.noise).allSatisfy(near))
        #expect(near(profile.lens.focalLength, mock.lens.focalLength))
        #expect(near(profile.lens.aperture, mock.lens.aperture))
        #expect(profile.lens.dioptres == mock.lens.dioptres)
        #expect(profile.lens.restingDioptres == mock.lens.restingDioptres)
        let lights = profile.illuminants.map {
            [$0.kelvin, Double($0.gains.red), Double($0.gains.blue)]
        }
        #expect(lights.count == mock.illuminants.count)
        #expect(zip(lights, mock.illuminants).allSatisfy { zip($0, $1).allSatisfy(near) })
        #expect(!profile.sources.isEmpty)
    }

    private func near(_ first: Double, _ second: Double) -> Bool {
        abs(first - second) <= 1e-5 * max(abs(first), abs(second))
    }

    @Test func theNoiseModelGivesElectronsAndQuantisation() throws {
        let noise = try SensorCatalog.standard.profile(of: "imx477").noise
        let one = noise.line(gain: 1), four = noise.line(gain: 4)
        #expect(near(one.a, 1 / 8025.0) && near(four.a, 4 / 8025.0))
        let quantum = 1.0 / 3839
        let read = (1.5 * 1.5 + 2.6 * 2.6) / 8025 / 8025
        #expect(near(one.b, read + quantum * quantum / 12))
        #expect(noise.line(gain: .nan) == one && noise.line(gain: 0) == one)
    }

    @Test func fieldOfViewAndEquivalentAreThoseOfTheDataSheets() throws {
        let wide = try SensorCatalog.standard.profile(of: "imx708")
        #expect(abs(wide.fieldOfView - 66) < 3)
        let first = try SensorCatalog.standard.profile(of: "ov5647")
        #expect(abs(first.fieldOfView - 53.5) < 3)
        #expect(wide.equivalentFocalLength > 24 && wide.equivalentFocalLength < 32)
    }

    @Test func variantsOfAModelFindItsProfile() throws {
        #expect(try SensorCatalog.standard.profile(of: "imx708_wide").sensor == "imx708")
        let error = prismError { _ = try SensorCatalog.standard.profile(of: "ov9999") }
        #expect(error?.code == .unsupported && error?.message.contains("imx219") == true)
        #expect(prismError { _ = try SensorCatalog.standard.profile(of: "../x") } != nil)
    }

    private func catalog(_ change: String, of sensor: String = "imx708") throws -> (
        SensorCatalog, TemporaryDirectory
    ) {
        let scratch = try TemporaryDirectory()
        try change.write(
            toFile: scratch.file("\(sensor).json5"), atomically: true, encoding: .utf8)
        let shared = try #require(ProfileStore.standard("Tuning").folders.first)
        return (SensorCatalog(store: ProfileStore(folders: [shared, scratch.path])), scratch)
    }

    @Test func aChangeIsLaidOverTheProfileKeyByKey() throws {
        let (catalog, scratch) = try catalog("{ night: { stars: 12 }, lens: { aperture: 2.2 } }")
        let profile = try catalog.profile(of: "imx708")
        #expect(profile.night.stars == 12 && profile.night.stand == 1)
        #expect(profile.lens.aperture == 2.2 && profile.lens.dioptres == 0...15)
        withExtendedLifetime(scratch) {}
    }

    @Test func aMeasuredNoiseReplacesTheModel() throws {
        let (catalog, scratch) = try catalog(
            """
            { noise: { measurements: [{ gain: 1, a: 1e-4, b: 1e-6 }, { gain: 4, a: 4e-4, b: 3e-6 }] } }
            """)
        let noise = try catalog.profile(of: "imx708").noise
        #expect(noise.line(gain: 1) == NoiseModel.Line(a: 1e-4, b: 1e-6))
        #expect(near(noise.line(gain: 2.5).a, 2.5e-4) && near(noise.line(gain: 2.5).b, 2e-6))
        #expect(near(noise.line(gain: 8).a, 8e-4))
        withExtendedLifetime(scratch) {}
    }

    @Test(arguments: [
        ("{\n  bits: 99 }", 2, "bits: expected a whole number from 8 to 16"),
        ("{ lens: {\n aperture: 'f/2' } }", 2, "lens.aperture: expected a number from"),
        ("{ noise: { fullwell: 8000 } }", 1, "noise.fullwell: unknown; known are"),
        ("{ modes: [\n{ width: 9999 }] }", 2, "modes[0].width: expected a whole number"),
        ("{ modes: [] }", 1, "modes: expected at least one mode"),
        ("{ filters: 'rgbg' }", 1, "filters: expected one of rggb, grbg, gbrg, bggr"),
        ("{ gain: null }", 1, "gain: is missing"), ("[]", 1, "the file: expected an object"),
        ("{ night: { stars: NaN } }", 1, "night.stars: expected a number from"),
    ])
    func aMistakeIsNamedWithFileLineAndKey(change: String, line: Int, text: String) throws {
        let (catalog, scratch) = try catalog(change)
        let error = prismError { _ = try catalog.profile(of: "imx708") }
        #expect(error?.code == .invalidData)
        let expected = "\(scratch.file("imx708.json5")):\(line): \(text)"
        #expect(error?.message.hasPrefix(expected) == true, "\(error?.message ?? "none")")
    }

    @Test func aProfileOfAnotherSensorIsRefused() throws {
        let (catalog, scratch) = try catalog("{\n sensor: 'imx219' }")
        let error = prismError { _ = try catalog.profile(of: "imx708") }
        #expect(error?.code == .unsupported)
        #expect(
            error?.message.hasSuffix(":2: sensor: this profile is of imx219, not of imx708") == true
        )
        let shared = try #require(ProfileStore.standard("Tuning").folders.first)
        let file = shared + "/imx477.json5"
        #expect(try SensorCatalog.profile(file: file).sensor == "imx477")
        #expect(prismError { _ = try SensorCatalog.profile(file: file, of: "imx219") } != nil)
        let missing = prismError { _ = try SensorCatalog.profile(file: scratch.file("none")) }
        #expect(missing?.code == .inputOutput)
    }

    @Test func theDataIsFoundBesideTheProgramAndInTheCheckout() {
        let installed = ProfileStore.candidates(program: "/opt/p/bin/prism")
        #expect(installed.first == "/opt/p/share/prism")
        let built = ProfileStore.candidates(program: "/home/a/prism/.build/release/prism")
        #expect(built.contains("/home/a/prism"))
    }
}
