// SPDX-License-Identifier: MIT
// Setting controls, and waiting until a frame shows them.

/// Proof that wishes were sent; ``CameraSession/applied(_:within:)`` waits for their effect.
public struct ControlTicket: Hashable, Sendable {
    let serial: UInt64
    /// What was asked for.
    public let settings: ControlSettings
    /// Hints among it that this camera cannot take.
    public let ignored: [IgnoredWish]

    init(serial: UInt64, settings: ControlSettings, ignored: [IgnoredWish] = []) {
        self.serial = serial
        self.settings = settings
        self.ignored = ignored
    }
}

extension CameraSession {
    /// What the camera can do in its present configuration.
    public var capabilities: CameraCapabilities {
        CameraCapabilities(active?.controls ?? ControlTable([]))
    }

    /// Every control of the present configuration.
    public func controls() throws(PrismError) -> ControlTable {
        if let active { return active.controls }
        try requireOpen("read controls")
        return try bridge.controls()
    }

    /// What is set: every wish so far, later ones over earlier ones.
    public var settings: ControlSettings { held }

    /// Requested, applied and why they differ, for everything that was set or that the newest frame tells.
    public func explanation() -> ControlExplanation {
        ControlExplanation(held, in: latest, of: capabilities)
    }

    /// Sets controls; what is nil stays.
    ///
    /// They go out with the next request, or with the start. Where the camera lacks something,
    /// ``ControlName/whenAbsent`` says what happens: it throws, or it is left out and told by the ticket and by a
    /// ``CameraEvent/ignored(_:)``.
    ///
    /// - Parameter settings: The wishes.
    /// - Returns: Proof that they were sent, to await their effect with.
    /// - Throws: `unsupported` where the camera lacks a control or wishes exclude each other, `outOfRange` naming
    ///   the limit; then nothing was set.
    @discardableResult
    public func set(_ settings: ControlSettings) throws(PrismError) -> ControlTicket {
        try requireOpen("set controls")
        guard active != nil else {
            throw PrismError(.busy, "cannot set controls: the camera is not configured")
        }
        let wishes = held.merging(settings)
        let (serial, ignored) = try writeControls(wishes, only: settings)
        held = wishes
        if settings.zoom != nil { zoomRamp = nil }
        perform(machine.expect(frame: expectedFrame))
        return ControlTicket(serial: serial, settings: settings, ignored: ignored)
    }

    /// Gives controls back.
    ///
    /// - Parameters:
    ///   - touched: Names which.
    ///   - before: What they go back to; what it does not name goes back to automatic, or to neutral.
    /// - Returns: Proof that they were sent.
    /// - Throws: As ``set(_:)``.
    @discardableResult
    package func restore(
        _ touched: ControlSettings, to before: ControlSettings
    ) throws(PrismError) -> ControlTicket {
        let wishes = held.reverting(touched, to: before)
        let all = ControlSettings.neutral.merging(wishes)
        var part = ControlSettings().reverting(touched, to: all)
        // An automatic exposure brings the usual frame duration back.
        if touched.frameDuration != nil { part.exposure = all.exposure }
        let (serial, _) = try writeControls(all, only: part)
        held = wishes
        return ControlTicket(serial: serial, settings: part)
    }

    /// Waits for the first frame that shows a ticket's wishes.
    ///
    /// - Parameters:
    ///   - ticket: From ``set(_:)``.
    ///   - nanoseconds: Longest wait.
    /// - Returns: That frame's metadata.
    /// - Throws: `stalled` after the time, what ended the camera, `cancelled` where the task was.
    public func applied(
        _ ticket: ControlTicket, within nanoseconds: Int64 = 10_000_000_000
    ) async throws(PrismError) -> FrameMetadata {
        let test = AppliedTest(ticket.settings, on: capabilities)
        return try await frame(
            showing: .applied(test), from: ticket.serial, within: nanoseconds,
            "wait for controls")
    }

    /// Waits for a frame that shows something.
    func frame(
        showing watch: FrameWatch, from serial: UInt64, within nanoseconds: Int64, _ what: String
    ) async throws(PrismError) -> FrameMetadata {
        if case .recovering = state {} else { try require(.running, what) }
        let deadline = DedicatedExecutor.now() + nanoseconds
        let key = waits.nextKey()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waits.add(
                    AppliedWaits.Wait(
                        serial: serial, watch: watch, deadline: deadline,
                        continuation: continuation), key: key)
                if Task.isCancelled { waits.cancel(key) }
                if let first = waits.firstDeadline {
                    executor.setDeadline(min(first, watchdog ?? .max))
                }
            }
        } onCancel: {
            Task { await self.cancelWait(key) }
        }
        return try result.get()
    }

    private func cancelWait(_ key: Int) { waits.cancel(key) }

    /// What plans are made against.
    func controlContext(_ controls: ControlTable, held: ControlSettings) -> ControlContext {
        ControlContext(
            controls, latest: latest, calibration: optics?.calibration, lens: optics?.lens,
            held: held)
    }

    /// Writes wishes; with `only`, just that part, checked against the whole.
    @discardableResult
    func writeControls(
        _ wishes: ControlSettings, only part: ControlSettings? = nil
    ) throws(PrismError) -> (serial: UInt64, ignored: [IgnoredWish]) {
        guard let active else { return (0, []) }
        var written = part ?? wishes
        // Exposure and frame duration limit each other, so a change of one writes both.
        if written.exposure != nil || written.frameDuration != nil {
            written.exposure = wishes.exposure
            written.frameDuration = wishes.frameDuration
        }
        // An automatic white balance ends a matrix of one's own, so the two are checked together.
        if written.whiteBalance != nil { written.colourMatrix = wishes.colourMatrix }
        let plan = try ControlPlan(written, for: controlContext(active.controls, held: wishes))
        tell(plan.ignored)
        guard !plan.writes.isEmpty else { return (0, plan.ignored) }
        return (try bridge.setControls(plan.writes), plan.ignored)
    }

    /// Each hint that is left out is told once.
    private func tell(_ ignored: [IgnoredWish]) {
        for wish in ignored where toldIgnored.insert(wish).inserted { tell(.ignored(wish)) }
    }
}

extension ControlSettings {
    /// What a camera does by itself; a lens stays where it is.
    static let neutral = ControlSettings.with {
        $0.exposure = .auto
        $0.exposureValue = 0
        $0.metering = .centreWeighted
        $0.constraint = .normal
        $0.exposureMode = .normal
        $0.flicker = .off
        $0.whiteBalance = .auto
        $0.focus = .manual(.current)
        $0.focusRange = .normal
        $0.focusSpeed = .normal
        $0.focusWindows = []
        $0.hdr = .off
        $0.zoom = Zoom.none
        $0.brightness = 0
        $0.contrast = 1
        $0.saturation = 1
        $0.sharpness = 1
        $0.gamma = 2.2
        $0.noiseReduction = .fast
    }
}
