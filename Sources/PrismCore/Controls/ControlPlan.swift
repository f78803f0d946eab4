// SPDX-License-Identifier: MIT
// Pure translation of wishes into the controls that a camera has, by what it has and never by version.

/// The controls to write for some wishes.
///
/// Sources: libcamera's control documentation for the meanings; for the semantics before
/// ExposureTimeMode existed (0.5), its Raspberry Pi AGC: a non-zero ExposureTime or AnalogueGain is fixed,
/// zero gives it back to the automatic, AeEnable false freezes both.
public struct ControlPlan: Hashable, Sendable {
    /// What to write, in order.
    public private(set) var writes: [ControlWrite] = []

    private let controls: ControlTable
    private let capabilities: CameraCapabilities
    private let latest: FrameMetadata

    /// Translates wishes.
    ///
    /// - Parameters:
    ///   - settings: The wishes.
    ///   - controls: What the camera has in its present configuration.
    ///   - latest: Metadata of the newest frame, for `.current` on cameras without priority modes.
    /// - Throws: `unsupported` where the camera lacks a control, `outOfRange` naming the limit.
    public init(
        _ settings: ControlSettings, controls: ControlTable, latest: FrameMetadata = FrameMetadata()
    ) throws(PrismError) {
        self.controls = controls
        self.latest = latest
        capabilities = CameraCapabilities(controls)
        if let exposure = settings.exposure { try add(exposure) }
        if let stops = settings.exposureValue { try addExposureValue(stops) }
        if let whiteBalance = settings.whiteBalance { try add(whiteBalance) }
        try addFrameDuration(settings)
    }

    private mutating func write(_ name: String, _ value: ControlValue) {
        writes.append(ControlWrite(name, value, vendor: controls[name]?.vendor ?? ""))
    }

    private mutating func add(_ exposure: Exposure) throws(PrismError) {
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
            let range = try Self.limits(capabilities.exposureTime, "a fixed exposure time")
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
            let range = try Self.limits(capabilities.analogueGain, "a fixed analogue gain")
            guard range.contains(gain), gain > 0 else {
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
        write("AnalogueGainMode", .integer(exposure.analogueGain == .auto ? 0 : 1))
        if case .fixed(let gain) = exposure.analogueGain {
            write("AnalogueGain", .number(Float(gain)))
        }
    }

    private mutating func addByZeros(_ exposure: Exposure) throws(PrismError) {
        if exposure.exposureTime == .current, exposure.analogueGain == .current {
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
            guard let time = latest.exposureTime else { throw Self.absent("holding the shutter") }
            return time
        }
    }

    private func zeroOrGain(_ axis: ExposureAxis<Double>) throws(PrismError) -> Double {
        switch axis {
        case .auto: return 0
        case .fixed(let gain): return gain
        case .current:
            guard let gain = latest.analogueGain else { throw Self.absent("holding the gain") }
            return Double(gain)
        }
    }

    private mutating func addExposureValue(_ stops: Double) throws(PrismError) {
        let range = try Self.limits(capabilities.exposureValue, "exposure compensation")
        guard range.contains(stops) else {
            throw PrismError(
                .outOfRange,
                "exposure compensation \(stops) EV: this camera allows "
                    + "\(range.lowerBound) to \(range.upperBound)")
        }
        write("ExposureValue", .number(Float(stops)))
    }

    private mutating func add(_ whiteBalance: WhiteBalance) throws(PrismError) {
        switch whiteBalance {
        case .auto:
            if controls.has("AwbEnable") { write("AwbEnable", .bool(true)) }
        case .gains(let gains):
            let range = try Self.limits(capabilities.colourGains, "fixed white balance gains")
            for gain in [gains.red, gains.blue] where !range.contains(Double(gain)) || gain <= 0 {
                throw PrismError(
                    .outOfRange,
                    "white balance gain \(gain): this camera allows more than 0 and at most "
                        + "\(range.upperBound)")
            }
            if controls.has("AwbEnable") { write("AwbEnable", .bool(false)) }
            write("ColourGains", .numbers([gains.red, gains.blue]))
        }
    }

    /// A fixed exposure needs frames that are long enough for it, so both are always written together.
    private mutating func addFrameDuration(_ settings: ControlSettings) throws(PrismError) {
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
        let range = try Self.limits(capabilities.frameDuration, "setting the frame duration")
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

    private static func limits<Value>(
        _ capability: Capability<Value>, _ what: String
    ) throws(PrismError) -> ClosedRange<Value> {
        switch capability {
        case .available(let range, _, _): return range
        case .absent(let reason):
            throw PrismError(.unsupported, "\(what) is not possible: \(reason.text)")
        }
    }

    private static func absent(_ what: String) -> PrismError {
        PrismError(
            .unsupported, "\(what) is not possible: this camera's pipeline has no such control")
    }

    private static func microseconds(_ nanoseconds: Int64) -> Int64 {
        nanoseconds / 1_000 + (nanoseconds % 1_000 >= 500 ? 1 : 0)
    }

    /// A time for a person: "1/50 s" would hide the limit, so whole units.
    static func text(_ nanoseconds: Int64) -> String {
        for (unit, size) in [("s", Int64(1_000_000_000)), ("ms", 1_000_000), ("µs", 1_000)]
        where nanoseconds >= size {
            let thousandths = nanoseconds % size * 1_000 / size
            let fraction = thousandths == 0 ? "" : "." + String(thousandths + 1_000).dropFirst()
            return "\(nanoseconds / size)\(fraction) \(unit)"
        }
        return "\(nanoseconds) ns"
    }
}
