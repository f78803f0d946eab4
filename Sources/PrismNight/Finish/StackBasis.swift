// SPDX-License-Identifier: MIT
// What the places of a stack rest on, as the denoiser wants to know it.

/// Weights of a stack, and how its noise differs from white noise.
public struct StackBasis: Sendable {
    /// Sums of weights.
    public let weights: WeightMap
    /// The weight for which the stack's noise holds.
    public let whole: Double
    /// Noise that interpolation between pixels left, as a part of what it would be without; 1 for none.
    public let kept: Double

    /// Of a stack.
    public init(_ stacked: StackedRaw) {
        weights = stacked.weights
        whole = 255 * Double(max(1, stacked.report.used))
        let frames = stacked.weights.quantile(0.95)
        let effective = stacked.report.effectiveFrames["95"] ?? frames
        kept = effective > 0 && frames > 0 ? max(0.5, min(1, frames / effective)) : 1
    }

    /// Noise at each scale of the denoiser, relative to white noise of the stack's variance.
    ///
    /// What interpolation takes is fine: of white noise 0.79 is in the first scale, and that is where nearly all of
    /// the loss is, so coarser scales have more than their share of what is left.
    var scales: SIMD4<Float> {
        let lost = 1 - kept
        let first = (0.7921 - 0.95 * lost) / 0.7921 / kept
        return SIMD4(Float(first), Float((1 - 0.1 * lost) / kept), Float(1 / kept), Float(1 / kept))
    }
}
