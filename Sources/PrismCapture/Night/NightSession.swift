// SPDX-License-Identifier: MIT
// One night photograph on one camera, from metering to restored controls.

internal import PrismCore
internal import PrismImage
internal import PrismNight

/// The work of one ``NightCapture``; used by one task.
struct NightSession {
    /// Frames that wait while one is merged.
    private static let waiting = 2
    /// Longest wait for exposure and colours to settle before metering, in nanoseconds of the camera's time.
    private static let settling: Int64 = 1_500_000_000
    /// Frames are looked at for so long at least, to see whether the camera stands still.
    private static let watching: Int64 = 600_000_000
    private static let meteringFrames = 24

    private let night: NightCapture
    private let camera: CameraSession
    private let worker: NightWorker
    private let before: ControlSettings
    private let enough: CaptureTrigger
    private let tell: @Sendable (NightProgress) -> Void
    private let frames: FrameSubscription
    private let start: Int64
    private var touched = ControlSettings()
    private var source = NightSource()
    private var scene: NightScene?
    private var plan: NightPlan?
    private var progress: NightLoop?
    private var isRestored = false
    private var captureEnd: Int64?

    init(
        _ night: NightCapture, _ camera: CameraSession, enough: CaptureTrigger,
        tell: @escaping @Sendable (NightProgress) -> Void
    ) async throws(PrismError) {
        (self.night, self.camera, self.enough, self.tell) = (night, camera, enough, tell)
        start = night.clock.read().monotonic
        worker = try NightWorker()
        before = await camera.settings
        frames = try await camera.subscribe(.every(limit: NightSession.waiting))
    }

    // MARK: Metering and planning

    mutating func prepare() async throws(PrismError) {
        tell(.metering)
        let model = camera.descriptor.model
        let (profile, memory) = try await worker.run { () throws(PrismError) in
            (try? SensorCatalog.standard.profile(of: model), HealthProbe().read())
        }
        source = NightSource(photo: night.photo, profile: profile)
        await worker.use(source)
        let scene = try await meter()
        self.scene = scene
        let limits = await NightLimits(camera, profile: profile, memory: memory)
        let plan = try NightPlanner.plan(scene, wish: night.wish, limits: limits)
        self.plan = plan
        tell(.planned(plan))
    }

    /// What ``prepare()`` found out.
    func prepared() throws(PrismError) -> (plan: NightPlan, scene: NightScene) {
        guard let plan, let scene else { throw PrismError(.cancelled, "the plan was called off") }
        return (plan, scene)
    }

    private mutating func meter() async throws(PrismError) -> NightScene {
        try await set(await meteringSettings())
        var meter = NightMeter()
        var first: Int64?
        let (worker, done) = (self.worker, CaptureTrigger())
        let steps: [CapturePlan.Step] =
            [.awaitReady(settled: true, within: NightSession.settling)]
            + (0..<NightSession.meteringFrames).flatMap { _ -> [CapturePlan.Step] in
                [.collect(count: 1, pick: .next), .consume]
            }
        _ = try await CaptureRunner(camera).run(
            CapturePlan(steps), subscription: frames, enough: done
        ) { (kept: [CameraFrame]) async throws(PrismError) in
            guard let frame = kept.first, frame.isSound else { return }
            meter = try await worker.meter(frame, into: meter)
            let time = frame.metadata.timestamp?.nanoseconds ?? 0
            first = first ?? time
            if time - (first ?? time) >= NightSession.watching { done.press() }
        }
        guard let scene = meter.scene() else {
            throw PrismError(.stalled, "no frame could be metered")
        }
        return scene
    }

    /// Everything automatic, with long times where the camera's automatic has such a mode.
    private func meteringSettings() async -> ControlSettings {
        let capabilities = await camera.capabilities
        return .with {
            $0.exposure = .auto
            if capabilities.exposureMode.has(.long) { $0.exposureMode = .long }
            if before.whiteBalance == nil { $0.whiteBalance = .auto }
        }
    }

    /// Starts the camera with settings, or gives them to a running one; what they name is restored at the end.
    private mutating func set(_ settings: ControlSettings) async throws(PrismError) {
        touched = touched.merging(settings)
        if await camera.state == .configured {
            try await camera.start(settings)
        } else {
            try await camera.set(settings)
        }
    }

    // MARK: Frames

