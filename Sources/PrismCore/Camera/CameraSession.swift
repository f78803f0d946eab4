// SPDX-License-Identifier: MIT
// The one owner of a camera: an actor on its own thread. Lifecycle here, topics in its extensions.

/// A camera, held exclusively.
///
/// Open it, configure streams, subscribe to frames, start. Everything that changes the camera goes through
/// this actor, whose thread (`prism-camera`) may block in the driver without holding anybody else up.
///
///     let camera = try await CameraSession.open(.libcamera())
///     try await camera.configure(.still)
///     let frames = try await camera.subscribe(.latest)
///     try await camera.start()
///     if let frame = try await frames.next() { … }
///     await camera.close()
public actor CameraSession {
    nonisolated let executor: DedicatedExecutor
    /// Runs the actor on its own thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Which camera this is.
    public nonisolated let descriptor: CameraDescriptor
    let manager: BridgeManager
    let mail: SessionMail
    var bridge: BridgeSession
    var machine: CameraStateMachine
    var router = FrameRouter()
    var states = Broadcast<CameraState>()
    var events = Broadcast<CameraEvent>()
    var waits = AppliedWaits()
    var active: ActiveConfiguration?
    var held = ControlSettings()
    var latest = FrameMetadata()
    var zoomRamp: ZoomRamp?
    var toldIgnored: Set<IgnoredWish> = []
    var optics: SensorOptics?
    var tally = SessionTally()
    var watchdog: Int64?
    private var observation: Int?

    /// Opens a camera.
    ///
    /// - Parameters:
    ///   - reference: Which one.
    ///   - recovery: How hard to try when frames cease.
    /// - Returns: The session, not configured yet.
    /// - Throws: `noCamera`, `busy`, `permission`, `unsupported`; `noMemory` where no thread can be had.
    public static func open(
        _ reference: CameraReference, recovery: RecoveryPolicy = RecoveryPolicy()
    ) async throws(PrismError) -> CameraSession {
        let opener = try CameraOpener()
        do throws(PrismError) {
            let session = CameraSession(try await opener.open(reference), recovery)
            await session.listen()
            return session
        } catch {
            opener.executor.stop()
            throw error
        }
    }

    private init(_ opened: CameraOpener.Opened, _ recovery: RecoveryPolicy) {
        executor = opened.executor
        manager = opened.manager
        descriptor = opened.descriptor
        mail = opened.mail
        bridge = opened.bridge
        machine = CameraStateMachine(policy: recovery)
    }

    deinit {
        if let observation { manager.forget(observation) }
        // Frames may outlive the session, but the camera is let go now, and nobody waits for ever.
        bridge.close()
        bridge.giveBackUnread()
        router.finish(nil)
        states.finish()
        events.finish()
        executor.stop()
    }

    private func listen() {
        // `[weak self]` and a nonisolated function: a nested `[unowned self]` closure that calls
        // assumeIsolated crashes the 6.0.3 compiler.
        executor.onMail(
            { [weak self] in self?.readMail() }, onDeadline: { [weak self] in self?.deadlineCame() }
        )
        let (mail, id) = (mail, descriptor.id)
        observation = manager.observe { camera, isThere in
            if camera == id, isThere { mail.postReturned() }
        }
        findOptics()
        // What came before there was anybody to read it.
        executor.ring()
    }

    /// Once per frame, so without `assumeIsolated`, which boxes its closure on every call.
    nonisolated private func readMail() {
        executor.checkIsolated()
        CameraSession.mailEntry(self)
    }

    /// What `assumeIsolated` does with its closure, done once: isolation is no part of a function's layout.
    private static let mailEntry = unsafeBitCast(
        { (session: isolated CameraSession) in session.takeMail() }
            as @Sendable (isolated CameraSession) -> Void,
        to: (@Sendable (CameraSession) -> Void).self)

    nonisolated private func deadlineCame() { assumeIsolated { $0.deadlinePassed() } }

    /// What the camera is doing.
    public var state: CameraState { machine.state }

    /// What is configured, or nil.
    public var configuration: CameraConfiguration? { active?.configured }

    /// Starts the camera.
    ///
    /// The settings (and all that were set before) hold from the very first frame.
    ///
    /// - Parameter settings: Laid over those set so far.
    /// - Throws: `busy` where it runs or is not configured, what ``set(_:)`` throws, the camera's own.
    public func start(_ settings: ControlSettings = ControlSettings()) throws(PrismError) {
        try require(.configured, "start")
        let wishes = held.merging(settings)
        try writeControls(wishes)
        held = wishes
        router.suspendDeferred()
        try bridge.start()
        tally.started(DedicatedExecutor.now())
        handle(.started)
        perform(machine.expect(frame: expectedFrame))
    }

    /// Stops the camera; subscriptions stay and get frames again after the next start.
    public func stop() throws(PrismError) {
        switch state {
        case .running, .recovering: break
        case .configured, .opened, .failed, .closed: return
        }
        defer {
            tally.stopped()
            handle(.stopped)
        }
        try stopBridge()
    }

    /// Lets the camera go and ends every stream.
    ///
    /// Frames that are held stay valid.
    public func close() {
        if case .closed = state { return }
        try? stopBridge()
        bridge.close()
        bridge.giveBackUnread()
        handle(.closed)
        if let observation { manager.forget(observation) }
        observation = nil
        router.finish(nil)
        waits.finish(PrismError(.cancelled, "the camera was closed"))
        states.finish()
        events.finish()
    }

    /// Now, on the clock of the frames' timestamps.
    public func now() -> (time: SensorTime, clock: ClockDomain) {
        let (time, clock) = bridge.now()
        return (time, clock)
    }

    func requireOpen(_ what: String) throws(PrismError) {
        switch state {
        case .failed(let error): throw error
        case .closed: throw PrismError(.busy, "cannot \(what): the camera is closed")
        case .opened, .configured, .running, .recovering: return
        }
    }

    func require(_ wanted: CameraState, _ what: String) throws(PrismError) {
        try requireOpen(what)
        switch state {
        case wanted, .failed, .closed: return
        case .opened: throw PrismError(.busy, "cannot \(what): the camera is not configured")
        case .configured: throw PrismError(.busy, "cannot \(what): the camera does not run")
        case .running, .recovering:
            throw PrismError(.busy, "cannot \(what): the camera runs already")
        }
    }
}
