// SPDX-License-Identifier: MIT
// The only owner of a C session: every call of the camera ABI, and its callbacks, are in Bridge/.

internal import CPrismCamera
internal import Glibc

/// An opened camera behind the C ABI.
///
/// `@unchecked Sendable`: the C functions used from other threads than the camera's (requeue, map, now,
/// counters) are thread-safe by contract; the others are called by the one ``CameraSession`` that owns this.
final class BridgeSession: @unchecked Sendable {
    let manager: BridgeManager
    let mailbox = CompletionMailbox()
    private let ring: @Sendable () -> Void
    private var handle: OpaquePointer?
    /// Serials of an opening go on from those of the one before, so that a ticket outlives an unplugging.
    let firstSerial: UInt64
    /// Serial of the newest controls.
    ///
    /// Thread: the camera's.
    private(set) var lastSerial: UInt64

    /// Opens a camera.
    ///
    /// - Parameters:
    ///   - manager: The manager that knows the camera; kept alive.
    ///   - id: The camera.
    ///   - ring: Called on the handler's thread when there is mail.
    ///   - firstSerial: Serial of the newest controls of an opening before.
    /// - Throws: `noCamera`, `busy` or `permission`.
    init(
        manager: BridgeManager, id: String, ring: @escaping @Sendable () -> Void,
        firstSerial: UInt64 = 0
    ) throws(PrismError) {
        self.manager = manager
        self.ring = ring
        self.firstSerial = firstSerial
        lastSerial = firstSerial
        var out: OpaquePointer?
        // Unretained: no callback runs after prism_session_close(), which deinit waits for.
        let result = prism_session_open(
            manager.raw, id, completedCallback, disconnectedCallback,
            Unmanaged.passUnretained(self).toOpaque(), &out)
        guard result >= 0, let out else { throw BridgeSession.openError(id, -result) }
        handle = out
    }

    /// Tokens of requests that the camera cancelled by itself. Thread: the camera's.
    private var parked: [UInt64] = []
    /// Completions that a stop or a close gave back before anybody saw them. Thread: the camera's.
    private(set) var unread: UInt64 = 0

    deinit {
        prism_session_close(handle)
        giveBackUnread()
        prism_session_destroy(handle)
    }

    /// Keeps a cancelled request's token until the camera stands still: queued now it would only be cancelled
    /// again. Thread: the camera's.
    func park(_ token: UInt64) { parked.append(token) }

    /// Gives back what ended but was not read. Only while the camera stands still. Thread: the camera's.
    func giveBackUnread() {
        while let completion = mailbox.take() {
            requeue(completion.token)
            unread += 1
        }
        for token in parked { requeue(token) }
        parked.removeAll()
    }

    private static func openError(_ id: String, _ errno: Int32) -> PrismError {
        switch errno {
        case ENODEV, ENOENT: PrismError(.noCamera, "no camera \(id)", errno: errno)
        case EBUSY: PrismError(.busy, "camera \(id) is in use", errno: errno)
        case EACCES, EPERM: PrismError(.permission, "camera \(id) may not be opened", errno: errno)
        default: .system("open camera \(id)", errno: errno)
        }
    }

    /// Lets the camera go; frames that are out stay valid.
    func close() { prism_session_close(handle) }

    /// Starts with the controls held so far.
    func start() throws(PrismError) {
        let result = prism_session_start(handle)
        guard result >= 0 else { throw .system("start the camera", errno: -result) }
    }

    /// Stops; no callback afterwards.
    func stop() throws(PrismError) {
        let result = prism_session_stop(handle)
        guard result >= 0 else { throw .system("stop the camera", errno: -result) }
    }

    /// Adjusts a wish to what the camera can do and, where `apply`, configures that.
    ///
    /// Returns what it became.
    func configure(
        _ wish: CameraConfiguration, bufferCount: Int, apply: Bool
    ) throws(PrismError) -> CameraConfiguration {
        var configuration = try prism_configuration(wish, bufferCount: bufferCount)
        let result = prism_session_configure(handle, &configuration, apply ? 1 : 0)
        if result == -EINVAL {
            throw PrismError(
                .unsupported, "the camera has no such stream configuration", errno: EINVAL)
        }
        guard result >= 0 else { throw .system("configure the camera", errno: -result) }
        return configuration.configured()
    }

    /// Counts a serial of the C session on from those before.
    ///
    /// Thread: the camera's.
    func noteSerial(_ serial: UInt64) -> UInt64 {
        lastSerial = firstSerial + serial
        return lastSerial
    }

    /// Gives a completion back.
    ///
    /// Thread: any.
    func requeue(_ token: UInt64) { prism_session_requeue(handle, token) }

    /// Addresses of the planes of an image of a completion that is out.
    ///
    /// Thread: any.
    func map(_ token: UInt64, image: Int) throws(PrismError) -> [UnsafeMutableRawPointer?] {
        var planes = [UnsafeMutableRawPointer?](repeating: nil, count: Int(PRISM_MAX_PLANES))
        let result = prism_session_map(handle, token, UInt32(image), &planes)
        guard result >= 0 else { throw .system("map a frame", errno: -result) }
        return planes
    }

    /// Now, on the camera's own clock.
    ///
    /// Thread: any.
    func now() -> (SensorTime, ClockDomain) {
        var clock: UInt32 = 0
        let time = prism_session_now(handle, &clock)
        return (SensorTime(nanoseconds: time), ClockDomain(rawValue: clock) ?? .unknown)
    }

    /// The bridge's counters.
    ///
    /// Thread: any.
    func counters() -> prism_session_counters {
        var counters = prism_session_counters()
        counters.size = UInt32(MemoryLayout<prism_session_counters>.size)
        prism_session_read_counters(handle, &counters)
        return counters
    }

    /// True where a queued buffer is to be filled: a virtual clock stands still while anybody holds a frame.
    var expectsFrame: Bool {
        let counters = counters()
        return counters.in_flight > 0 && !(now().1 == .virtual && counters.out > 0)
    }

    /// The raw handle, for the other files of Bridge/.
    var raw: OpaquePointer? { handle }

    fileprivate func completed(_ completion: UnsafePointer<prism_completion>) {
        mailbox.post(completion)
        ring()
    }

    fileprivate func disconnected() {
        mailbox.postDisconnected()
        ring()
    }
}

private let completedCallback: prism_completed_fn = { context, completion in
    guard let context, let completion else { return }
    Unmanaged<BridgeSession>.fromOpaque(context).takeUnretainedValue().completed(completion)
}

private let disconnectedCallback: prism_disconnected_fn = { context in
    guard let context else { return }
    Unmanaged<BridgeSession>.fromOpaque(context).takeUnretainedValue().disconnected()
}