    mutating func collect() async throws(PrismError) {
        guard let plan, let scene else { return }
        let settings = await holding(plan)
        touched = touched.merging(settings)
        if plan.exposureTime >= LongExposure.threshold {
            // A sensor that is told of a long exposure while it runs shows frames of neither length first.
            try await camera.stop()
            try await camera.start(settings)
        }
        source.photo.date = source.photo.date ?? date
        try await findDark(plan)
        let keeper = night.keeps.map {
            FrameKeeper(directory: $0, overwrites: night.overwrites)
        }
        await worker.begin(plan, threads: night.threads, source: source, keeper: keeper)
        progress = NightLoop(plan: plan, scene: scene, worker: worker, enough: enough, tell: tell)
        let wait = 3 * plan.interval + 2_000_000_000
        let turns = 2 * plan.frames + 40
        let steps: [CapturePlan.Step] =
            [.hold(settings), .awaitReady(settled: false, within: wait)]
            + (0..<turns).flatMap { _ -> [CapturePlan.Step] in
                [.collect(count: 1, pick: .next), .consume]
            }
        let frames = self.frames
        _ = try await CaptureRunner(camera).run(
            CapturePlan(steps), subscription: frames, enough: enough
        ) { (kept: [CameraFrame]) async throws(PrismError) in
            guard let frame = kept.first else { return }
            try await progress?.take(frame, dropped: frames.dropped)
        }
    }

    /// What is held for all frames: exposure, gain, colours, focus; no denoiser that mixes frames.
    private func holding(_ plan: NightPlan) async -> ControlSettings {
        let capabilities = await camera.capabilities
        let latest = await camera.latestMetadata
        return .with {
            $0.exposure = .manual(nanoseconds: plan.exposureTime, gain: plan.gain)
            if let range = capabilities.frameDuration.range {
                let shortest = min(max(plan.interval, range.lowerBound), range.upperBound)
                $0.frameDuration = shortest...shortest
            }
            if before.whiteBalance == nil || before.whiteBalance?.isAutomatic == true {
                $0.whiteBalance =
                    capabilities.colourGains.range == nil
                    ? .locked : latest.colourGains.map { WhiteBalance.gains($0) } ?? .locked
            }
            if capabilities.lensPosition.range != nil { $0.focus = .manual(.current) }
            if capabilities.noiseReduction.has(.off) { $0.noiseReduction = .off }
        }
    }

    private var date: PhotoDate? {
        let now = night.clock.read()
        return now.isSynchronised || now.utc > 0
            ? PhotoDate(localNanosecondsSince1970: now.utc) : nil
    }

    private mutating func findDark(_ plan: NightPlan) async throws(PrismError) {
        guard let library = night.darks else { return }
        let key = DarkFrame.Key(
            sensor: camera.descriptor.model, width: 0, height: 0, gain: plan.gain,
            exposureTime: plan.exposureTime,
            temperature: await camera.latestMetadata.sensorTemperature.map(Double.init))
        let found = try await worker.run { () throws(PrismError) in try library.dark(for: key) }
        source.dark = found.dark
        self.plan?.reasons.append(NightPlan.Reason(code: "dark", text: found.note))
        if let plan = self.plan { tell(.planned(plan)) }
    }

    // MARK: The end

    /// Gives everything back that was set, and lets the frames go.
    mutating func restore() async {
        captureEnd = night.clock.read().monotonic
        frames.cancel()
        do throws(PrismError) {
            try await camera.restore(touched, to: before)
            isRestored = await camera.settings == before
        } catch {
            isRestored = false
        }
    }

    /// The best there is, or the error where there is nothing.
    func conclude(_ failure: PrismError?) async throws(PrismError) -> NightBurst {
        guard let progress, let scene else {
            throw failure ?? PrismError(.cancelled, "the photograph was called off")
        }
        let standing = await worker.standing
        let hasFrames = await worker.isWaiting || standing.used > 0
        guard hasFrames else {
            throw failure ?? PrismError(.stalled, "no frame showed the exposure that was held")
        }
        let (stacked, keepFailure) = try await worker.finish()
        let end = captureEnd ?? start
        let capture = NightReport.Capture(
            plan: progress.plan, scene: scene, end: progress.end(failure),
            note: failure?.description, dropped: progress.dropped, refused: progress.refused,
            isRestored: isRestored, seconds: Double(end - start) / 1e9)
        let merging = Double(night.clock.read().monotonic - end) / 1e9
        return NightBurst(
            stacked: stacked, capture: capture, keepFailure: keepFailure, mergeSeconds: merging)
    }
}
