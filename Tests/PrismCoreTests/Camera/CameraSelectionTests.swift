// SPDX-License-Identifier: MIT
// The text form of a camera, its refusals, and what a random text can do to it.

import PrismCore
import PrismTesting
import Testing

@Suite struct CameraSelectionTests {
    @Test(
        arguments: [
            ("libcamera", nil), ("libcamera:0", "0"), ("libcamera:imx708", "imx708"), ("3", "3"),
            ("libcamera:/base/soc/i2c@88000/imx708@1a", "/base/soc/i2c@88000/imx708@1a"),
            ("libcamera:usb:1.2", "usb:1.2"),
        ] as [(String, String?)])
    func aRealCameraIsNamedByIndexIdentifierOrModel(text: String, selector: String?) throws {
        #expect(try CameraSelection(text) == .libcamera(selector: selector))
    }

    @Test func aMockTakesEveryField() throws {
        var expected = MockCameraOptions()
        expected.sensor = "imx219"
        expected.scene = .file("/tmp/a,b.jpg")
        expected.clock = .virtual
        expected.seed = 7
        expected.fault = "stall@3"
        expected.hasLegacyExposure = true
        let text = "mock:imx219,scene=/tmp/a\\,b.jpg,clock=virtual,seed=7,fault=stall@3,ae=legacy"
        #expect(try CameraSelection(text) == .mock(expected))
        #expect(CameraSelection.mock(expected).description == text)
    }

    @Test(arguments: ["mock", "mock:imx708", "mock:scene=bars", "mock:imx708,clock=real,seed=1"])
    func theDefaultsOfTheMockMayBeLeftOut(text: String) throws {
        #expect(try CameraSelection(text) == .mock(MockCameraOptions()))
    }

    @Test func scenesAndTheirLightHaveNamesAndNumbers() throws {
        var expected = MockCameraOptions()
        expected.scene = .made(.day)
        expected.light.kelvin = 2850
        expected.light.flickerRate = 100
        expected.light.flickerDepth = 0.5
        expected.light.distance = 0.25
        expected.light.startHour = 6
        expected.light.daySeconds = 60
        let text =
            "mock:imx708,scene=day,light=2850.0,flicker=100.0,depth=0.5,distance=0.25,hour=6.0,day=60.0"
        #expect(try CameraSelection(text) == .mock(expected))
        #expect(CameraSelection.mock(expected).description == text)
        expected = MockCameraOptions()
        expected.scene = .file("night")
        let file = CameraSelection.mock(expected).description
        #expect(file == "mock:imx708,scene=./night")
    }

    @Test(arguments: [
        ("mock:light=warm", "1000.0 to 40000.0 kelvin"), ("mock:flicker=0", "Hz"),
        ("mock:depth=2", "0.0 to 1.0"), ("mock:distance=nan", "metres"), ("mock:hour=25", "24"),
        ("mock:day=0", "seconds"),
        ("", "unknown camera"), ("webcam", "unknown camera"), ("0:1", "unknown camera"),
        ("libcamera:", "no index"), ("mock:", "unknown sensor"), ("mock:imx999", "imx477"),
        ("mock:imx708,imx219", "not understood"), ("mock:sceen=bars", "scene="),
        ("mock:clock=fast", "virtual"), ("mock:seed=-1", "whole number"),
        ("mock:seed=18446744073709551616", "2^64"), ("mock:ae=new", "ae=legacy"),
        ("mock:scene=", "nothing follows"), ("mock:seed=1,seed=1", "twice"),
        ("mock:imx708\\", "backslash"), ("mock:imx708,", "not understood"),
    ])
    func aTextThatIsNotUnderstoodSaysWhatIs(text: String, part: String) {
        let error = prismError { try CameraSelection(text) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }

    @Test func theOptionWinsOverTheEnvironmentAndTheMockIsNeverSilent() throws {
        let mock = CameraSelection.mock(MockCameraOptions())
        let first = CameraSelection.libcamera(selector: nil)
        #expect(try CameraSelection.resolve(option: nil, environment: nil) == first)
        #expect(try CameraSelection.resolve(option: nil, environment: "") == first)
        #expect(try CameraSelection.resolve(option: nil, environment: "mock") == mock)
        #expect(try CameraSelection.resolve(option: "libcamera", environment: "mock") == first)
        let error = prismError {
            try CameraSelection.resolve(option: nil, environment: "webcam")
        }
        #expect(error?.message.hasPrefix("PRISM_CAMERA: ") == true)
    }

    @Test func whateverIsReadIsReadTheSameAgain() {
        var random = SeededGenerator(seed: 2)
        let pieces = [
            "mock", "libcamera", ":", ",", "=", "\\", "scene", "clock", "seed", "fault", "ae",
            "imx708", "imx219", "virtual", "legacy", "7", "light", "night", "hour", "é", "\u{301}",
            " ", "x",
        ]
        var accepted = 0
        for _ in 0..<20_000 {
            let count = Int(random.next() % 9)
            let text = (0..<count).map { _ in pieces[Int(random.next() % 23)] }.joined()
            for candidate in [text, "mock:" + text, "mock:seed=1,fault=" + text] {
                guard let selection = try? CameraSelection(candidate) else { continue }
                accepted += 1
                #expect((try? CameraSelection(selection.description)) == selection)
            }
        }
        #expect(accepted > 1_000)
    }
}
