// SPDX-License-Identifier: MIT
// Controls on the command line: values in words, the list, what set says of what came.

import Foundation
import PrismCore
import PrismTesting
import Testing

@testable import prism

@Suite struct ControlsTests {
    private static let values: [(String, ControlSettings)] = [
        ("shutter=1/50", ControlSettings(exposure: .shutterPriority(nanoseconds: 20_000_000))),
        ("shutter=0", ControlSettings(exposure: .auto)),
        ("gain=2.5", ControlSettings(exposure: .gainPriority(2.5))),
        ("ev=-1.5", ControlSettings(exposureValue: -1.5)),
        ("metering=centre", .with { $0.metering = .centreWeighted }),
        ("metering=average", .with { $0.metering = .matrix }),
        ("exposure-mode=sport", .with { $0.exposureMode = .short }),
        ("flicker=50hz", .with { $0.flicker = .mains50 }),
        ("flicker=10ms", .with { $0.flicker = .period(10_000_000) }),
        ("awb=daylight", .with { $0.whiteBalance = .preset(.daylight) }),
        ("awb=d65", .with { $0.whiteBalance = .illuminant(.d65) }),
        ("awb=4500K", .with { $0.whiteBalance = .temperature(4_500) }),
        ("awb=1.5,2", .with { $0.whiteBalance = .gains(ColourGains(red: 1.5, blue: 2)) }),
        ("focus=hyperfocal", .with { $0.focus = .manual(.hyperfocal) }),
        ("focus=2.5", .with { $0.focus = .manual(.dioptres(2.5)) }),
        ("focus-window=auto", .with { $0.focusWindows = [] }),
        (
            "focus-window=1,2,3,4",
            .with { $0.focusWindows = [SensorRectangle(x: 1, y: 2, width: 3, height: 4)] }
        ),
        ("hdr=single-exp", .with { $0.hdr = .singleExposure }),
        ("framerate=25", ControlSettings(frameDuration: 40_000_000...40_000_000)),
        ("framerate=5-25", ControlSettings(frameDuration: 40_000_000...200_000_000)),
        ("zoom=2@0.25,0.75", .with { $0.zoom = Zoom(2, centreX: 0.25, centreY: 0.75) }),
        ("denoise=cdn_hq", .with { $0.noiseReduction = .highQuality }),
        ("saturation=0", .with { $0.saturation = 0 }),
    ]

    @Test(arguments: values)
    func aValueInWordsIsAWish(text: String, wish: ControlSettings) throws {
        #expect(try ControlReader.assignment(text) == wish)
    }

    @Test func shutterAndGainAreTwoAxesOfOneExposure() throws {
        let both = try ControlSettings.joined([
            (.gain, ControlReader.assignment("gain=2")),
            (.shutter, ControlReader.assignment("shutter=10ms")),
        ])
        #expect(both.exposure == .manual(nanoseconds: 10_000_000, gain: 2))
    }

    @Test(
        arguments: [
            "gain", "=2", "gian=2", "gain=", "gain=nan", "gain=inf", "metering=", "awb=99", "ccm=1",
            "ccm=1,2,3,4,5,6,7,8,nan", "zoom=0", "zoom=2@2,2", "zoom=2@1,1@3", "focus=-1",
            "focus-window=1,2,3", "focus-window=-1,0,3,4", "framerate=1-2-3", "flicker=-5ms",
            "hdr=maybe", "shutter=soon",
        ])
    func whatCannotBeReadIsRefusedByName(text: String) {
        let error = prismError { try ControlReader.assignment(text) }
        #expect(error != nil)
        #expect(error?.code == .usage || error?.code == .outOfRange)
    }

