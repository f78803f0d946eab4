// SPDX-License-Identifier: MIT
// What a night photograph tells while it is taken.

public import PrismNight

/// How far a night photograph is.
public enum NightProgress: Sendable {
    /// Frames are looked at, to plan.
    case metering
    /// The plan.
    case planned(NightPlan)
    /// The camera exposes otherwise than it was asked to: the new plan.
    case replanned(NightPlan)
    /// A frame was dealt with.
    case frame(NightStep)
}

/// How far the frames are.
public struct NightStep: Hashable, Sendable {
    /// Frames dealt with.
    public var done: Int
    /// Frames planned.
    public var total: Int
    /// Seconds until the last frame is there.
    public var secondsLeft: Double
    /// Signal to noise so far where the picture has 2 % of white.
    public var quality: Double
    /// Frames in the stack.
    public var used: Int
    /// Frames that were left out.
    public var rejected: Int
    /// Frames that came while one was being merged and none could wait.
    public var dropped: Int
    /// What became of this frame, or of those whose turn came with it.
    public var verdicts: [FrameVerdict]
    /// The camera was moved, and the stack began anew with this frame.
    public var isRestart: Bool { verdicts.contains { $0.isReference && $0.note != nil } }
}
