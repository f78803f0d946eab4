// SPDX-License-Identifier: MIT
// What a person at the camera wants, whichever finger, key or button said so.

/// A wish of the person at the camera.
public enum InputAction: Hashable, Sendable {
    /// Half way down: focus, and keep the exposure.
    case halfPressed
    /// Let go of that.
    case halfReleased
    /// The shutter goes down.
    case shutterPressed
    /// The shutter comes up; `isInside` false where the finger slid off it.
    case shutterReleased(isInside: Bool)
    /// Focus and meter here, in parts of the screen.
    case focus(Point)
    /// The zoom factor becomes so many times what it is.
    case zoom(Double)
    /// The exposure becomes so many stops brighter.
    case compensate(Double)
    /// Shows or hides something.
    case toggle(Toggle)
    /// Writes what the screen shows.
    case screenshot
    /// Ends the preview.
    case quit

    /// What can be shown and hidden.
    public enum Toggle: String, CaseIterable, Hashable, Sendable {
        /// Lines to compose by: the next ones, or none behind the last.
        case grid
        /// The histogram.
        case histogram
        /// Figures of the exposure.
        case telemetry
        /// The horizon.
        case level
    }
}
