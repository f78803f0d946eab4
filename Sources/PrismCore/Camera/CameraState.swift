// SPDX-License-Identifier: MIT
// What a camera is doing, and what happened to it, as values for observers.

/// State of a camera session.
///
///     opened ──configure──▶ configured ──start──▶ running ◀──▶ recovering
///        ▲                     ▲   │                 │             │
///        └─────────────────────┘   └──────stop───────┘     failed ◀┘      any ──close──▶ closed
public enum CameraState: Hashable, Sendable {
    /// Held, but without streams.
    case opened
    /// Streams and buffers are there.
    case configured
    /// Frames come.
    case running
    /// Frames ceased; a restart (counted from 1) is under way, or a return of the camera is awaited.
    case recovering(attempt: Int)
    /// Given up; only closing helps.
    case failed(PrismError)
    /// Let go.
    case closed
}

extension CameraState {
    /// The state in one word, for logs.
    public var word: String {
        switch self {
        case .opened: "opened"
        case .configured: "configured"
        case .running: "running"
        case .recovering: "recovering"
        case .failed: "failed"
        case .closed: "closed"
        }
    }
}

/// Something that happened to a camera; what is not here shows in ``CameraState``.
public enum CameraEvent: Hashable, Sendable {
    /// No frame came in time; how long was waited, in nanoseconds.
    case stalled(waited: Int64)
    /// The pipeline cancelled requests by itself, as it does when the sensor times out.
    case timedOut
    /// Consumers hold every buffer, so the camera has none to fill.
    case starved
    /// The camera was unplugged.
    case unplugged
    /// The camera is back.
    case returned
    /// A hint that this camera cannot take was left out; told once for each.
    case ignored(IgnoredWish)
    /// The board is pressed harder, or less hard, than before.
    case pressure(SystemPressure)
    /// The camera runs again after this many attempts.
    case recovered(attempts: Int)
}
