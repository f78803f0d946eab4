// SPDX-License-Identifier: MIT
// Controls: refused before the handler where they are wrong, carried where they are right.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension HandlerConformance {
    @Suite struct ControlTests {
        @Test func wronglyTypedControlsAreRefusedAndTheCameraGoesOn() throws {
            let bench = try Bench()
            try bench.configure()
            let text = ControlValue(PRISM_TYPE_STRING, Array("nonsense".utf8))
            for (name, row) in try bench.session.controls() where row.direction != 2 {
                guard row.type != PRISM_TYPE_STRING.rawValue else { continue }
                #expect(throws: Failure(code: -EINVAL), "\(name)") {
                    try bench.session.set([(name, text)])
                }
            }
            #expect(throws: Failure(code: -ENOENT)) {
                try bench.session.set([("NoSuchControl", .int(1))])
            }
            try bench.session.start()
            _ = try bench.take(3)
            try bench.end()
        }

        @Test func aWrongNumberOfElementsIsRefused() throws {
            let bench = try Bench()
            try bench.configure()
            guard try bench.session.controls()["FrameDurationLimits"] != nil else { return }
            for count in [0, 1, 3] {
                let value = ControlValue.longs([Int64](repeating: 33_333, count: count))
                #expect(throws: Failure(code: -ERANGE)) {
                    try bench.session.set([("FrameDurationLimits", value)])
                }
            }
            try bench.end()
        }

        @Test func controlsAreTakenWithStartAndWhileRunning() throws {
            let bench = try Bench()
            try bench.configure()
            guard let row = try bench.session.controls()["FrameDurationLimits"] else { return }
            let duration = Int64(max(row.minimum ?? 0, 20_000))
            let value = ControlValue.longs([duration, duration])
            let first = try bench.session.set([("FrameDurationLimits", value)])
            try bench.session.start()
            #expect(try bench.take(1)[0].controlSerial == first)
            let second = try bench.session.set([("FrameDurationLimits", value)])
            #expect(second > first)
            let serials = try bench.take(Int(bench.session.counters.slots) * 2 + 2)
                .map(\.controlSerial)
            #expect(serials == serials.sorted())
            #expect(serials.last == second)
            try bench.end()
        }

        @Test func aFixedExposureHoldsFromTheFirstFrame() throws {
            let bench = try Bench()
            try bench.configure()
            let names = Set(try bench.session.controls().keys)
            guard names.contains("ExposureTime"), names.contains("AnalogueGain") else { return }
            var fixed: [(String, ControlValue)] = [
                ("ExposureTime", .int(5000)), ("AnalogueGain", .float(1)),
            ]
            if names.contains("ExposureTimeMode") { fixed.append(("ExposureTimeMode", .int(1))) }
            if names.contains("AnalogueGainMode") { fixed.append(("AnalogueGainMode", .int(1))) }
            if names.contains("ColourGains") { fixed.append(("ColourGains", .floats([2, 2]))) }
            try bench.session.set(fixed)
            try bench.session.start()
            let frame = try bench.take(1)[0]
            guard frame.metadata.valid & PRISM_HAS_EXPOSURE.rawValue != 0 else { return }
            // Sensors count in lines, so the value is rounded.
            #expect(abs(frame.metadata.exposure_ns - 5_000_000) < 250_000)
            try bench.end()
        }
    }
}
