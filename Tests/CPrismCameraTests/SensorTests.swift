// SPDX-License-Identifier: MIT
// The simulated sensor: delays, the first frame, and the exposure modes of both libcamera generations.

import BridgeTestSupport
import CPrismCamera
import Testing

extension BridgeTests {
    @Suite struct SensorTests {
        private func started(
            sensor: String = "imx708", legacy: Bool = false, _ controls: [(String, ControlValue)],
            buffers: UInt32 = 1
        ) throws -> Rig {
            let rig = try Rig(sensor: sensor, legacy: legacy, render: false)
            try rig.session.configure(
                .wish([.wish(PRISM_ROLE_VIDEO, "NV12", 640, 480)], buffers: buffers))
            try rig.session.set(controls)
            try rig.session.start()
            return rig
        }

        private static let manual: [(String, ControlValue)] = [
            ("ExposureTimeMode", .int(1)), ("AnalogueGainMode", .int(1)),
            ("ExposureTime", .int(5400)), ("AnalogueGain", .float(2)),
            ("ColourGains", .floats([2, 1.5])),
        ]

        /// Frames until the first one that fits, with one buffer: the change goes with the next request.
        private func framesUntil(
            _ rig: Rig, _ controls: [(String, ControlValue)], _ fits: (prism_metadata) -> Bool
        ) throws -> Int {
            let frame = try #require(rig.session.next())
            try rig.session.set(controls)
            try rig.session.requeue(frame)
            return try #require(try rig.session.take(12).firstIndex { fits($0.metadata) })
        }

        @Test(arguments: SensorFigures.all)
        func fixedValuesHoldOnTheVeryFirstFrame(sensor: String) throws {
            let rig = try started(sensor: sensor, Self.manual)
            let first = try #require(rig.session.next()).metadata
            #expect(first.sequence == 0)
            #expect(abs(first.exposure_ns - 5_400_000) < 32_000)
            #expect(first.exposure_ns <= 5_400_000)
            // The imx296's codes are tenths of a decibel.
            #expect(abs(first.analogue_gain - 2) < 0.01)
            #expect(first.colour_gains == (2, 1.5))
            #expect(first.ae_state == 0 && first.awb_state == 0)
            #expect(rig.session.counters.hidden == 0)
            try rig.end()
        }

        @Test(arguments: [("imx708", 2, 2), ("imx477", 2, 2), ("imx219", 2, 1), ("ov5647", 2, 2)])
        func changesComeWithTheSensorsDelay(sensor: String, exposure: Int, gain: Int) throws {
            let rig = try started(sensor: sensor, Self.manual)
            let shutter = try framesUntil(rig, [("ExposureTime", .int(10_800))]) {
                $0.exposure_ns > 10_000_000
            }
            #expect(shutter == exposure)
            let amplifier = try framesUntil(rig, [("AnalogueGain", .float(4))]) {
                $0.analogue_gain == 4
            }
            #expect(amplifier == gain)
            let length = try framesUntil(
                rig, [("FrameDurationLimits", .longs([50_000, 50_000]))]
            ) { $0.frame_duration_ns == 50_000_000 }
            #expect(length == 3)
            let balance = try framesUntil(rig, [("ColourGains", .floats([3, 3]))]) {
                $0.colour_gains == (3, 3)
            }
            #expect(balance == 0)
            try rig.end()
        }

        @Test func aLongExposureWaitsForTheLongerFrame() throws {
            let rig = try started(Self.manual)
            let frame = try #require(rig.session.next())
            try rig.session.set([("ExposureTime", .int(200_000))])
            try rig.session.requeue(frame)
            let exposures = try rig.session.take(6).map(\.metadata.exposure_ns)
            #expect(exposures[1] == 5_400_000)
            #expect(exposures[2] < 33_333_000 && exposures[2] > 30_000_000)
            #expect(exposures[3] == 200_000_000)
            try rig.end()
        }

        @Test func theFrameDurationBoundsTheExposure() throws {
            let rig = try started(
                Self.manual + [
                    ("ExposureTime", .int(200_000)),
                    ("FrameDurationLimits", .longs([20_000, 20_000])),
                ])
            let frame = try #require(rig.session.next()).metadata
            #expect(frame.frame_duration_ns == 20_000_000)
            #expect(frame.exposure_ns < 20_000_000 && frame.exposure_ns > 19_000_000)
            try rig.end()
        }

