// SPDX-License-Identifier: MIT
// What can be wished of the focus; only modules with a motor at the lens have any of it.

/// Who moves the lens.
public enum Focus: Hashable, Sendable {
    /// Nobody: it stands at a position.
    case manual(LensPosition)
    /// The camera, when it is told to (``CameraSession/focus(within:)``).
    case auto
    /// The camera, all the time.
    case continuous
}

/// Where a lens stands.
public enum LensPosition: Hashable, Sendable {
    /// The reciprocal of the distance in metres: 0 is infinity, 10 is 10 cm.
    case dioptres(Double)
    /// As far as the lens goes.
    case infinity
    /// The distance from whose half to infinity everything is sharp enough; needs the lens's data.
    case hyperfocal
    /// Where it is now.
    case current
}

/// How much of its way the lens may use; libcamera's AfRange.
public enum FocusRange: Int64, CaseIterable, Hashable, Sendable, ControlChoice {
    /// Infinity to the usual close-up.
    case normal
    /// Near things only.
    case macro
    /// All of it.
    case full
}

/// How fast the lens moves; libcamera's AfSpeed.
public enum FocusSpeed: Int64, CaseIterable, Hashable, Sendable, ControlChoice {
    /// Smoothly.
    case normal
    /// As fast as it can.
    case fast
}

/// When a continuous focus pauses; libcamera's AfPause.
public enum FocusPause: Int64, CaseIterable, Hashable, Sendable, ControlChoice {
    /// Now, wherever the lens is.
    case immediate
    /// When the scan in progress is over.
    case deferred
    /// Not: it goes on.
    case resume
}

/// State of the automatic focus.
public enum AutoFocusState: UInt32, Sendable {
    /// No scan so far, or it was called off.
    case idle
    /// The lens is looking for the sharpest place.
    case scanning
    /// It found one.
    case focused
    /// It found none.
    case failed
}
