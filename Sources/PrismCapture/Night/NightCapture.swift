// SPDX-License-Identifier: MIT
// Takes a night photograph from a camera session: meters, plans, holds, collects, merges, restores.

public import PrismCore
public import PrismImage
public import PrismNight

/// Takes night photographs.
///
///     let night = NightCapture()
///     let burst = try await night.capture(from: camera) { print($0) }
///     let report = try burst.finish(NightJob(frames: burst.names, outputs: NightOutputs(picture: "night.jpg")))
public struct NightCapture: Sendable {
    /// What is wanted.
    public var wish = NightWish()
    /// What every frame says of the camera: model, lens, date.
    public var photo = PhotoMetadata()
    /// Threads that share the rows.
    public var threads = 1
    /// A directory in which the merged frames are kept as DNG; nil keeps none.
    public var keeps: String?
    /// Whether kept frames replace files.
    public var overwrites = false
    /// Where darks of this camera lie; nil for none.
    public var darks: DarkLibrary?
    /// Where wall clock times come from.
    public var clock: any SystemClock = KernelClock()

    /// Makes a way of taking night photographs.
    public init() {}

    /// What the next photograph would be, and of which scene; the camera's controls are restored afterwards.
    ///
    /// A configured camera is started and left running.
    ///
    /// - Parameter camera: A configured or running camera.
    /// - Returns: The plan, and what it is made for.
    /// - Throws: As ``capture(from:enough:tell:)``.
    public func plan(
        _ camera: CameraSession
    ) async throws(PrismError) -> (plan: NightPlan, scene: NightScene) {
        var session = try await NightSession(self, camera, enough: CaptureTrigger()) { _ in }
        var failure: PrismError?
        do throws(PrismError) { try await session.prepare() } catch { failure = error }
        await session.restore()
        if let failure { throw failure }
        return try session.prepared()
    }

    /// Takes a photograph's frames and merges them as they come.
    ///
    /// Exposure, gain, white balance and focus are held while it works, and restored however it ends. Each frame's
    /// metadata must show what is held. A frame that comes while one is being merged waits; two more are dropped and
    /// counted. Where the task is cancelled, or the camera fails, after a frame was merged, the best so far is
    /// returned with the reason.
    ///
    /// - Parameters:
    ///   - camera: A configured or running camera, best with a raw stream, and ``NightLimits/buffers(of:free:)``
    ///     buffers.
    ///   - enough: Ends it early with what is there.
    ///   - tell: Hears how far it is. Thread: any.
    /// - Returns: The stack, and how it came about.
    /// - Throws: `outOfRange` for a lens cap or wishes beyond the camera, `noMemory`, `cancelled`, what ends the
    ///   camera: each only where no frame was merged.
    public func capture(
        from camera: CameraSession, enough: CaptureTrigger = CaptureTrigger(),
        tell: @escaping @Sendable (NightProgress) -> Void = { _ in }
    ) async throws(PrismError) -> NightBurst {
        var session = try await NightSession(self, camera, enough: enough, tell: tell)
        var failure: PrismError?
        do throws(PrismError) {
            try await session.prepare()
            try await session.collect()
        } catch {
            failure = error
        }
        await session.restore()
        return try await session.conclude(failure)
    }
}

/// A burst that was merged, and how it came about.
public struct NightBurst: Sendable {
    /// The mean of the frames.
    public let stacked: StackedRaw
    /// How it was taken.
    public let capture: NightReport.Capture
    /// Why frames could not be kept; nil where they were, or none were to be.
    public let keepFailure: PrismError?
    /// Seconds that merging took after the last frame had come.
    public let mergeSeconds: Double

    /// A name for each frame, as reports have it.
    public var names: [String] { stacked.report.frames.indices.map { "frame \($0)" } }

    /// Renders the picture and writes the files of a job, whose brightening is the plan's where it has none.
    ///
    /// Thread: any, but not the cooperative pool.
    ///
    /// - Parameters:
    ///   - job: Outputs and how the picture is finished; its frames are replaced by ``names``.
    ///   - isCancelled: Asked often; true ends the work without any file.
    ///   - tell: Hears how far it is.
    /// - Returns: What became of frames and files.
    /// - Throws: `cancelled`, `diskFull` and other errors of files; those that could be written are.
    public func finish(
        _ job: NightJob, isCancelled: () -> Bool = { false },
        tell: (NightJob.Event) -> Void = { _ in }
    ) throws(PrismError) -> NightReport {
        var job = job
        job.frames = names
        job.brightening = job.brightening ?? capture.plan.brightening
        var timings = NightReport.Timings()
        timings.stages = stacked.report.timings
        return try job.conclude(
            stacked, failures: [:], timings: timings, capture: capture, isCancelled, tell)
    }
}
