// SPDX-License-Identifier: MIT
// Completions, the watchdog and recovery: carries out what the state machine decides.

extension CameraSession {
    func takeMail() {
        let wasGone = bridge.mailbox.takeDisconnected()
        while let completion = bridge.mailbox.take() { completed(completion) }
        if wasGone { handle(.unplugged) }
        if mail.takeReturned() { handle(.returned) }
    }

    private func completed(_ completion: Completion) {
        guard !completion.isCancelled else {
            bridge.park(completion.token)
            return handle(.cancelled)
        }
        guard let active else { return bridge.requeue(completion.token) }
        let frame = CameraFrame(completion, session: bridge, streams: active.configured.streams)
        latest = frame.metadata
        if zoomRamp != nil { stepZoom(frame.metadata) }
        let isFirst = tally.frameCame(frame.metadata.sequence) { DedicatedExecutor.now() }
        handle(.frame(expected: expectedFrame))
        if !waits.isEmpty { waits.frameCame(frame.metadata, serial: frame.controlSerial) }
        router.deliver(frame, startsDeferred: isFirst)
    }

    /// Longest frame to be expected: what the newest one says, or what was asked for.
    var expectedFrame: Int64 {
        var wished = held.frameDuration?.lowerBound ?? 0
        if case .fixed(let time) = held.exposure?.exposureTime { wished = max(wished, time) }
        return max(wished, latest.frameDuration ?? untoldFrame, latest.exposureTime ?? 0)
    }

    /// What a frame is taken to last where none has told. A camera that neither takes nor tells frame durations (a
    /// webcam, vimc) may need a second for its first one and half of that for each in the dark.
    private var untoldFrame: Int64 {
        active?.controls.has("FrameDurationLimits") == true ? 33_333_333 : 1_000_000_000
    }

    func deadlinePassed() {
        let now = DedicatedExecutor.now()
        waits.expire(now)
        if let watchdog, watchdog <= now {
            self.watchdog = nil
            handle(.deadline(hasBuffers: bridge.expectsFrame))
        }
        rearm()
    }

    func handle(_ input: CameraStateMachine.Input) {
        let before = machine.state
        let actions = machine.handle(input, now: DedicatedExecutor.now())
        if machine.state != before {
            states.yield(machine.state)
            PrismLog.write(.notice, .session, "\(descriptor.model): \(machine.state.word)")
        }
        perform(actions)
    }

    func perform(_ actions: [CameraStateMachine.Action]) {
        for action in actions {
            switch action {
            case .wake(let time):
                watchdog = time
                rearm()
            case .stop: try? stopBridge()
            case .start: restart()
            case .letGo: letGo()
            case .reopen: reopen()
            case .tell(let event): tell(event)
            case .fail(let error): fail(error)
            }
        }
    }

    private func rearm() {
        executor.setDeadline(min(watchdog ?? .max, waits.firstDeadline ?? .max))
    }

    func stopBridge() throws(PrismError) {
        defer { bridge.giveBackUnread() }
        try bridge.stop()
    }

    private func restart() {
        do throws(PrismError) {
            try writeControls(held)
            try bridge.start()
            tally.started(DedicatedExecutor.now())
            handle(.started)
        } catch {
            handle(.startFailed(error))
        }
    }

    private func letGo() {
        bridge.close()
        bridge.giveBackUnread()
    }

    private func reopen() {
        // An attempt before may have got as far as holding the camera.
        letGo()
        do throws(PrismError) {
            bridge = try BridgeSession(
                manager: manager, id: descriptor.id, ring: mail.ring,
                firstSerial: bridge.lastSerial)
            if let active { try self.active = apply(active.wish) }
            restart()
        } catch {
            handle(.startFailed(error))
        }
    }

    private func fail(_ error: PrismError) {
        tally.failed()
        PrismLog.write(.error, .session, "\(descriptor.model) is given up", error: error)
        router.finish(error)
        waits.finish(error)
    }
}
