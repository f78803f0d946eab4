// SPDX-License-Identifier: MIT
// The part of a plan that sets shutter, gain, frame duration and what steers the automatic exposure.

extension ControlPlan {
    mutating func add(_ exposure: Exposure) throws(PrismError) {
        // Where nothing can be set, "auto" is what happens anyway.
        if exposure == .auto, capabilities.exposureTime.range == nil, !controls.has("AeEnable") {
            return
        }
        try check(exposure)
        if capabilities.hasPriorityModes {
            addByModes(exposure)
        } else {
            try addByZeros(exposure)
        }
    }

    private func check(_ exposure: Exposure) throws(PrismError) {
        if case .fixed(let time) = exposure.exposureTime {
            let range = try capabilities.exposureTime.limits("a fixed exposure time")
            // Where 0 is the smallest value it means automatic, and so would whatever is rounded to it.
            let shortest = max(range.lowerBound, 1_000)
            guard time >= shortest, time <= range.upperBound else {
                throw PrismError(
                    .outOfRange,
                    "exposure time \(Self.text(time)): this camera allows "
                        + "\(Self.text(shortest)) to \(Self.text(range.upperBound))")
            }
        }
        if case .fixed(let gain) = exposure.analogueGain {
            let range = try capabilities.analogueGain.limits("a fixed analogue gain")
            guard range.contains(leastOr(gain)), gain > 0 else {
                let lowest = range.lowerBound > 0 ? "\(range.lowerBound)" : "more than 0"
                throw PrismError(
                    .outOfRange,
                    "analogue gain \(gain): this camera allows \(lowest) to \(range.upperBound)")
            }
        }
    }

    private mutating func addByModes(_ exposure: Exposure) {
        write("ExposureTimeMode", .integer(exposure.exposureTime == .auto ? 0 : 1))
        if case .fixed(let time) = exposure.exposureTime {
            write("ExposureTime", .integer(Self.microseconds(time)))
        }
        if controls.has("AnalogueGainMode") {
            write("AnalogueGainMode", .integer(exposure.analogueGain == .auto ? 0 : 1))
        }
        if case .fixed(let gain) = exposure.analogueGain {
            write("AnalogueGain", .number(Float(leastOr(gain))))
        }
    }

    private func leastOr(_ gain: Double) -> Double {
        AppliedTest.gain(gain, least: capabilities.analogueGain.range?.lowerBound)
    }

    private mutating func addByZeros(_ exposure: Exposure) throws(PrismError) {
        if exposure == .current {
            guard controls.has("AeEnable") else { throw Self.absent("holding the exposure") }
            return write("AeEnable", .bool(false))
        }
        if controls.has("AeEnable") { write("AeEnable", .bool(true)) }
        if controls.has("ExposureTime") {
            write(
                "ExposureTime", .integer(Self.microseconds(try zeroOrTime(exposure.exposureTime))))
        }
        if controls.has("AnalogueGain") {
            write("AnalogueGain", .number(Float(try zeroOrGain(exposure.analogueGain))))
        }
    }

    private func zeroOrTime(_ axis: ExposureAxis<Int64>) throws(PrismError) -> Int64 {
        switch axis {
        case .auto: return 0
        case .fixed(let time): return time
        case .current:
            guard let time = context.latest.exposureTime else {
                throw Self.absent("holding the shutter")
            }
            return time
        }
    }

    private func zeroOrGain(_ axis: ExposureAxis<Double>) throws(PrismError) -> Double {
        switch axis {
        case .auto: return 0
        case .fixed(let gain): return leastOr(gain)
        case .current:
            guard let gain = context.latest.analogueGain else {
                throw Self.absent("holding the gain")
            }
            return Double(gain)
        }
    }

    mutating func addMetering(_ settings: ControlSettings) throws(PrismError) {
        try add(
            settings.exposureValue, capabilities.exposureValue, "ExposureValue",
            "exposure compensation")
        hint(settings.metering, capabilities.metering, "AeMeteringMode", .metering)
        hint(settings.constraint, capabilities.constraint, "AeConstraintMode", .constraint)
        hint(settings.exposureMode, capabilities.exposureMode, "AeExposureMode", .exposureMode)
        if let flicker = settings.flicker { try add(flicker) }
    }

    private mutating func add(_ flicker: FlickerAvoidance) throws(PrismError) {
        switch flicker {
        case .off:
            // Without the control nothing is avoided anyway.
            if controls.has("AeFlickerMode") { write("AeFlickerMode", .integer(0)) }
        case .auto:
            guard capabilities.detectsFlicker else {
                let reason =
                    controls.has("AeFlickerMode")
                    ? AbsenceReason(.library, "this camera does not find the period out by itself")
                    : AbsenceReason.missing("AeFlickerMode", in: controls)
                return ignore(.flicker, reason)
            }
            write("AeFlickerMode", .integer(2))
        case .period(let period):
            guard case .available(let range, _, _) = capabilities.flickerPeriod else {
                return ignore(.flicker, .missing("AeFlickerMode", in: controls))
            }
            guard range.contains(period), period > 0 else {
                throw PrismError(
                    .outOfRange,
                    "flicker period \(Self.text(period)): this camera allows "
                        + "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
            }
            write("AeFlickerMode", .integer(1))
            write("AeFlickerPeriod", .integer(Self.microseconds(period)))
        }
    }

    /// A fixed exposure needs frames that are long enough for it, so both are always written together.
    mutating func addFrameDuration(_ settings: ControlSettings) throws(PrismError) {
        var wish = settings.frameDuration
        if case .fixed(let time) = settings.exposure?.exposureTime {
            if let wish, time > wish.upperBound {
                throw PrismError(
                    .outOfRange,
                    "exposure time \(Self.text(time)) does not fit in frames of at most "
                        + Self.text(wish.upperBound))
            }
            wish = wish ?? frames(for: time)
        }
        guard let wish else { return restoreFrameDuration(settings) }
        let range = try capabilities.frameDuration.limits("setting the frame duration")
        guard range.contains(wish.lowerBound), range.contains(wish.upperBound) else {
            throw PrismError(
                .outOfRange,
                "frame duration \(Self.text(wish.lowerBound)) to \(Self.text(wish.upperBound)): this "
                    + "camera allows \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
            )
        }
        let limits = [wish.lowerBound, wish.upperBound].map(Self.microseconds)
        write("FrameDurationLimits", .integers(limits))
    }

    /// Room for an exposure and the rows that libcamera adds to it; the camera rounds it down.
    private func frames(for time: Int64) -> ClosedRange<Int64>? {
        capabilities.frameDuration.range.map { range in
            let (room, isTooLong) = time.addingReportingOverflow(time / 8 + 10_000_000)
            let longest = min(range.upperBound, isTooLong ? .max : max(room, 33_333_333))
            return range.lowerBound...max(longest, range.lowerBound)
        }
    }

    /// An automatic shutter must not inherit the long frames that a fixed one asked for before.
    private mutating func restoreFrameDuration(_ settings: ControlSettings) {
        guard settings.exposure?.exposureTime == .auto, capabilities.exposureTime.range != nil,
            let control = controls["FrameDurationLimits"], control.isInput,
            case .integers(let limits) = control.defaultValue,
            limits.count == 2
        else { return }
        write("FrameDurationLimits", .integers(limits))
    }
}