    @Test func randomTextNeverHurts() {
        var random = RandomText(
            seed: 3,
            pieces: [
                "auto", "current", "1", "0", "9", ".", ",", "@", "-", "+", "/", "K", "hz", "ms",
                "e",
                "nan", "x", ":", "=", "é", "spot", "999999999999",
            ])
        for control in ControlName.allCases {
            for _ in 0..<300 {
                let text = random.text(upTo: 6)
                do throws(PrismError) {
                    _ = try ControlReader.read(text, for: control)
                } catch {
                    #expect(error.message.hasPrefix(control.rawValue))
                }
            }
        }
    }

    @Test func everyControlIsListedWithItsLimitsOrItsReason() throws {
        let run = try Run.prism(["controls", "--json", "--camera", "mock:imx477"])
        #expect(run.status == 0, "\(run.error)")
        let rows = try run.outputLines.compactMap { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        }.filter { $0["event"] as? String == "control" }
        #expect(
            rows.compactMap { $0["control"] as? String } == ControlName.allCases.map(\.rawValue))
        for row in rows {
            let isThere = row["available"] as? Bool == true
            let hasReason = row["reason"] as? [String: Any] != nil
            #expect(isThere != hasReason)
        }
    }

    @Test func limitsAreInTheUnitsThatPeopleWrite() throws {
        let run = try Run.prism(["controls", "--camera", "mock:imx708"])
        #expect(run.output.contains("\nframerate       0.0089 to 14.3501 fps\n"), "\(run.output)")
        #expect(run.output.contains("\ngamma           0.1 to "))
        #expect(run.output.contains(" windows\n"))
    }

    @Test func setSaysWhatCameOfIt() throws {
        let run = try Run.prism([
            "controls", "set", "shutter=1/50", "gain=2", "zoom=2", "--explain", "--camera",
            "mock:imx708,clock=virtual",
        ])
        #expect(run.status == 0, "\(run.error)")
        #expect(run.outputLines.count == 3)
        #expect(run.outputLines.first?.hasPrefix("shutter         20 ms → ") == true)
        #expect(run.outputLines.last?.contains("2.0 → 2.0 (") == true)
    }

    @Test func configureSaysWhatBecameOfAWish() throws {
        let run = try Run.prism([
            "configure", "--size", "1921x1080", "--mode", "full", "--vflip", "--explain",
            "--camera", "mock:imx708",
        ])
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("(asked for 1921x1080)"))
        #expect(run.output.contains("sensorSize          4608x2592"))
        #expect(run.output.contains("transform           vflip"))
        #expect(run.output.contains("mode                2304x1296"))
    }

    @Test func aBoardWithoutALampSaysSoAndTakesNoPicture() throws {
        let scratch = try TemporaryDirectory()
        let words = ["still", "-o", scratch.file("x.jpg"), "--camera", "mock:imx708", "--torch"]
        let run = try Run.prism(words + ["1"])
        #expect(run.status == 6 && run.error.contains("torch"), "\(run.error)")
        #expect(try scratch.names().isEmpty)
        #expect(try Run.prism(words + ["2"]).status == 2)
    }

    @Test func theSensorsOwnHDRLeavesItsOneMode() throws {
        let words = ["configure", "--hdr", "sensor", "--explain", "--camera"]
        let run = try Run.prism(words + ["mock:imx708"])
        #expect(run.status == 0, "\(run.error)")
        #expect(run.output.contains("sensorSize          2304x1296"))
        #expect(run.output.contains("mode                2304x1296"))
        #expect(!run.output.contains("mode                4608x2592"))
        let none = try Run.prism(words + ["mock:imx219"])
        #expect(none.status == 6)
        #expect(none.errorLines.count == 1 && none.error.contains("HDR by the sensor"))
    }

    @Test func theLogIsWrittenWhereItIsAskedFor() throws {
        let words = [
            "configure", "--size", "640x480", "--camera", "mock:imx708",
        ]
        #expect(try Run.prism(words).error == "")
        let run = try Run.prism(words, environment: ["PRISM_LOG": "notice"])
        #expect(run.errorLines.contains { $0.hasPrefix("prism: notice: session: imx708: ") })
    }
}
