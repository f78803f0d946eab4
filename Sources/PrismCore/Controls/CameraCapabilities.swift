// SPDX-License-Identifier: MIT
// What a camera can do in its present configuration, read off its control table.

/// What a camera can do in its present configuration.
public struct CameraCapabilities: Hashable, Sendable {
    /// Exposure time in nanoseconds.
    public let exposureTime: Capability<Int64>
    /// Analogue gain as a factor.
    public let analogueGain: Capability<Double>
    /// Frame duration in nanoseconds.
    public let frameDuration: Capability<Int64>
    /// White balance gains.
    public let colourGains: Capability<Double>
    /// Exposure compensation in stops.
    public let exposureValue: Capability<Double>
    /// True where modes say what is automatic (libcamera 0.5 and later); webcams have one of the shutter alone.
    public let hasPriorityModes: Bool
    /// Where the automatic exposure can look.
    public let metering: ChoiceCapability<MeteringMode>
    /// What the automatic exposure can be told not to sacrifice.
    public let constraint: ChoiceCapability<ConstraintMode>
    /// How the automatic exposure can divide light.
    public let exposureMode: ChoiceCapability<ExposureMode>
    /// Period of flickering light in nanoseconds.
    public let flickerPeriod: Capability<Int64>
    /// True where the camera finds the period of flickering light out by itself.
    public let detectsFlicker: Bool
    /// Kinds of light that the automatic white balance can be told of.
    public let whiteBalancePreset: ChoiceCapability<WhiteBalancePreset>
    /// Colour temperature in kelvin, as something that can be set.
    public let colourTemperature: Capability<Int64>
    /// Elements of the colour matrix.
    public let colourMatrix: Capability<Double>
    /// Position of the lens in dioptres.
    public let lensPosition: Capability<Double>
    /// True where the camera focuses by itself.
    public let hasAutoFocus: Bool
    /// Part of the lens's way that can be chosen.
    public let focusRange: ChoiceCapability<FocusRange>
    /// Speeds of the lens.
    public let focusSpeed: ChoiceCapability<FocusSpeed>
    /// Number of focus windows.
    public let focusWindows: Capability<Int>
    /// High dynamic range.
    public let hdr: ChoiceCapability<HDRMode>
    /// Digital zoom as a factor.
    public let zoom: Capability<Double>
    /// The whole picture in sensor coordinates, where the camera can crop.
    public let fullCrop: SensorRectangle?
    /// The whole pictures of two outputs that can be cropped apart (rpi::ScalerCrops); else empty.
    public let outputCrops: [SensorRectangle]
    /// Largest rectangle of the sensor that this mode reads, where the camera says.
    public let sensorArea: SensorRectangle?
    /// Brightness, 0 is neutral.
    public let brightness: Capability<Double>
    /// Contrast, 1 is neutral.
    public let contrast: Capability<Double>
    /// Saturation, 1 is neutral.
    public let saturation: Capability<Double>
    /// Sharpness, 1 is neutral.
    public let sharpness: Capability<Double>
    /// Exponent of the tone curve.
    public let gamma: Capability<Double>
    /// Work against noise.
    public let noiseReduction: ChoiceCapability<NoiseReduction>

    /// Reads the capabilities off a control table.
    public init(_ controls: ControlTable) {
        let reader = CapabilityReader(controls)
        exposureTime = reader.time("ExposureTime")
        analogueGain = reader.number("AnalogueGain", "×")
        frameDuration = reader.time("FrameDurationLimits")
        colourGains = reader.number("ColourGains", "×")
        exposureValue = reader.number("ExposureValue", "EV")
        hasPriorityModes = controls.has("ExposureTimeMode")
        metering = reader.choice("AeMeteringMode")
        constraint = reader.choice("AeConstraintMode")
        exposureMode = reader.choice("AeExposureMode")
        flickerPeriod = reader.flickerPeriod
        detectsFlicker = controls["AeFlickerMode"].map { $0.isInput && $0.allows(2) } ?? false
        whiteBalancePreset = reader.choice("AwbMode")
        colourTemperature = reader.whole("ColourTemperature", "K")
        colourMatrix = reader.number("ColourCorrectionMatrix", "")
        lensPosition = reader.number("LensPosition", "dpt")
        hasAutoFocus = controls["AfMode"].map { $0.isInput && $0.allows(1) } ?? false
        focusRange = reader.choice("AfRange")
        focusSpeed = reader.choice("AfSpeed")
        focusWindows = reader.windows
        hdr = reader.choice("HdrMode")
        zoom = reader.zoom
        outputCrops = reader.outputCrops
        // A crop of its own for each: frames tell the first output's.
        fullCrop = outputCrops.first ?? reader.fullCrop
        sensorArea = reader.sensorArea
        brightness = reader.number("Brightness", "")
        contrast = reader.number("Contrast", "×")
        saturation = reader.number("Saturation", "×")
        sharpness = reader.number("Sharpness", "×")
        gamma = reader.number("Gamma", "")
        noiseReduction = reader.choice("NoiseReductionMode")
    }
}