        @Test func automaticExposureConvergesAndFollowsTheCompensation() throws {
            let rig = try started([])
            let frames = try rig.session.take(20).map(\.metadata)
            #expect(frames[0].ae_state == 1)
            #expect(frames[19].ae_state == 2 && frames[19].awb_state == 2)
            #expect(frames[19].exposure_ns == 10_000_000 && frames[19].analogue_gain == 2)
            let products = frames.map { Float($0.exposure_ns) * $0.analogue_gain }
            #expect(products == products.sorted())
            try rig.session.set([("ExposureValue", .float(1))])
            let brighter = try #require(try rig.session.take(25).last).metadata
            #expect(abs(Float(brighter.exposure_ns) * brighter.analogue_gain / 40e6 - 1) < 0.01)
            try rig.end()
        }

        @Test func shutterPriorityLetsTheGainFollow() throws {
            let rig = try started([("ExposureTimeMode", .int(1)), ("ExposureTime", .int(5000))])
            let settled = try #require(try rig.session.take(25).last).metadata
            #expect(settled.exposure_ns == 5_000_000)
            #expect(abs(settled.analogue_gain - 4) < 0.05)
            #expect(settled.ae_state == 2)
            try rig.end()
        }

        @Test func gainPriorityLetsTheShutterFollow() throws {
            let rig = try started([("AnalogueGainMode", .int(1)), ("AnalogueGain", .float(1))])
            let settled = try #require(try rig.session.take(25).last).metadata
            // The imx708's least gain.
            #expect(abs(settled.analogue_gain - 1.1228) < 0.001)
            let light = Double(settled.exposure_ns) * Double(settled.analogue_gain)
            #expect(abs(light - 20_000_000) < 200_000)
            try rig.end()
        }

        @Test func valuesWithoutTheManualModeAreIgnored() throws {
            let rig = try started([("ExposureTime", .int(1000)), ("AnalogueGain", .float(8))])
            let settled = try #require(try rig.session.take(25).last).metadata
            #expect(settled.exposure_ns == 10_000_000 && settled.analogue_gain == 2)
            try rig.end()
        }

        @Test func switchingToManualFreezesTheLastValues() throws {
            let rig = try started([])
            _ = try rig.session.take(20)
            try rig.session.set([("AeEnable", .bool(false)), ("ExposureValue", .float(2))])
            let frozen = try #require(try rig.session.take(10).last).metadata
            #expect(frozen.exposure_ns == 10_000_000 && frozen.analogue_gain == 2)
            #expect(frozen.ae_state == 0)
            try rig.end()
        }

        @Test func theOlderGenerationHasNoModesAndTakesZeroForAutomatic() throws {
            let rig = try started(legacy: true, [("ExposureTime", .int(5000))])
            let names = Set(try rig.session.controls().keys)
            #expect(names.isDisjoint(with: ["ExposureTimeMode", "AnalogueGainMode"]))
            let priority = try #require(try rig.session.take(25).last).metadata
            #expect(priority.exposure_ns == 5_000_000)
            #expect(abs(priority.analogue_gain - 4) < 0.05)
            try rig.session.set([("ExposureTime", .int(0))])
            let automatic = try #require(try rig.session.take(25).last).metadata
            #expect(automatic.exposure_ns == 10_000_000 && automatic.analogue_gain == 2)
            try rig.end()
        }

        @Test func zeroGainsGiveTheWhiteBalanceBack() throws {
            let rig = try started([("ColourGains", .floats([4, 4]))])
            #expect(try #require(rig.session.take(1).first).metadata.awb_state == 0)
            try rig.session.set([("ColourGains", .floats([0, 4]))])
            let settled = try #require(try rig.session.take(30).last).metadata
            #expect(settled.awb_state == 2)
            #expect(abs(settled.colour_gains.0 - 1.9) < 0.01)
            try rig.end()
        }

        @Test func theListSaysWhatTheStructSays() throws {
            let rig = try started(Self.manual)
            let frame = try #require(rig.session.next())
            let metadata = frame.metadata
            #expect(frame.value("ExposureTime", as: Int32.self) == 5400)
            #expect(frame.value("AnalogueGain", as: Float.self) == metadata.analogue_gain)
            #expect(frame.value("SensorTimestamp", as: Int64.self) == metadata.timestamp_ns)
            #expect(
                frame.value("FrameDuration", as: Int64.self) == metadata.frame_duration_ns / 1000)
            #expect(frame.value("SensorBlackLevels", as: Int32.self) == 4096)
            #expect(frame.value("LensPosition", as: Float.self) == metadata.lens_position)
            #expect(frame.list["ScalerCrop"]?.count == 16)
            #expect(frame.list["ColourGains"]?.count == 8)
            try rig.end()
        }
    }
}
