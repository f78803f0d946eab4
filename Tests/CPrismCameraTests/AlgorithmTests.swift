// SPDX-License-Identifier: MIT
// The mock's algorithms: exposure after a step of light, metering, flicker, focus and high dynamic range.

import BridgeTestSupport
import CPrismCamera
import Foundation
import Testing

extension BridgeTests {
    @Suite struct AlgorithmTests {
        private static let small = [
            prism_stream_config.wish(PRISM_ROLE_VIEWFINDER, "NV12", 640, 360)
        ]

        private func running(
            _ scene: MockScene, _ controls: [(String, ControlValue)] = [], render: Bool = false
        ) throws -> Rig {
            let rig = try Rig(render: render, sight: scene)
            try rig.session.configure(.wish(Self.small, buffers: 1))
            try rig.session.set(controls)
            try rig.session.start()
            return rig
        }

        private func exposed(_ metadata: prism_metadata) -> Double {
            Double(metadata.exposure_ns) * Double(metadata.analogue_gain)
        }

        @Test(arguments: [16.0, 1.0 / 16])
        func aStepOfEightStopsSettlesWithoutFlapping(from: Double) throws {
            let rig = try running(MockScene("chart"))
            prism_mock_set_light("bench", from, 0)
            let before = exposed(try #require(try rig.session.take(40).last).metadata)
            prism_mock_set_light("bench", 1 / from, 0)
            let frames = try rig.session.take(40).map { exposed($0.metadata) }
            let wanted = before * from * from
            let errors = frames.map { log2($0 / wanted) }
            let settled = try #require(errors.firstIndex { abs($0) <= 0.3 })
            #expect(settled < 25)
            #expect(errors[settled...].allSatisfy { abs($0) <= 0.3 })
            // The error's sign never turns while it can be seen.
            let signs = errors.filter { abs($0) > 0.05 }.map { $0 > 0 }
            #expect(Set(signs).count == 1)
            try rig.end()
        }

        @Test func theCompensationAndTheLimitsHold() throws {
            let rig = try running(MockScene("chart"))
            let plain = exposed(try #require(try rig.session.take(30).last).metadata)
            try rig.session.set([("ExposureValue", .float(-2))])
            let darker = exposed(try #require(try rig.session.take(30).last).metadata)
            #expect(darker < plain / 3 && darker > plain / 10)
            try rig.session.set([("ExposureValue", .float(0))])
            prism_mock_set_light("bench", 1e-5, 0)
            let dark = try #require(try rig.session.take(60).last).metadata
            #expect(dark.exposure_ns > 66_000_000 && dark.exposure_ns <= 66_666_000)
            #expect(dark.analogue_gain == 16 && dark.ae_state == 2)
            try rig.session.set([("AeExposureMode", .int(2))])
            let long = try #require(try rig.session.take(30).last).metadata
            #expect(long.exposure_ns > 119_000_000)
            try rig.end()
        }

        @Test func meteringModesSeeDifferentPartsAndTheHighlightConstraintProtects() throws {
            // The night's lamps are far from the centre.
            let rig = try running(MockScene("night"))
            prism_mock_set_light("bench", 1000, 0)
            let results = try [0, 1, 2].map { (mode: Int32) in
                try rig.session.set([("AeMeteringMode", .int(mode))])
                return exposed(try #require(try rig.session.take(40).last).metadata)
            }
            #expect(Set(results).count == 3)
            try rig.session.set([("AeConstraintMode", .int(1))])
            let protected = exposed(try #require(try rig.session.take(40).last).metadata)
            #expect(protected < (results.min() ?? 0))
            try rig.end()
        }

        @Test(
            arguments: [(100, 10_000, 1), (120, 8333, 1), (100, 10_000, 2)]
                as [(Float, Int32, Int32)])
        func exposuresAreMultiplesOfTheFlickersPeriod(rate: Float, us: Int32, mode: Int32) throws {
            let rig = try running(
                MockScene("chart", flickerRate: rate, flickerDepth: 0.4),
                [("AeFlickerMode", .int(mode)), ("AeFlickerPeriod", .int(us))], render: true)
            prism_mock_set_light("bench", 0.3, 0)
            let frame = try #require(try rig.session.take(40).last)
            let periods = Double(frame.metadata.exposure_ns) / 1000 / Double(us)
            #expect(periods >= 1 && abs(periods - periods.rounded()) < 0.01, "\(periods)")
            #expect(frame.value("AeFlickerDetected", as: Int32.self) == Int32(1e6 / rate + 0.5))
            try rig.end()
        }

        @Test func aTriggeredScanFindsTheSubject() throws {
            let rig = try running(MockScene("chart", distance: 0.4), [("AfMode", .int(1))])
            #expect(try rig.session.take(3).allSatisfy { $0.metadata.af_state == 0 })
            try rig.session.set([("AfTrigger", .int(0))])
            let frames = try rig.session.take(60).map(\.metadata)
            #expect(frames.contains { $0.af_state == 1 })
            let last = try #require(frames.last)
            #expect(last.af_state == 2)
            #expect(abs(last.lens_position - 2.5) < 0.1)
            #expect(last.focus_fom > (frames.map(\.focus_fom).min() ?? 0) * 10)
            try rig.end()
        }

        @Test func continuousFocusFollowsAndPauses() throws {
            let rig = try running(MockScene("chart", distance: 1), [("AfMode", .int(2))])
            let near = try #require(try rig.session.take(60).last).metadata
            #expect(near.af_state == 2 && abs(near.lens_position - 1) < 0.1)
            prism_mock_set_distance("bench", 0.2)
            let moved = try #require(try rig.session.take(60).last).metadata
            #expect(moved.af_state == 2 && abs(moved.lens_position - 5) < 0.1)
            try rig.session.set([("AfPause", .int(0))])
            _ = try rig.session.take(4)
            prism_mock_set_distance("bench", 1)
            let paused = try #require(try rig.session.take(60).last)
            #expect(abs(paused.metadata.lens_position - 5) < 0.1)
            #expect(paused.value("AfPauseState", as: Int32.self) == 2)
            try rig.end()
        }

        @Test func theMacroRangeDoesNotReachFarAway() throws {
            let rig = try running(
                MockScene("chart", distance: .infinity),
                [("AfMode", .int(1)), ("AfRange", .int(1))])
            try rig.session.set([("AfTrigger", .int(0))])
            let last = try #require(try rig.session.take(60).last).metadata
            #expect(last.lens_position >= 3)
            try rig.end()
        }

        @Test func hdrKeepsHighlightsThatAreClippedWithoutIt() throws {
            // A grey that is two stops over white at this exposure.
            let rig = try Rig(scene: Rig.grey(188))
            prism_mock_set_light("bench", 3, 0)
            let automatic: [(String, ControlValue)] = [
                ("ExposureTimeMode", .int(0)), ("AnalogueGainMode", .int(0)),
            ]
            let plain = try rig.shoot(
                Self.small, Rig.manual(us: 10_000, gain: 2) + [("HdrMode", .int(0))]
            ).images[0]
            #expect(plain.meanLuma > 230)
            let hdr = try rig.shoot(
                Self.small, automatic + [("HdrMode", .int(3))], skip: 30)
            #expect(hdr.images[0].meanLuma < 200)
            #expect(exposed(hdr.metadata) < 20e6 / 3 / 3.5)
            try rig.end()
        }

        @Test func unmergedHdrAlternates() throws {
            let rig = try running(MockScene("chart"), [("HdrMode", .int(1))])
            let frames = Array(try rig.session.take(30).suffix(6))
            let channels = frames.compactMap { $0.value("HdrChannel", as: Int32.self) }
            #expect(Set(channels) == [1, 3] && zip(channels, channels.dropFirst()).allSatisfy(!=))
            let short = frames.filter { $0.value("HdrChannel", as: Int32.self) == 1 }
            let long = frames.filter { $0.value("HdrChannel", as: Int32.self) == 3 }
            let ratio = exposed(long[0].metadata) / exposed(short[0].metadata)
            #expect(abs(ratio - 4) < 0.1)
            try rig.end()
        }

        @Test func theLookChangesThePixels() throws {
            let rig = try Rig(scene: ([120, 90, 60], 1, 1))
            func luma(_ controls: [(String, ControlValue)]) throws -> (Double, Double, Double) {
                let base =
                    Rig.manual(us: 10_000, gain: 2) + [
                        ("Brightness", .float(0)), ("Contrast", .float(1)),
                        ("Saturation", .float(1)),
                        ("Gamma", .float(2.2)),
                    ]
                return try rig.shoot(Self.small, base + controls).images[0].rgb(320, 180)
            }
            let plain = try luma([])
            #expect(abs(plain.0 - 120) < 3 && abs(plain.2 - 60) < 3)
            #expect(abs(try luma([("Brightness", .float(0.2))]).1 - plain.1 - 51) < 3)
            let grey = try luma([("Saturation", .float(0))])
            #expect(abs(grey.0 - grey.2) < 3)
            #expect(try luma([("Contrast", .float(2))]).2 < plain.2 - 30)
            #expect(try luma([("Gamma", .float(3))]).1 > plain.1 + 10)
            try rig.end()
        }

        @Test func sharpnessAndNoiseReductionChangeThePixels() throws {
            let rig = try Rig(seed: 9, sight: MockScene("chart"))
            func detail(_ sharpness: Float, _ reduction: Int32) throws -> Double {
                try rig.shoot(
                    Self.small,
                    Rig.manual(us: 1000, gain: 16) + [
                        ("Sharpness", .float(sharpness)), ("NoiseReductionMode", .int(reduction)),
                    ]
                ).images[0].detail
            }
            let plain = try detail(1, 0)
            #expect(try detail(3, 0) > plain * 1.5)
            #expect(try detail(0, 0) < plain * 0.9)
            #expect(try detail(1, 2) < plain)
            try rig.end()
        }
    }
}
