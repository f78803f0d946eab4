// SPDX-License-Identifier: MIT
// What the other suites do about focus, as far as it needs a camera to be known.

import PrismCore

/// Focus beyond what settings can say before the camera is open.
struct CompatFocus: Equatable, Sendable {
    /// Continuous focus where the camera has any: the usual, unless the lens is told where to stand.
    let isContinuousWherePossible: Bool
    /// Whether each shot waits for the focus.
    let focusesOnCapture: Bool
    /// Where to look, as a part of the largest picture; nil leaves that to the camera.
    let window: ImageRegion?

    init(_ arguments: CompatArguments) throws(PrismError) {
        let mode = arguments["autofocus-mode"] ?? "default"
        focusesOnCapture = arguments.has("autofocus-on-capture")
        isContinuousWherePossible =
            mode == "default" && arguments["lens-position"] == nil && !focusesOnCapture
        window = try arguments.region("autofocus-window")
    }

    /// The wishes that an open camera makes of it.
    func settings(for capabilities: CameraCapabilities) throws(PrismError) -> ControlSettings {
        var settings = ControlSettings()
        guard capabilities.hasAutoFocus else { return settings }
        if isContinuousWherePossible { settings.focus = .continuous }
        if focusesOnCapture { settings.focus = .auto }
        if let window, let area = capabilities.sensorArea ?? capabilities.fullCrop {
            settings.focusWindows = [try window.onSensor(showing: area)]
        }
        return settings
    }
}
