// SPDX-License-Identifier: MIT
// What can be wished of the picture's processing: dynamic range and noise.

/// High dynamic range by the image processor; libcamera's HdrMode.
///
/// The sensor's own (imx708) is no control but a mode: ``SensorHDR``.
public enum HDRMode: Int64, CaseIterable, Hashable, Sendable, ControlChoice {
    /// None.
    case off
    /// Frames of different exposure in turn, not merged.
    case multiExposureUnmerged
    /// Frames of different exposure, merged.
    case multiExposure
    /// One short exposure with lifted shadows.
    case singleExposure
    /// Frames merged for little light.
    case night
}

/// How hard the image processor works against noise; libcamera's draft NoiseReductionMode.
public enum NoiseReduction: Int64, CaseIterable, Hashable, Sendable, ControlChoice {
    /// Not at all.
    case off
    /// As far as the frame rate allows.
    case fast
    /// As well as it can; may cost frame rate.
    case highQuality
    /// Just a little.
    case minimal
    /// What suits frames that may become photographs.
    case zeroShutterLag
}
