// SPDX-License-Identifier: MIT
// What calibrations do with frames, on the night worker's thread.

internal import PrismCore
internal import PrismImage
internal import PrismNight

extension NightWorker {
    /// Adds a pair to a calibration.
    func calibrate(
        _ first: CameraFrame, _ second: CameraFrame, into calibration: NoiseCalibration
    ) throws(PrismError) -> NoiseCalibration {
        var calibration = calibration
        let gain = Double(first.metadata.analogueGain ?? 1)
        try source.with(first) { (one) throws(PrismError) in
            guard one.facts.bits != 14 || one.facts.noise != nil else {
                throw PrismError(.unsupported, "noise is measured with raw frames")
            }
            try source.with(second) { (two) throws(PrismError) in
                try calibration.add(one, two, gain: gain)
            }
        }
        return calibration
    }

    /// Begins the mean of frames that are not to be aligned.
    func beginDark(_ frames: Int, profile: SensorProfile?) {
        begin(.darks, frames: frames, candidates: 1, source: NightSource(profile: profile), nil)
    }

    /// Takes a frame that must be dark.
    func takeDark(_ frame: CameraFrame) throws(PrismError) {
        try source.with(frame) { (image) throws(PrismError) in try DarkCheck.check(image) }
        _ = try take(frame)
    }
}
