// SPDX-License-Identifier: MIT
// The bridge's own count of what became of each request, for tests, the bench and the doctor.

internal import CPrismCamera

/// What became of the requests of a session so far.
package struct FrameCounters: Hashable, Sendable {
    /// Handed to the session.
    package let completed: UInt64
    /// Of these, given back unseen because the camera was stopped.
    package let unread: UInt64
    /// Start-up frames that nobody saw.
    package let hidden: UInt64
    /// Ended cancelled, also by a stop.
    package let cancelled: UInt64
    /// With consumers now.
    package let out: Int
    /// With the camera now.
    package let inFlight: Int
}

extension CameraSession {
    /// The bridge's counters of this moment.
    package func frameCounters() -> FrameCounters {
        let raw = bridge.counters()
        return FrameCounters(
            completed: raw.completed, unread: bridge.unread, hidden: raw.hidden,
            cancelled: raw.cancelled,
            out: Int(raw.out), inFlight: Int(raw.in_flight))
    }
}