/// Reads limits off a control table in Prism's units.
private struct CapabilityReader {
    private let controls: ControlTable

    init(_ controls: ControlTable) { self.controls = controls }

    private func reason(_ name: String) -> AbsenceReason { .missing(name, in: controls) }

    private func limits(_ name: String) -> (low: Double, high: Double, usual: Double?)? {
        guard let control = controls[name], control.isInput, let low = control.minimum?.asDouble,
            let high = control.maximum?.asDouble, low <= high || high == 0
        else { return nil }
        return (low, high, control.defaultValue?.asDouble)
    }

    func time(_ name: String) -> Capability<Int64> {
        guard let limits = limits(name) else { return .absent(reason(name)) }
        // libcamera counts times in microseconds; a maximum of 0 means "not known".
        let shortest = nanoseconds(max(0, limits.low))
        let longest = limits.high > 0 ? nanoseconds(limits.high) : Int64.max
        return .available(
            shortest...max(longest, shortest), default: limits.usual.map(nanoseconds), unit: "ns")
    }

    /// Some handlers say "no limit" by the largest number there is.
    private func nanoseconds(_ microseconds: Double) -> Int64 {
        Int64(exactly: (microseconds * 1_000).rounded()) ?? .max
    }

    func number(_ name: String, _ unit: String) -> Capability<Double> {
        guard let limits = limits(name), limits.low <= limits.high else {
            return .absent(reason(name))
        }
        return .available(limits.low...limits.high, default: limits.usual, unit: unit)
    }

    func whole(_ name: String, _ unit: String) -> Capability<Int64> {
        guard let limits = limits(name), let low = Int64(exactly: limits.low.rounded()),
            let high = Int64(exactly: limits.high.rounded()), low <= high
        else { return .absent(reason(name)) }
        return .available(
            low...high, default: limits.usual.flatMap { Int64(exactly: $0.rounded()) }, unit: unit)
    }

    func choice<Choice: ControlChoice>(_ name: String) -> ChoiceCapability<Choice> {
        ChoiceCapability(controls[name], absent: reason(name))
    }

    var flickerPeriod: Capability<Int64> {
        guard controls["AeFlickerMode"].map({ $0.isInput && $0.allows(1) }) == true else {
            return .absent(reason("AeFlickerMode"))
        }
        return time("AeFlickerPeriod")
    }

    /// How many windows are kept is said nowhere (Raspberry Pi's handler keeps ten), so the ABI's limit.
    var windows: Capability<Int> {
        guard controls.has("AfWindows"), controls.has("AfMetering") else {
            return .absent(reason("AfWindows"))
        }
        return .available(0...FocusWindows.most, default: 0, unit: "windows")
    }

    private func rectangle(_ value: ControlValue?) -> SensorRectangle? {
        switch value {
        case .rectangle(let one)?: one.width > 0 && one.height > 0 ? one : nil
        case .rectangles(let several)?: several.first
        default: nil
        }
    }

    /// The default crop shows the whole picture in its own shape; the largest is all that the mode reads.
    var fullCrop: SensorRectangle? {
        guard let control = controls["ScalerCrop"], control.isInput else { return nil }
        return rectangle(control.defaultValue) ?? rectangle(control.maximum)
    }

    /// Raspberry Pi's handler gives the outputs' own crops as the control's limits.
    var outputCrops: [SensorRectangle] {
        guard let control = controls["ScalerCrops"], control.isInput,
            let first = rectangle(control.minimum), let second = rectangle(control.maximum)
        else { return [] }
        return [first, second]
    }

    var sensorArea: SensorRectangle? { rectangle(controls["ScalerCrop"]?.maximum) }

    var zoom: Capability<Double> {
        guard let control = controls["ScalerCrop"], let full = fullCrop else {
            return .absent(reason("ScalerCrop"))
        }
        // Sixteen sensor pixels across are a smear already, whatever a camera allows.
        let least = SensorRectangle(x: 0, y: 0, width: 16, height: 16)
        let smallest = rectangle(control.minimum) ?? least
        return .available(
            1...Zoom.largest(full, smallest: smallest), default: 1, unit: "×")
    }
}
