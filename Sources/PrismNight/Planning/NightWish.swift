// SPDX-License-Identifier: MIT
// What is wanted of a night photograph, and how the camera is held.

/// How the camera is held, and what for.
public enum NightHold: String, CaseIterable, Codable, Sendable {
    /// From the hand: 1 to 3 seconds.
    case hand
    /// On a stand: at most 10 seconds.
    case stable
    /// On a stand, for stars: minutes.
    case astro
}

/// What is wanted of a night photograph.
public struct NightWish: Hashable, Sendable {
    /// How the camera is held; nil finds it out.
    public var hold: NightHold?
    /// Number of frames; nil leaves it to the plan.
    public var frames: Int?
    /// ``NightHold/astro``: how long to expose in all, in nanoseconds.
    public var duration: Int64 = 120_000_000_000
    /// Stops by which the picture is brightened; nil leaves it to the plan.
    public var brightening: Double?
    /// The part of its light that a star's trail keeps from frame to frame: 1 draws trails, less draws comets; nil
    /// brings the stars together.
    public var trails: Double?
    /// Exposure time of a frame in nanoseconds; nil leaves it to the plan.
    public var exposureTime: Int64?
    /// Gain of a frame; nil leaves it to the plan.
    public var gain: Double?

    /// Leaves everything to the plan.
    public init() {}
}
