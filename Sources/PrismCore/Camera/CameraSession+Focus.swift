// SPDX-License-Identifier: MIT
// What the focus is told once: look now, stop looking, pause, go on; and what a tap on the picture means.

extension CameraSession {
    /// Focuses once, in the focus windows where some are set.
    ///
    /// A focus that is not automatic becomes so.
    ///
    /// - Parameter nanoseconds: Longest wait for the end of the scan.
    /// - Returns: The frame that shows it; its ``FrameMetadata/autoFocus`` says whether it found something.
    /// - Throws: `unsupported` where the lens does not move; as ``applied(_:within:)``.
    public func focus(
        within nanoseconds: Int64 = 10_000_000_000
    ) async throws(PrismError) -> FrameMetadata {
        if held.focus != .auto { try set(.with { $0.focus = .auto }) }
        let serial = try command("AfTrigger", 0, "focusing")
        return try await frame(
            showing: .focus(FocusWatch()), from: serial, within: nanoseconds, "focus")
    }

    /// Calls a focus scan off; nothing happens where none is possible.
    public func cancelFocus() throws(PrismError) {
        guard hasControl("AfTrigger"), held.focus == .auto else { return }
        _ = try command("AfTrigger", 1, "calling the focus off")
    }

    /// Pauses a continuous focus, or lets it go on; nothing happens where there is none.
    public func pauseFocus(_ pause: FocusPause = .immediate) throws(PrismError) {
        guard hasControl("AfPause"), held.focus == .continuous else { return }
        _ = try command("AfPause", pause.rawValue, "pausing the focus")
    }

    /// Where a part of the picture, as it is shown, lies on the sensor just now.
    ///
    /// - Parameter region: A part of the picture.
    /// - Returns: The rectangle, for ``ControlSettings/focusWindows``.
    /// - Throws: `outOfRange` where the region is not in the picture, `unsupported` where the camera does not say
    ///   which part of the sensor the picture shows.
    public func sensorRectangle(for region: ImageRegion) throws(PrismError) -> SensorRectangle {
        guard let crop = latest.scalerCrop ?? capabilities.fullCrop else {
            throw PrismError(
                .unsupported,
                "a place on the sensor is not known: this camera does not say what its picture shows"
            )
        }
        return try region.onSensor(
            showing: crop, transform: active?.configured.transform ?? .identity)
    }

    /// Focuses and meters on a part of the picture, as far as the camera can.
    ///
    /// - Parameters:
    ///   - region: A part of the picture; ``ImageRegion/around(x:y:)`` suits a tap.
    ///   - focus: How the lens is moved from now on; nil leaves the focus alone.
    /// - Returns: Proof; its ``ControlTicket/ignored`` says what could not be done.
    /// - Throws: `outOfRange` where the region is not in the picture.
    @discardableResult
    public func focusAndExpose(
        on region: ImageRegion, focus: Focus? = .continuous
    ) throws(PrismError) -> ControlTicket {
        let rectangle = try sensorRectangle(for: region)
        let interest = PointOfInterest(region, rectangle, focus: focus, for: capabilities)
        let ticket = try set(interest.settings)
        return ControlTicket(
            serial: ticket.serial, settings: ticket.settings,
            ignored: ticket.ignored + interest.ignored)
    }

    private func hasControl(_ name: String) -> Bool { active?.controls.has(name) == true }

    /// Writes a control that is an order and no state, so that nothing repeats it.
    private func command(
        _ name: String, _ value: Int64, _ what: String
    ) throws(PrismError) -> UInt64 {
        try require(.running, what)
        guard let control = active?.controls[name], control.isInput else {
            let reason = AbsenceReason.missing(name, in: active?.controls ?? ControlTable([]))
            throw PrismError(.unsupported, "\(what) is not possible: \(reason.text)")
        }
        return try bridge.setControls(
            [ControlWrite(name, .integer(value), vendor: control.vendor)])
    }
}
