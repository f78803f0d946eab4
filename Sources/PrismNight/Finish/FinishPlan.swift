// SPDX-License-Identifier: MIT
// How a stack becomes a picture.

internal import PrismCore

/// How a mosaic is finished.
public struct FinishPlan: Hashable, Codable, Sendable {
    /// Stops by which the picture is brightened, 0 to 6.
    public var brightening = 3.0
    /// Stops by which bright areas are brightened less than dark ones, 0 to ``brightening``.
    public var localContrast = 1.0
    /// Strength of the denoiser in luma: 0 off, 1 what the noise model says, which blurs a little more.
    public var denoising = 0.8
    /// Strength for colours, relative to luma.
    public var colourDenoising = 1.0
    /// Threads that share the work; more than 4 are not used.
    public var threads = 1

    /// Makes the usual plan.
    public init() {}

    func check() throws(PrismError) {
        try FinishPlan.require(brightening, in: 0...6, "a brightening", "stops")
        try FinishPlan.require(localContrast, in: 0...6, "a local contrast", "stops")
        try FinishPlan.require(denoising, in: 0...10, "a denoising", "times the model")
        try FinishPlan.require(colourDenoising, in: 0...10, "a colour denoising", "times luma's")
    }

    private static func require(
        _ value: Double, in range: ClosedRange<Double>, _ what: String, _ unit: String
    ) throws(PrismError) {
        guard range.contains(value) else {
            throw PrismError(
                .outOfRange,
                "\(what) of \(value): expected \(range.lowerBound) to \(range.upperBound) \(unit)")
        }
    }
}
