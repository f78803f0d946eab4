// SPDX-License-Identifier: MIT
// Digital zoom that glides, and that survives a change of the configuration.

extension CameraSession {
    /// Zooms, at once or smoothly.
    ///
    /// A glide moves with the frames; it ends where it is told to even when the camera is reconfigured on the way.
    /// Setting ``ControlSettings/zoom`` or zooming again ends it where it is.
    ///
    /// - Parameters:
    ///   - zoom: Where to.
    ///   - duration: How long it takes, in nanoseconds of the camera's time.
    /// - Returns: Proof, to await the end of the glide with.
    /// - Throws: `unsupported` where the camera cannot crop, `outOfRange` naming the limit.
    @discardableResult
    public func zoom(to zoom: Zoom, over duration: Int64 = 0) throws(PrismError) -> ControlTicket {
        let start = held.zoom ?? .none
        guard duration > 0, state == .running, let time = latest.timestamp?.nanoseconds else {
            return try set(.with { $0.zoom = zoom })
        }
        // Checks the goal before anything moves.
        guard let active else { throw PrismError(.busy, "cannot zoom: not configured") }
        _ = try ControlPlan(
            .with { $0.zoom = zoom }, for: controlContext(active.controls, held: held))
        let ticket = try set(.with { $0.zoom = start })
        zoomRamp = ZoomRamp(from: start, to: zoom, at: time, taking: duration)
        return ControlTicket(serial: ticket.serial, settings: .with { $0.zoom = zoom })
    }

    /// One step of a glide, with each frame.
    func stepZoom(_ metadata: FrameMetadata) {
        guard let ramp = zoomRamp, let now = metadata.timestamp?.nanoseconds else { return }
        let zoom = ramp.zoom(at: now)
        held.zoom = zoom
        // What was checked at the beginning can only fail with the camera, which is told elsewhere.
        _ = try? writeControls(held, only: .with { $0.zoom = zoom })
        if ramp.isOver(at: now) { zoomRamp = nil }
    }
}
