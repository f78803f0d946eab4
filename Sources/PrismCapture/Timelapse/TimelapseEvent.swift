// SPDX-License-Identifier: MIT
// What a user should know of a time-lapse while it runs, apart from its shots.

/// Something that happens to a run and is no shot.
public enum TimelapseEvent: Hashable, Sendable {
    /// The run goes on after a break; what was found in its directory.
    case resumed(RecoveryReport)
    /// The camera was unplugged and is waited for, at most until the run's end.
    case cameraLost
    /// The camera is back at work.
    case cameraBack
    /// The run ends early by the error that follows; what became of it until then.
    case brokenOff(TimelapseSummary)
}
