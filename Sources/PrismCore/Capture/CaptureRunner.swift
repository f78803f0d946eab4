// SPDX-License-Identifier: MIT
// Carries a plan out on a running camera.

/// Runs plans: the only place where the engine meets a camera.
public struct CaptureRunner: Sendable {
    /// What a capture says of itself when it is over.
    public struct Report: Hashable, Sendable {
        /// False where a step went on though what it awaited had not come.
        public var wasReady: Bool
        /// Frames that came while the consumer was busy.
        public var dropped: Int
    }

    private let camera: CameraSession

    /// Makes a runner for a camera, which must run when a plan does.
    public init(_ camera: CameraSession) { self.camera = camera }

    /// Runs a plan to its end.
    ///
    /// Cancelling the task ends it at the next frame; held controls are restored in every case.
    ///
    /// - Parameters:
    ///   - plan: What to do.
    ///   - subscription: Frames, at least `plan.loans` of which may be held besides the waiting ones; nil
    ///     subscribes for this run.
    ///   - trigger: Ends the waiting of a step that picks around the trigger.
    ///   - enough: Ends the plan before its last step, as if it had come to it; looked at before each frame.
    ///   - consume: Takes the kept frames; while it runs no frame is looked at.
    /// - Returns: What was taken, and how the controls fared.
    /// - Throws: What the camera, the plan or the consumer failed with; `cancelled`.
    public func run(
        _ plan: CapturePlan, subscription: FrameSubscription? = nil,
        trigger: CaptureTrigger = CaptureTrigger(), enough: CaptureTrigger = CaptureTrigger(),
        consume: ([CameraFrame]) async throws(PrismError) -> Void
    ) async throws(PrismError) -> Report {
        let frames: FrameSubscription
        if let subscription {
            frames = subscription
        } else {
            frames = try await camera.subscribe(.every(limit: max(1, plan.loans)))
        }
        let least = await camera.capabilities.analogueGain.range?.lowerBound
        var run = Run(engine: CaptureEngine(plan, leastGain: least), camera: camera)
        await run.perform(.begin(camera.held), nil, consume)
        while run.outcome == nil {
            // A frame that waits already would otherwise come before the cancellation.
            if Task.isCancelled { await run.perform(.cancel, nil, consume) }
            if trigger.take() { await run.perform(.trigger, nil, consume) }
            if enough.take() { await run.perform(.enough, nil, consume) }
            if run.outcome == nil { await run.step(frames, consume) }
        }
        if let error = run.outcome?.error { throw error }
        return Report(wasReady: run.outcome?.wasReady ?? false, dropped: frames.dropped)
    }

    private struct Run {
        var engine: CaptureEngine
        let camera: CameraSession
        var kept: [CameraFrame] = []
        var outcome: CaptureEngine.Outcome?

        mutating func step(
            _ frames: FrameSubscription,
            _ consume: ([CameraFrame]) async throws(PrismError) -> Void
        ) async {
            do throws(PrismError) {
                guard let frame = try await frames.next() else {
                    return await perform(.cancel, nil, consume)
                }
                let summary = CaptureEngine.FrameSummary(
                    metadata: frame.metadata,
                    time: frame.metadata.timestamp?.nanoseconds ?? DedicatedExecutor.now(),
                    controlSerial: frame.controlSerial, isSound: frame.isSound)
                await perform(.frame(summary), frame, consume)
            } catch {
                await perform(.fail(error), nil, consume)
            }
        }

        mutating func perform(
            _ input: CaptureEngine.Input, _ frame: CameraFrame?,
            _ consume: ([CameraFrame]) async throws(PrismError) -> Void
        ) async {
            for action in engine.handle(input) {
                switch action {
                case .keep: if let frame { kept.append(frame) }
                case .drop(let place): if kept.indices.contains(place) { kept.remove(at: place) }
                case .finish(let outcome): self.outcome = outcome
                case .set(let settings):
                    await perform(await send(settings), nil, consume)
                case .restore(let touched, let before):
                    await perform(await send(touched, restoring: before), nil, consume)
                case .consume: await perform(await hand(consume), nil, consume)
                }
            }
        }

        private func send(
            _ settings: ControlSettings, restoring before: ControlSettings? = nil
        ) async -> CaptureEngine.Input {
            do throws(PrismError) {
                guard let before else {
                    return .controlsSent(try await camera.set(settings).serial)
                }
                return .controlsSent(try await camera.restore(settings, to: before).serial)
            } catch {
                return .fail(error)
            }
        }

        private mutating func hand(
            _ consume: ([CameraFrame]) async throws(PrismError) -> Void
        ) async -> CaptureEngine.Input {
            let frames = kept
            kept = []
            do throws(PrismError) {
                try await consume(frames)
                return .consumed
            } catch {
                return .fail(error)
            }
        }
    }
}

/// A button for ``CapturePlan/Pick/aroundTrigger(before:)``, or for having enough. Thread: any.
public final class CaptureTrigger: Sendable {
    private let isPressed = Lock(false)

    /// Makes a trigger that nobody has pressed.
    public init() {}

    /// Presses it.
    public func press() { isPressed.withLock { $0 = true } }

    func take() -> Bool {
        isPressed.withLock { flag in
            defer { flag = false }
            return flag
        }
    }
}
