// SPDX-License-Identifier: MIT
// What became of a frame, and why.

/// What became of a frame.
public struct FrameVerdict: Hashable, Codable, Sendable {
    /// Why a frame is not in the stack.
    public enum Reason: String, Codable, Sendable, CaseIterable {
        /// Its sides differ from the reference's.
        case size
        /// Its colour filters are in another order.
        case colourFilter
        /// Its black or white level, or its depth, differs.
        case levels
        /// Its exposure time or gain differs by more than 2 %.
        case exposure
        /// It shares too little of the reference's area.
        case noCommonArea
        /// It is turned too far.
        case rotation
        /// It does not match the reference anywhere: another scene, or alignment failed.
        case noMatch
        /// Its stars cannot be seen: clouds, or it is no sky.
        case hidden
        /// It is much less sharp than the reference.
        case blurred
        /// It has nothing but clipped samples.
        case clipped
        /// The stack holds no more frames.
        case full
        /// It was taken before the camera was moved, and more came after that.
        case moved

        /// The frame does not lie where the reference does.
        var isOfPlace: Bool { [.noCommonArea, .rotation, .noMatch].contains(self) }
    }

    /// The frame's number as the caller counts.
    public var frame: Int
    /// The reason why it was left out; nil where it is in the stack.
    public var rejected: Reason?
    /// One line for a person where it was left out, or where it counts with a reserve.
    public var note: String?
    /// 2×3, row by row: from the reference's pixel (x, y, 1) to the frame's.
    public var transform: [Double]
    /// The frame is the one that the others are brought to.
    public var isReference = false
    /// Sharpness beyond noise, of the picture of quads.
    public var sharpness: Double
    /// The median tile's difference from the reference, 1 being noise.
    public var residual: Double?
    /// Mean weight over the picture, 0 to 1.
    public var weight: Double?
    /// Hot pixels that were left out of this frame.
    public var hotPixels: Int?
    /// Tiles of moved parts that were found elsewhere.
    public var followedTiles: Int?
    /// Seconds by the wall clock, by stage.
    public var timings: StageTimings

    /// The frame is in the stack.
    public var isUsed: Bool { rejected == nil }
}

/// Seconds that the stages of one frame, or of all, took.
public struct StageTimings: Hashable, Codable, Sendable {
    /// Unpacking, suspects and levels.
    public var take = 0.0
    /// Finding the transform.
    public var align = 0.0
    /// Finding the weights.
    public var weigh = 0.0
    /// Adding to the sums.
    public var merge = 0.0
    /// Following moved objects.
    public var follow = 0.0

    /// Makes timings of zero.
    public init() {}

    /// The sum of two.
    public static func + (a: StageTimings, b: StageTimings) -> StageTimings {
        var sum = a
        sum.take += b.take
        sum.align += b.align
        sum.weigh += b.weigh
        sum.merge += b.merge
        sum.follow += b.follow
        return sum
    }

    /// All stages together.
    public var total: Double { take + align + weigh + merge + follow }
}
