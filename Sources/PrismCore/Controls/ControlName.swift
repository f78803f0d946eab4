// SPDX-License-Identifier: MIT
// The controls that Prism knows, each with its words, its unit and what happens where a camera lacks it.

/// What happens to a wish for something that a camera lacks.
public enum AbsentBehaviour: String, Hashable, Sendable {
    /// Setting it fails, and nothing is set.
    case fails
    /// It is left out, and a ``CameraEvent/ignored(_:)`` says so.
    case reports
    /// Nothing: what is wished for is what happens anyway.
    case nothing
}

/// A control by Prism's name; raw values are words of commands and of JSON, and never change.
public enum ControlName: String, CaseIterable, Hashable, Sendable {
    /// Exposure time.
    case shutter
    /// Analogue gain.
    case gain
    /// Exposure compensation.
    case ev
    /// Where the automatic exposure looks.
    case metering
    /// What the automatic exposure must not sacrifice.
    case constraint
    /// How the automatic exposure divides shutter and gain.
    case exposureMode = "exposure-mode"
    /// What is done about lamps that flicker.
    case flicker
    /// White balance.
    case whiteBalance = "awb"
    /// Sensor colours to picture colours.
    case colourMatrix = "ccm"
    /// Who moves the lens, or where it stands.
    case focus
    /// How much of its way the lens may use.
    case focusRange = "focus-range"
    /// How fast the lens moves.
    case focusSpeed = "focus-speed"
    /// Where the automatic focus looks.
    case focusWindows = "focus-window"
    /// High dynamic range.
    case hdr
    /// Frames per second.
    case frameDuration = "framerate"
    /// Digital zoom.
    case zoom
    /// Brightness of the picture.
    case brightness
    /// Contrast of the picture.
    case contrast
    /// How colourful the picture is.
    case saturation
    /// How edges are stressed.
    case sharpness
    /// Exponent of the tone curve.
    case gamma
    /// Work against noise.
    case noiseReduction = "denoise"

    /// libcamera's control that decides whether a camera has it.
    public var libcameraName: String {
        switch self {
        case .shutter: "ExposureTime"
        case .gain: "AnalogueGain"
        case .ev: "ExposureValue"
        case .metering: "AeMeteringMode"
        case .constraint: "AeConstraintMode"
        case .exposureMode: "AeExposureMode"
        case .flicker: "AeFlickerMode"
        case .whiteBalance: "ColourGains"
        case .colourMatrix: "ColourCorrectionMatrix"
        case .focus: "AfMode"
        case .focusRange: "AfRange"
        case .focusSpeed: "AfSpeed"
        case .focusWindows: "AfWindows"
        case .hdr: "HdrMode"
        case .frameDuration: "FrameDurationLimits"
        case .zoom: "ScalerCrop"
        case .brightness: "Brightness"
        case .contrast: "Contrast"
        case .saturation: "Saturation"
        case .sharpness: "Sharpness"
        case .gamma: "Gamma"
        case .noiseReduction: "NoiseReductionMode"
        }
    }

    /// What happens to a wish where the camera lacks the control.
    ///
    /// What changes the picture in a way that was asked for by a number fails; hints to an automatic are reported.
    /// Neutral wishes (`auto`, HDR off, zoom 1, flicker off) are what happens anyway and always succeed.
    public var whenAbsent: AbsentBehaviour {
        switch self {
        case .metering, .constraint, .exposureMode, .flicker, .focusRange, .focusSpeed,
            .noiseReduction:
            .reports
        default: .fails
        }
    }

    /// One line for a person.
    public var summary: String {
        switch self {
        case .shutter: "exposure time"
        case .gain: "analogue gain; ISO is 100 times it"
        case .ev: "exposure compensation in stops"
        case .metering: "where the automatic exposure looks"
        case .constraint: "what the automatic exposure must not sacrifice"
        case .exposureMode: "how the automatic exposure divides shutter and gain"
        case .flicker: "period of flickering lamps, or the mains' frequency"
        case .whiteBalance: "white balance: automatic, a kind of light, gains, a temperature"
        case .colourMatrix: "sensor colours to picture colours, nine numbers"
        case .focus: "who moves the lens, or where it stands in dioptres"
        case .focusRange: "how much of its way the lens may use"
        case .focusSpeed: "how fast the lens moves"
        case .focusWindows: "where the automatic focus looks, in sensor pixels"
        case .hdr: "high dynamic range"
        case .frameDuration: "frames per second, fixed or as limits"
        case .zoom: "digital zoom"
        case .brightness: "brightness, 0 is neutral"
        case .contrast: "contrast, 1 is neutral"
        case .saturation: "saturation, 1 is neutral"
        case .sharpness: "sharpness, 1 is neutral"
        case .gamma: "exponent of the tone curve"
        case .noiseReduction: "work against noise"
        }
    }
}
