// SPDX-License-Identifier: MIT
// Takes the frames that calibrations need from a camera, and gives its controls back.

public import PrismCore
internal import PrismImage
public import PrismNight

/// Measures a sensor with a camera that looks at something still, or at nothing.
public struct CalibrationCapture: Sendable {
    /// What is told while it works: frames done, frames in all.
    public typealias Progress = @Sendable (_ done: Int, _ total: Int) -> Void

    /// Times the light that makes the scene's mean 18 % of white: from the dark to where cells clip.
    private static let lights = [0.02, 0.1, 0.3, 0.6, 1, 1.6, 2.4, 3.4]
    /// Longest wait for a setting, in nanoseconds beside the exposure.
    private static let patience: Int64 = 3_000_000_000

    private let camera: CameraSession
    private let worker: NightWorker

    /// Makes a way of measuring a configured camera with a raw stream, which it starts.
    public init(_ camera: CameraSession) throws(PrismError) {
        self.camera = camera
        worker = try NightWorker()
    }

    /// Measures noise at gains: two frames at each of some brightnesses.
    ///
    /// - Parameters:
    ///   - gains: Gains to be measured; those beyond the camera's are left out.
    ///   - tell: Hears how far it is.
    /// - Returns: A line for each gain that could be measured.
    /// - Throws: `unsupported` without raw frames, `invalidData` where the scene moves, what ends the camera.
    public func noise(
        gains: [Double], tell: @escaping Progress = { _, _ in }
    ) async throws(PrismError) -> [NoiseCalibration.Result] {
        let before = await camera.settings
        let touched = ControlSettings(exposure: .auto, frameDuration: 1...1)
        var failure: PrismError?
        var results: [NoiseCalibration.Result] = []
        do throws(PrismError) {
            results = try await measureNoise(gains, tell)
        } catch {
            failure = error
        }
        _ = try? await camera.restore(touched, to: before)
        if let failure { throw failure }
        return results
    }

    private func measureNoise(
        _ gains: [Double], _ tell: @escaping Progress
    ) async throws(PrismError) -> [NoiseCalibration.Result] {
        let light = try await light()
        let range = await camera.capabilities
        let allowed = range.exposureTime.range ?? 100_000...1_000_000_000
        let settings = gains.filter { range.analogueGain.range?.contains($0) ?? true }
            .flatMap { gain in
                CalibrationCapture.lights.map { part -> ControlSettings in
                    let wanted = Int64((light * part / gain * 1e9).rounded())
                    let time = min(max(wanted, allowed.lowerBound, 20_000), allowed.upperBound)
                    return ControlSettings(exposure: .manual(nanoseconds: time, gain: gain))
                }
            }
        let plan = CapturePlan(
            settings.flatMap { setting -> [CapturePlan.Step] in
                [
                    .hold(setting), .awaitApplied(within: CalibrationCapture.wait(for: setting)),
                    .collect(count: 2, pick: .next), .consume,
                ]
            } + [.restore])
        var (calibration, done) = (NoiseCalibration(), 0)
        let worker = self.worker
        _ = try await CaptureRunner(camera).run(plan) {
            (pair: [CameraFrame]) async throws(PrismError) in
            guard pair.count == 2 else { return }
            calibration = try await worker.calibrate(pair[0], pair[1], into: calibration)
            done += 1
            tell(2 * done, 2 * settings.count)
        }
        return calibration.results()
    }

    private static func wait(for setting: ControlSettings) -> Int64 {
        guard case .fixed(let time)? = setting.exposure?.exposureTime else { return patience }
        return 4 * time + patience
    }

    /// Seconds × gain that make the mean 18 % of white.
    private func light() async throws(PrismError) -> Double {
        try await start(ControlSettings(exposure: .auto))
        let worker = self.worker
        var meter = NightMeter()
        let plan = CapturePlan([
            .awaitReady(settled: true, within: CalibrationCapture.patience),
            .collect(count: 1, pick: .next), .consume,
        ])
        _ = try await CaptureRunner(camera).run(plan) {
            (frames: [CameraFrame]) async throws(PrismError) in
            guard let frame = frames.first else { return }
            meter = try await worker.meter(frame, into: meter)
        }
        guard let scene = meter.scene() else { throw PrismError(.stalled, "no frame came") }
        guard !scene.isBlack else {
            throw PrismError(.outOfRange, "there is no light to measure noise with")
        }
        return scene.exposure
    }

    private func start(_ settings: ControlSettings) async throws(PrismError) {
        if await camera.state == .configured {
            try await camera.start(settings)
        } else {
            try await camera.set(settings)
        }
    }

    /// Takes a dark; the lens must be covered.
    ///
    /// - Parameters:
    ///   - exposureTime: Of each frame, in nanoseconds.
    ///   - gain: Of each frame.
    ///   - count: Frames, 3 or more; sixteen are usual.
    ///   - tell: Hears how far it is.
    /// - Returns: The master, with the exposure and gain that the camera gave.
    /// - Throws: `invalidData` where there is light, `unsupported` without raw frames, what ends the camera.
    public func dark(
        exposureTime: Int64, gain: Double, count: Int, tell: @escaping Progress = { _, _ in }
    ) async throws(PrismError) -> DarkFrame {
        let before = await camera.settings
        let settings = ControlSettings(
            exposure: .manual(nanoseconds: exposureTime, gain: gain),
            whiteBalance: .gains(ColourGains(red: 1, blue: 1)))
        var failure: PrismError?
        var metadata: FrameMetadata?
        do throws(PrismError) {
            metadata = try await takeDarks(settings, exposureTime, count, tell)
        } catch {
            failure = error
        }
        _ = try? await camera.restore(settings, to: before)
        if let failure { throw failure }
        return try await master(metadata ?? FrameMetadata(), exposureTime, gain)
    }

    private func takeDarks(
        _ settings: ControlSettings, _ exposureTime: Int64, _ count: Int,
        _ tell: @escaping Progress
    ) async throws(PrismError) -> FrameMetadata? {
        try await start(settings)
        await worker.beginDark(count, profile: try? await profile())
        let wait = 4 * exposureTime + CalibrationCapture.patience
        let steps: [CapturePlan.Step] =
            [.awaitReady(settled: false, within: wait)]
            + (0..<count).flatMap { _ -> [CapturePlan.Step] in
                [.collect(count: 1, pick: .next), .consume]
            }
        let worker = self.worker
        var (done, metadata): (Int, FrameMetadata?) = (0, nil)
        _ = try await CaptureRunner(camera).run(CapturePlan(steps)) {
            (frames: [CameraFrame]) async throws(PrismError) in
            guard let frame = frames.first, frame.isSound else { return }
            try await worker.takeDark(frame)
            metadata = frame.metadata
            done += 1
            tell(done, count)
        }
        return metadata
    }

    private func profile() async throws(PrismError) -> SensorProfile {
        let model = camera.descriptor.model
        return try await worker.run { () throws(PrismError) in
            try SensorCatalog.standard.profile(of: model)
        }
    }

    private func master(
        _ metadata: FrameMetadata, _ exposureTime: Int64, _ gain: Double
    ) async throws(PrismError) -> DarkFrame {
        let (stacked, _) = try await worker.finish()
        let key = DarkFrame.Key(
            sensor: camera.descriptor.model, width: stacked.image.width,
            height: stacked.image.height, gain: metadata.analogueGain.map(Double.init) ?? gain,
            exposureTime: metadata.exposureTime ?? exposureTime,
            temperature: metadata.sensorTemperature.map(Double.init))
        return DarkFrame(key: key, image: stacked.image, scale: stacked.scale)
    }
}
