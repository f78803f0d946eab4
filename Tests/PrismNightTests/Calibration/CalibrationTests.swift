// SPDX-License-Identifier: MIT
// Calibrations against a simulated sensor whose figures are known, and files that say what is wrong.

import Foundation
import PrismCore
import PrismImage
import PrismTesting
import Testing

@testable import PrismNight

@Suite struct CalibrationTests {
    private func frame(
        _ seed: UInt64, a: Double, b: Double, light: (Int, Int) -> Double
    ) throws -> RawImage {
        var random = SeededGenerator(seed: seed)
        return try NightFrames.image(width: 512, height: 384) { x, y in
            let signal = light(x, y)
            return signal + (a * signal + b).squareRoot() * random.normal()
        }
    }

    @Test(arguments: [(1.2e-4, 8e-7), (1e-3, 4e-6), (4e-3, 3e-5)])
    func noiseIsMeasuredToFivePercent(_ truth: (Double, Double)) throws {
        let (a, b) = truth
        var calibration = NoiseCalibration()
        for (index, level) in [0.002, 0.05, 0.2, 0.5].enumerated() {
            let light = { (x: Int, y: Int) in level * (0.5 + Double(x) / 512 + 0.2 * sin(Double(y)))
            }
            try calibration.add(
                try frame(UInt64(2 * index), a: a, b: b, light: light),
                try frame(UInt64(2 * index + 1), a: a, b: b, light: light), gain: 4)
        }
        let found = try #require(calibration.results().first)
        // The converter's steps are noise too.
        let expected = b + 1 / (12 * pow(Double(NightFrames.white - NightFrames.black), 2))
        #expect(found.gain == 4)
        #expect(abs(found.a / a - 1) < 0.05, "\(found.a / a)")
        #expect(abs(found.b / expected - 1) < 0.05, "\(found.b / expected)")
    }

    @Test func aLampThatFlickersIsTold() throws {
        var calibration = NoiseCalibration()
        let error = prismError {
            try calibration.add(
                try frame(1, a: 1e-3, b: 1e-6) { _, _ in 0.3 },
                try frame(2, a: 1e-3, b: 1e-6) { _, _ in 0.33 }, gain: 1)
        }
        #expect(error?.code == .invalidData && error?.message.contains("light changed") == true)
    }

    private func key(_ seconds: Double, gain: Double = 8, _ temperature: Double? = nil)
        -> DarkFrame.Key
    {
        DarkFrame.Key(
            sensor: "imx477", width: 192, height: 128, gain: gain,
            exposureTime: Int64(seconds * 1e9), temperature: temperature)
    }

    /// A dark whose pixels have 0.01 of white, a hot one 0.4.
    private func dark(_ key: DarkFrame.Key) throws -> DarkFrame {
        var facts = NightFrames.facts()
        (facts.bits, facts.black, facts.white) = (16, facts.black * 16, 65520)
        let range = Double(facts.white - facts.black[0])
        let samples = (0..<192 * 128).map { at -> UInt16 in
            UInt16((at == 5000 ? 0.4 : 0.01) * range + Double(facts.black[0]))
        }
        let image = try RawImage(RawSamples(samples), width: 192, height: 128, facts: facts)
        return DarkFrame(key: key, image: image, scale: 16)
    }

    @Test func aDarkIsTakenOffWithItsSign() throws {
        let frame = try NightFrames.image(width: 192, height: 128) { x, y in
            (x + y * 192 == 5000 ? 0.4 : 0.01) + 0.004 * NightFrames.noise(x, y, 1)
        }
        let result = try dark(key(5)).subtracted(from: frame)
        #expect(result.facts.bits == 16 && result.facts.black == frame.facts.black * 16)
        let range = Double(result.facts.white - result.facts.black[0])
        let levels = result.rows.map { (Double($0) - Double(result.facts.black[0])) / range }
        #expect(abs(levels.reduce(0, +) / Double(levels.count)) < 2e-4)
        #expect(levels.contains { $0 < -0.003 }, "below black is kept")
        #expect(abs(levels[5000]) < 0.005)
    }

    @Test func theLibraryFindsTheDarkThatFits() throws {
        let directory = try TemporaryDirectory()
        let library = DarkLibrary(directory: directory.path + "/darks")
        #expect(try library.dark(for: key(5)).dark == nil)
        for (seconds, warmth) in [(2.0, 20.0), (5, 20), (5, 40), (60, 20)] {
            try library.keep(try dark(key(seconds, warmth)), frames: 16)
        }
        try library.keep(try dark(key(5, gain: 1, 20)), frames: 16)
        let found = try library.dark(for: key(4, 21))
        let dark = try #require(found.dark)
        #expect(dark.key.exposureTime == 5_000_000_000 && dark.key.temperature == 20)
        // Four fifths of the time, a seventh of a doubling warmer.
        #expect(abs(dark.factor - 0.8 * pow(2, 1.0 / 7)) < 1e-9)
        #expect(try library.dark(for: key(4, gain: 3, 21)).dark == nil)
        #expect(try library.dark(for: key(30, 60)).note.contains("none is taken off"))
    }

    @Test func aDamagedLibraryIsNamed() throws {
        let directory = try TemporaryDirectory()
        let library = DarkLibrary(directory: directory.path)
        let path = directory.path + "/dark-x.json"
        try Data("{".utf8).write(to: URL(fileURLWithPath: path))
        let error = prismError { _ = try library.dark(for: key(5)) }
        #expect(error?.code == .invalidData && error?.message.contains(path) == true)
    }

    @Test func aDarkWithLightInItIsRefused() throws {
        let lit = try NightFrames.image(width: 192, height: 128) { x, _ in 0.01 + Double(x) * 2e-4 }
        #expect(prismError { try DarkCheck.check(lit) }?.code == .invalidData)
        try DarkCheck.check(try NightFrames.image(width: 192, height: 128) { _, _ in 0.002 })
    }

    @Test func anOverrideIsReadBackOverTheProfile() throws {
        let directory = try TemporaryDirectory()
        var file = TuningOverride(sensor: "imx477")
        file.noise = [
            .init(gain: 1, a: 1.25e-4, b: 2e-7, cells: 900),
            .init(gain: 4, a: 5e-4, b: 9e-7, cells: 800),
        ]
        let path = directory.path + "/own/Tuning/imx477.json5"
        try file.write(to: path, overwrites: false)
        #expect(prismError { try file.write(to: path, overwrites: false) } != nil)
        let shared = try #require(ProfileStore.dataFolder(program: "/proc/self/exe") ?? tree)
        let store = ProfileStore(folders: [shared + "/Tuning", directory.path + "/own/Tuning"])
        let profile = try SensorCatalog(store: store).profile(of: "imx477")
        #expect(profile.noise.isMeasured && profile.noise.measurements.count == 2)
        #expect(abs(profile.noise.line(gain: 4).a - 5e-4) < 1e-12)
        #expect(profile.product == "Raspberry Pi High Quality Camera")
    }

    /// The checkout, seen from this file.
    private var tree: String? {
        #filePath.components(separatedBy: "/Tests/").first
    }
}
