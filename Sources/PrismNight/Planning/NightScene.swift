// SPDX-License-Identifier: MIT
// What metering found out about a dark scene: its light, its lamps, and what moves.

/// What is known of a scene before it is photographed.
public struct NightScene: Hashable, Codable, Sendable {
    /// Exposure time in seconds times gain with which the mean of the scene is 18 % of white.
    public var exposure: Double
    /// What 99.5 % of the samples stay below at ``exposure``, in parts of white; ``beyond`` where metering frames
    /// clipped.
    public var highlights: Double
    /// Speed of what moves against the rest, in pixels of the photograph per second (75 % of the picture is slower).
    public var motion: Double
    /// Speed of the whole picture, in pixels of the photograph per second.
    public var shake: Double
    /// The camera stands still: less than 0.3 pixels of the small picture from frame to frame for half a second.
    public var isStable: Bool
    /// Nothing was seen: the mean is not above black by what a black level can be off.
    public var isBlack: Bool

    /// Light of which nobody knows how bright it is.
    public static let beyond = 1e6

    /// Makes a scene where nothing moves.
    public init(
        exposure: Double, highlights: Double = 0, motion: Double = 0, shake: Double = 0,
        isStable: Bool = false, isBlack: Bool = false
    ) {
        self.exposure = exposure
        self.highlights = highlights
        self.motion = motion
        self.shake = shake
        self.isStable = isStable
        self.isBlack = isBlack
    }
}
