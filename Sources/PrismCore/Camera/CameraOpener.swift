// SPDX-License-Identifier: MIT
// Opens a camera on the thread that its session is going to have: a driver may take seconds over it.

/// Starts a session's thread and opens the camera there.
actor CameraOpener {
    /// A camera that was opened, and what its session takes over.
    struct Opened: Sendable {
        let executor: DedicatedExecutor
        let manager: BridgeManager
        let descriptor: CameraDescriptor
        let mail: SessionMail
        let bridge: BridgeSession
    }

    /// The thread; whoever gets no session out of it stops it.
    nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Starts the thread; throws `noMemory` where none can be had.
    init() throws(PrismError) { executor = try DedicatedExecutor(name: "prism-camera") }

    /// Finds and opens the camera.
    func open(_ reference: CameraReference) throws(PrismError) -> Opened {
        let manager = try BridgeManager.shared(pluginPath: reference.pluginPath)
        let descriptor = try reference.resolve(in: manager.cameras())
        let executor = executor
        let mail = SessionMail(ring: { executor.ring() })
        let bridge = try BridgeSession(manager: manager, id: descriptor.id, ring: mail.ring)
        return Opened(
            executor: executor, manager: manager, descriptor: descriptor, mail: mail, bridge: bridge
        )
    }
}
