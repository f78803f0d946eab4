// SPDX-License-Identifier: MIT
// A tap on the picture as wishes: a focus window, and the metering that comes nearest to it.

/// What to set for a part of the picture that matters.
struct PointOfInterest: Hashable, Sendable {
    private(set) var settings = ControlSettings()
    private(set) var ignored: [IgnoredWish] = []

    /// libcamera has no control for where to meter, so the centre's spot serves where it is meant, and an even
    /// weighting elsewhere, which at least does not favour the centre.
    init(
        _ region: ImageRegion, _ rectangle: SensorRectangle, focus: Focus?,
        for capabilities: CameraCapabilities
    ) {
        if let focus, focus != .auto || capabilities.hasAutoFocus {
            if case .absent(let reason) = capabilities.focusWindows {
                ignored.append(IgnoredWish(control: .focusWindows, reason: reason))
            } else {
                settings.focus = focus
                settings.focusWindows = [rectangle]
            }
        }
        let showsCentre =
            region.x < 0.5 && region.x + region.width > 0.5 && region.y < 0.5
            && region.y + region.height > 0.5
        let metering = showsCentre ? MeteringMode.spot : .matrix
        if capabilities.metering.has(metering) { settings.metering = metering }
        let found = settings.metering.map { "; nearest is \($0.name)" } ?? ""
        if !showsCentre || settings.metering == nil {
            ignored.append(
                IgnoredWish(
                    control: .metering,
                    reason: AbsenceReason(
                        .library, "libcamera has no control for where to meter\(found)")))
        }
    }
}
