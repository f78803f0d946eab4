// SPDX-License-Identifier: MIT
// Setting controls, and waiting until a frame shows them.

/// Proof that wishes were sent; ``CameraSession/applied(_:within:)`` waits for their effect.
public struct ControlTicket: Hashable, Sendable {
    let serial: UInt64
    /// What was asked for.
    public let settings: ControlSettings
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

    /// Sets controls; what is nil stays.
    ///
    /// They go out with the next request, or with the start.
    ///
    /// - Throws: `unsupported` where the camera lacks a control, `outOfRange` naming the limit; then nothing
    ///   was set.
    @discardableResult
    public func set(_ settings: ControlSettings) throws(PrismError) -> ControlTicket {
        try requireOpen("set controls")
        guard active != nil else {
            throw PrismError(.busy, "cannot set controls: the camera is not configured")
        }
        let wishes = held.merging(settings)
        let serial = try writeControls(wishes, only: settings)
        held = wishes
        perform(machine.expect(frame: expectedFrame))
        return ControlTicket(serial: serial, settings: settings)
    }

    /// Gives controls back.
    ///
    /// - Parameters:
    ///   - touched: Names which.
    ///   - before: What they go back to; what it does not name goes back to automatic.
    /// - Returns: Proof that they were sent.
    /// - Throws: As ``set(_:)``.
    func restore(
        _ touched: ControlSettings, to before: ControlSettings
    ) throws(PrismError) -> ControlTicket {
        let wishes = held.reverting(touched, to: before)
        let automatic = ControlSettings(exposure: .auto, exposureValue: 0, whiteBalance: .auto)
        let all = automatic.merging(wishes)
        var part = ControlSettings().reverting(touched, to: all)
        // An automatic exposure brings the usual frame duration back.
        if touched.frameDuration != nil { part.exposure = all.exposure }
        let serial = try writeControls(all, only: part)
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
        if case .recovering = state {} else { try require(.running, "wait for controls") }
        let deadline = DedicatedExecutor.now() + nanoseconds
        let key = waits.nextKey()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waits.add(
                    AppliedWaits.Wait(
                        serial: ticket.serial, test: AppliedTest(ticket.settings),
                        deadline: deadline, continuation: continuation), key: key)
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

    /// Writes wishes; with `only`, just that part, checked against the whole.
    @discardableResult
    func writeControls(
        _ wishes: ControlSettings, only part: ControlSettings? = nil
    ) throws(PrismError) -> UInt64 {
        guard let active else { return 0 }
        var written = part ?? wishes
        // Exposure and frame duration limit each other, so a change of one writes both.
        if written.exposure != nil || written.frameDuration != nil {
            written.exposure = wishes.exposure
            written.frameDuration = wishes.frameDuration
        }
        let plan = try ControlPlan(written, controls: active.controls, latest: latest)
        guard !plan.writes.isEmpty else { return 0 }
        return try bridge.setControls(plan.writes)
    }
}
