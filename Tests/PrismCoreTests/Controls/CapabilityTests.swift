// SPDX-License-Identifier: MIT
// Capabilities from control tables, also from odd ones.

import Testing

@testable import PrismCore

@Suite struct CapabilityTests {
    @Test func timesAreNanosecondsAndCarryTheirDefault() {
        let capabilities = CameraCapabilities(.modern)
        #expect(
            capabilities.exposureTime
                == .available(8_000...112_015_443_000, default: 10_000_000, unit: "ns"))
        #expect(capabilities.frameDuration.range == 8_324_000...112_015_836_000)
        #expect(capabilities.analogueGain.range == 1...16)
        #expect(capabilities.hasPriorityModes)
        #expect(!CameraCapabilities(.legacy).hasPriorityModes)
    }

    /// A webcam through libcamera's uvcvideo: the kernel refuses a shutter whose mode is automatic.
    @Test func aShutterWithAModeButNoGainIsSetByItsMode() throws {
        let table = ControlTable([
            .choice("ExposureTimeMode", 1),
            .input("ExposureTime", .integer(100), .integer(1_000_000)),
        ])
        #expect(CameraCapabilities(table).hasPriorityModes)
        let plan = try ControlPlan(
            .with { $0.exposure = .shutterPriority(nanoseconds: 5_000_000) }, controls: table)
        #expect(plan.writes.map(\.name) == ["ExposureTimeMode", "ExposureTime"])
    }

    @Test func whatIsMissingSaysWhy() {
        let capabilities = CameraCapabilities(ControlTable([]))
        guard case .absent(let reason) = capabilities.exposureTime else {
            return #expect(Bool(false))
        }
        #expect(reason.cause == .sensor)
        #expect(!reason.text.isEmpty)
        #expect(capabilities.colourGains.range == nil)
    }

    @Test(
        arguments: [
            (ControlValue.integer(0), ControlValue.integer(0)),
            (.integer(0), .integer(.max)), (.integer(.min), .integer(.max)),
            (.integer(.max), .integer(.max)), (.number(-.infinity), .number(.infinity)),
            (.number(.nan), .number(.nan)), (.integer(9), .integer(3)),
        ] as [(ControlValue, ControlValue)])
    func oddLimitsDoNotCrash(low: ControlValue, high: ControlValue) {
        let names = [
            "ExposureTime", "FrameDurationLimits", "AnalogueGain", "ColourGains", "ExposureValue",
        ]
        let capabilities = CameraCapabilities(ControlTable(names.map { .input($0, low, high) }))
        #expect((capabilities.exposureTime.range?.lowerBound ?? 0) >= 0)
    }

    @Test func anUnknownMaximumLimitsNothing() {
        let table = ControlTable([.input("ExposureTime", .integer(0), .integer(0))])
        #expect(CameraCapabilities(table).exposureTime.range == 0...Int64.max)
    }

    @Test func anOutputIsNoCapability() {
        let gain = ControlDescription(
            name: "AnalogueGain", vendor: "libcamera", minimum: .number(1), maximum: .number(8),
            defaultValue: nil, isInput: false)
        #expect(CameraCapabilities(ControlTable([gain])).analogueGain.range == nil)
        #expect(!ControlTable([gain]).has("AnalogueGain"))
    }
}
