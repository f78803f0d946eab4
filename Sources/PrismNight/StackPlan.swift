// SPDX-License-Identifier: MIT
// What a stack is to do: pure parameters, with the limits that reject a frame.

/// How a burst is stacked.
public struct StackPlan: Hashable, Codable, Sendable {
    /// How frames are trusted.
    public enum Merge: String, Codable, Sendable {
        /// The camera or the scene may move: areas that differ from the reference by more than noise are left out.
        case robust
        /// Nothing moves but what crosses the sky: single pixels that differ from the mean so far are left out.
        case kappaSigma
        /// No mean: the brightest of all frames, so that stars draw trails. Frames are neither aligned nor weighed.
        case brightest
    }

    /// What frames are aligned by.
    public enum Guide: String, Codable, Sendable {
        /// Whatever the picture shows.
        case texture
        /// Stars; where the reference has too few, its texture.
        case stars
    }

    /// How frames are trusted.
    public var merge = Merge.robust
    /// Align frames to the reference; false takes them as they are.
    public var aligns = true
    /// What frames are aligned by.
    public var guide = Guide.texture
    /// Bring each frame's sky to the brightness of the reference's by what is added: clouds, moonlight, dawn.
    public var matchesSky = false
    /// Kappa-sigma: judge the first five frames by each other, at 4 bytes a pixel; else they are all trusted.
    public var judgesFirst = false
    /// ``Merge/brightest``: the part of its light that a trail keeps from frame to frame; less than 1 draws comets.
    public var decay = 1.0
    /// Find hot pixels and leave them out.
    public var findsHotPixels = true
    /// Look for moved objects where they went.
    public var followsMotion = true
    /// Mean noise-normalised difference up to which a frame counts fully, 1 being pure noise.
    public var fullTrust = 1.35
    /// The difference from which on it does not count.
    public var noTrust = 2.2
    /// Difference of local means up to which a frame counts fully, in standard deviations of noise.
    public var fullMeanTrust = 3.0
    /// The difference of means from which on it does not count.
    public var noMeanTrust = 4.5
    /// Kappa-sigma: how many of the model's standard deviations a pixel may be off the mean.
    public var kappa = 3.0
    /// A frame whose median tile differs by more than this many times the noise is rejected.
    public var residualLimit = 1.6
    /// A frame that is turned by more than this many degrees is rejected.
    public var rotationLimit = 3.0
    /// A frame that shares less than this part of the reference's area is rejected.
    public var overlapLimit = 0.25
    /// A frame less sharp than this part of the reference is rejected.
    public var sharpnessLimit = 0.35
    /// Begin anew where the camera was moved for good and more frames are to come than are in the stack.
    public var restarts = false
    /// Threads that share the rows.
    public var threads = 1

    /// Most frames that one stack holds.
    public static let maximumFrames = 250

    /// Makes the plan for a burst out of the hand.
    public init() {}

    /// The plan for frames without light: nothing is aligned, hot pixels stay, single events are left out.
    public static let darks: StackPlan = {
        var plan = StackPlan()
        plan.merge = .kappaSigma
        plan.aligns = false
        plan.findsHotPixels = false
        plan.followsMotion = false
        return plan
    }()

    /// The plan for stars: aligned by them, satellites and aeroplanes left out.
    public static let stars: StackPlan = {
        var plan = StackPlan()
        plan.merge = .kappaSigma
        plan.guide = .stars
        plan.matchesSky = true
        plan.judgesFirst = true
        plan.followsMotion = false
        plan.residualLimit = 3
        plan.rotationLimit = 45
        plan.restarts = true
        return plan
    }()
}
