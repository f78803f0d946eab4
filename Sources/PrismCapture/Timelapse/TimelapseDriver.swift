// SPDX-License-Identifier: MIT
// Carries out what TimelapseMachine decides: feeds it frames and hands shots to the writer.

internal import PrismCore
internal import PrismImage
internal import PrismNight

/// One session of a time-lapse, driven by one task.
struct TimelapseDriver {
    let timelapse: TimelapseRun
    let writer: ShotWriter
    let camera: CameraSession
    let settings: ControlSettings
    let encoder: PictureEncoder
    private var machine: TimelapseMachine
    private let tell: @Sendable (TimelapseEvent) -> Void
    private let frameCame: @Sendable () -> Void
    private let end = Lock<Int64>(.max)
    private var healthNotes = HealthNotes()
    private var capabilities = CameraCapabilities(ControlTable([]))
    private var night: NightShots?

    init(
        _ timelapse: TimelapseRun, _ state: JournalState, _ writer: ShotWriter,
        _ camera: CameraSession, _ settings: ControlSettings, _ encoder: PictureEncoder,
        _ tell: @escaping @Sendable (TimelapseEvent) -> Void,
        _ frameCame: @escaping @Sendable () -> Void
    ) {
        self.tell = tell
        self.frameCame = frameCame
        self.timelapse = timelapse
        self.writer = writer
        self.camera = camera
        self.settings = settings
        self.encoder = encoder
        let now = timelapse.options.clock.read()
        let planner = ResumePlanner(
            last: state.anchor, synchronised: state.synchronisedAnchor, next: state.next,
            interval: timelapse.plan.interval,
            deadline: now.boottime.saturatingAdd(timelapse.options.waitForTime))
        machine = TimelapseMachine(
            planner: planner, interval: timelapse.plan.interval, count: timelapse.plan.count,
            next: state.next, patience: timelapse.options.meteringTime)
    }

    /// Runs until every index is decided on, the task is cancelled, or something fails; then ends in order.
    ///
    /// - Returns: Whether every index is decided on, the first that is not, and what broke the run off.
    mutating func run() async -> End {
        var failure: PrismError?
        do throws(PrismError) { try await takeFrames() } catch { failure = error }
        let isGone = await camera.health.interruption == .unplugged
        if isGone || failure?.code == .unplugged {
            let missed = machine.passTime(to: timelapse.options.clock.read())
            if !missed.isEmpty { writer.note(.skipped(missed, "unplugged")) }
            if failure == nil, !Task.isCancelled {
                failure = PrismError(
                    .unplugged,
                    "the camera was unplugged and did not come back before the run's end")
            }
        }
        let reason = failure?.code.rawValue ?? (machine.isFinished ? "complete" : "stopped")
        do throws(PrismError) {
            try await writer.finish(
                next: machine.next, reason: reason, dropping: !machine.isFinished)
        } catch {
            failure = error
        }
        return End(isComplete: machine.isFinished, next: machine.next, failure: failure)
    }

    /// How a session ended.
    struct End {
        let isComplete: Bool
        let next: Int
        let failure: PrismError?
    }

    private mutating func takeFrames() async throws(PrismError) {
        if machine.isFinished { return }
        let frames = try await camera.subscribe(.latest)
        defer { frames.cancel() }
        let clock = timelapse.options.clock
        noteEnd(clock.read())
        let watch = AbsenceWatch(
            events: await camera.eventStream(), frames: frames, clock: clock, end: end, tell: tell)
        let watching = Task { await watch.run() }
        defer { watching.cancel() }
        if await camera.state == .configured {
            try await camera.start(settings)
        } else {
            try await camera.set(settings)
        }
        capabilities = await camera.capabilities
        if timelapse.options.stacksAtNight {
            night = try await NightShots(
                model: camera.descriptor.model, interval: timelapse.plan.interval)
        }
        while let frame = try await frames.next() {
            if Task.isCancelled || writer.failure != nil { return }
            if frame.isSound { frameCame() }
            let now = clock.read()
            if let stop = timelapse.options.stopTime, now.utc >= stop { return }
            let moment = FrameMoment(frame.metadata, isSound: frame.isSound, now: now)
            for action in machine.frame(moment, now) {
                switch action {
                case .anchor(let anchor): writer.note(anchor.record)
                case .skip(let range): writer.note(.skipped(range, "late"))
                case .take(let shot):
                    let health = healthNotes.worthNoting(await camera.health)
                    let stacked = try await stack(frame, frames)
                    take(shot, frame, now, health, stacked)
                case .finish: return
                }
            }
            noteEnd(now)
        }
    }

    private func noteEnd(_ now: ClockReading) {
        let stop = timelapse.options.stopTime.map {
            now.boottime.saturatingAdd($0.saturatingSubtract(now.utc))
        }
        let last = min(machine.end(now), stop ?? .max)
        end.withLock { $0 = last }
    }

    /// The mean of a frame and those after it; nil where the frame is clean enough.
    private func stack(
        _ frame: CameraFrame, _ frames: FrameSubscription
    ) async throws(PrismError) -> StackedRaw? {
        guard let night, encoder.chain == nil else { return nil }
        let count = night.count(frame.metadata)
        return count > 1 ? try await night.stack(frame, frames, count: count) : nil
    }

    private func take(
        _ shot: TimelapseMachine.Shot, _ frame: CameraFrame, _ now: ClockReading,
        _ health: JournalHealth?, _ stacked: StackedRaw?
    ) {
        var intent = JournalRecord(.intent, index: shot.index)
        intent.due = shot.due
        intent.started = shot.started
        intent.utc = shot.utc
        intent.file = timelapse.template.path(index: shot.index, date: OutputDate(utc: shot.utc))
        intent.anchor = shot.certainty
        intent.applied = AppliedSettings(frame.metadata)
        intent.health = health
        let limits = LimitCode.all(
            for: settings, in: frame.metadata, isSound: frame.isSound, of: capabilities)
        if !limits.isEmpty { intent.limitedBy = limits.map(\.rawValue) }
        let moment = WallTime(utc: shot.utc, isSynchronised: now.isSynchronised)
        // The frame leaves with the encoder's return, before the disk is waited for.
        let loan = Lock<CameraFrame?>(frame)
        let flaws = Lock<[LimitCode]>([])
        var job = ShotJob(intent: intent) { [encoder] descriptor in
            guard let frame = loan.withLock({ $0.take() }) else {
                throw PrismError(.busy, "the frame of index \(shot.index) was encoded before")
            }
            let picture: EncodedPicture
            if let stacked {
                picture = try NightShots.write(
                    stacked, photo: encoder.facts(of: frame.metadata, moment),
                    with: encoder.encoder, to: descriptor)
            } else {
                picture = try encoder.encodeAndCheck(frame, at: moment, to: descriptor)
            }
            flaws.withLock { $0 = picture.flaws }
            return picture.checksum
        }
        job.flaws = { flaws.withLock { $0 } }
        if !writer.submit(job) {
            writer.note(.skipped(shot.index..<shot.index + 1, "busy"))
        }
    }
}
