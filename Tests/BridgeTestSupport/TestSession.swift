// SPDX-License-Identifier: MIT
// An opened camera as tests use it: frames in a queue, calls that throw.

public import CPrismCamera
internal import Glibc

/// An open session. Close it with `close()`; `destroy()` frees it.
public final class TestSession: Sendable {
    /// What the handler's thread left.
    public struct Inbox: Sendable {
        /// Frames that nobody has taken yet.
        public var frames: [Frame] = []
        /// Completions so far.
        public var count = 0
        /// The camera was unplugged.
        public var isDisconnected = false
        /// Called with each frame inside the callback; returns true where it dealt with it.
        public var inCallback: (@Sendable (OpaquePointer, Frame) -> Bool)?

        /// Takes what is there.
        public mutating func takeAll() -> [Frame] {
            defer { frames = [] }
            return frames
        }
    }

    private final class Context: Sendable {
        let inbox = Monitor(Inbox())
        let session = Monitor<UInt?>(nil)
        let isDestroyed = Monitor(false)
    }

    /// The C handle.
    public nonisolated(unsafe) let handle: OpaquePointer
    private let context: Context

    /// What the handler's thread left.
    public var inbox: Monitor<Inbox> { context.inbox }

    /// Opens a camera.
    public init(_ manager: TestManager, _ id: String) throws(Failure) {
        let context = Context()
        var out: OpaquePointer?
        let result = prism_session_open(
            manager.handle, id,
            { context, completion in
                guard let context, let completion else { return }
                TestSession.receive(context, completion.pointee)
            },
            { context in
                guard let context else { return }
                Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
                    .inbox.change { $0.isDisconnected = true }
            }, Unmanaged.passUnretained(context).toOpaque(), &out)
        guard result >= 0, let out else { throw Failure(code: result) }
        handle = out
        context.session.change { $0 = UInt(bitPattern: out) }
        self.context = context
    }

    private static func receive(_ pointer: UnsafeMutableRawPointer, _ completion: prism_completion)
    {
        let context = Unmanaged<Context>.fromOpaque(pointer).takeUnretainedValue()
        let frame = Frame(completion)
        let inCallback = context.inbox.change { inbox in
            inbox.count += 1
            return inbox.inCallback
        }
        let address = context.session.change { $0 } ?? 0
        if let inCallback, let session = OpaquePointer(bitPattern: address),
            inCallback(session, frame)
        {
            return
        }
        context.inbox.change { $0.frames.append(frame) }
    }

    /// Configures; returns what became of the wish.
    @discardableResult
    public func configure(_ wish: prism_configuration) throws(Failure) -> prism_configuration {
        var configuration = wish
        try check(prism_session_configure(handle, &configuration, 1))
        return configuration
    }

    /// Starts.
    public func start() throws(Failure) { try check(prism_session_start(handle)) }
    /// Stops.
    public func stop() throws(Failure) { try check(prism_session_stop(handle)) }
    /// Gives a frame back.
    public func requeue(_ frame: Frame) throws(Failure) {
        try check(prism_session_requeue(handle, frame.token))
    }
    /// Closes the camera.
    public func close() throws(Failure) { try check(prism_session_close(handle)) }
    /// Closes and frees; a second call does nothing.
    public func destroy() {
        let isFirst = context.isDestroyed.change { isDestroyed in
            defer { isDestroyed = true }
            return !isDestroyed
        }
        if isFirst { prism_session_destroy(handle) }
    }

    /// The next frame; nil where none comes for long.
    public func next(seconds: Double = 20) -> Frame? {
        inbox.wait(seconds: seconds) { $0.frames.isEmpty ? nil : $0.frames.removeFirst() }
    }

    /// Takes `count` frames, giving each back at once.
    public func take(_ count: Int) throws -> [Frame] {
        var frames: [Frame] = []
        while frames.count < count {
            guard let frame = next() else { throw Failure(code: -ETIMEDOUT) }
            frames.append(frame)
            try requeue(frame)
        }
        return frames
    }

    /// Calls `body` with the bytes of one plane.
    public func withPlane<Result>(
        _ frame: Frame, image: UInt32 = 0, plane: Int = 0, bytes: Int,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) throws -> Result {
        var planes: [UnsafeMutableRawPointer?] = [nil, nil, nil]
        try check(prism_session_map(handle, frame.token, image, &planes))
        guard let base = planes[plane] else { throw Failure(code: -EINVAL) }
        return body(UnsafeRawBufferPointer(start: base, count: bytes))
    }

    /// The counters.
    public var counters: prism_session_counters {
        var counters = prism_session_counters()
        prism_session_read_counters(handle, &counters)
        return counters
    }
}
