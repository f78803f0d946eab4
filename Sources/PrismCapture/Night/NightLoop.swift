// SPDX-License-Identifier: MIT
// Frame by frame through a night photograph: is it one of ours, merge it, how far are we, is it enough.

internal import PrismCore
internal import PrismNight

/// The state of a capture between two frames.
struct NightLoop {
    private(set) var plan: NightPlan
    private let scene: NightScene
    private let worker: NightWorker
    private let enough: CaptureTrigger
    private let tell: @Sendable (NightProgress) -> Void
    private var sequence: NightSequence
    private var first: Int64?
    private(set) var taken = 0
    private(set) var refused = 0
    private(set) var dropped = 0
    /// Frames that were dropped before this capture began.
    private var droppedBefore: Int?
    private var isOutOfTime = false

    init(
        plan: NightPlan, scene: NightScene, worker: NightWorker, enough: CaptureTrigger,
        tell: @escaping @Sendable (NightProgress) -> Void
    ) {
        (self.plan, self.scene, self.worker) = (plan, scene, worker)
        (self.enough, self.tell) = (enough, tell)
        sequence = NightSequence(plan)
    }

    /// Takes the next frame of the camera.
    mutating func take(_ frame: CameraFrame, dropped total: Int) async throws(PrismError) {
        droppedBefore = droppedBefore ?? total
        dropped = total - (droppedBefore ?? total)
        switch sequence.rule(on: frame.metadata, isSound: frame.isSound) {
        case .leave:
            refused += 1
        case .adopt(let time, let gain):
            refused += 1
            plan = plan.adopting(exposureTime: time, gain: gain)
            await worker.expect(plan.frames)
            tell(.replanned(plan))
        case .take:
            let start = frame.metadata.timestamp?.nanoseconds
            first = first ?? start
            taken += 1
            try await merge(frame, start)
        }
    }

    private mutating func merge(_ frame: CameraFrame, _ start: Int64?) async throws(PrismError) {
        let verdicts = try await worker.take(frame)
        let standing = await worker.standing
        let elapsed = (start ?? 0) - (first ?? start ?? 0) + plan.interval
        isOutOfTime = taken < plan.frames && elapsed > NightLoop.patience(plan)
        if taken >= plan.frames || isOutOfTime { enough.press() }
        let left = max(0, plan.frames - taken)
        tell(
            .frame(
                NightStep(
                    done: taken, total: plan.frames,
                    secondsLeft: Double(left) * Double(plan.interval) / 1e9,
                    quality: plan.frameQuality * standing.strength.squareRoot(),
                    used: standing.used, rejected: taken - standing.used, dropped: dropped,
                    verdicts: verdicts)))
    }

    /// Time that frames may take in all: half as much again as planned, as some are dropped, and what people wait for.
    private static func patience(_ plan: NightPlan) -> Int64 {
        let planned = Int64(plan.frames) * plan.interval
        switch plan.hold {
        case .hand: return max(planned * 3 / 2, 3_000_000_000)
        case .stable: return max(planned * 3 / 2, 10_000_000_000)
        case .astro: return planned * 3 / 2 + 2_000_000_000
        }
    }

    /// Why it ended.
    func end(_ failure: PrismError?) -> NightReport.Capture.End {
        if let failure { return failure.code == .cancelled ? .cancelled : .failed }
        if isOutOfTime { return .time }
        return taken >= plan.frames ? .complete : .enough
    }
}
