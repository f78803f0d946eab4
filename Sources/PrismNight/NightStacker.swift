// SPDX-License-Identifier: MIT
// Stacks a burst frame by frame: each is aligned, weighed, added and let go, so memory does not grow.

public import PrismCore
internal import PrismFilters
public import PrismImage

/// Stacks raw frames.
///
/// The first frame that is added is the one that the others are brought to. Memory is that of one picture's sums
/// (4 bytes a sample), weights and pyramids (2.3 bytes a sample), however many frames there are.
public struct NightStacker {
    /// What to do.
    public let plan: StackPlan
    private let stored: [HotPixel]
    private var work: StackWork?
    private var report = StackReport(reference: 0)
    private var count = 0

    /// Makes a stacker.
    ///
    /// - Parameters:
    ///   - plan: What to do.
    ///   - hotPixels: Places that are known to be hot.
    public init(plan: StackPlan = StackPlan(), hotPixels: [HotPixel] = []) {
        self.plan = plan
        stored = hotPixels
    }

    /// Adds a frame, or says why not.
    ///
    /// - Parameters:
    ///   - image: The frame; it is not kept.
    ///   - number: The frame's number in the report; by default frames are counted from 0.
    /// - Returns: What became of it.
    /// - Throws: `outOfRange` where the first frame is too small or too large to stack.
    @discardableResult
    public mutating func add(_ image: RawImage, number: Int? = nil) throws(PrismError)
        -> FrameVerdict
    {
        let number = number ?? count
        count += 1
        let verdict: FrameVerdict
        if let work {
            verdict = work.add(image, number: number)
        } else {
            let first = try StackWork(image, plan: plan, hotPixels: stored)
            verdict = first.begin(image, number: number)
            work = first
            report.reference = number
        }
        report.frames.append(verdict)
        report.timings = report.timings + verdict.timings
        return verdict
    }

    /// The mean of what was added; the stacker then begins anew.
    ///
    /// - Throws: `invalidData` where nothing was added.
    public mutating func finish() throws(PrismError) -> StackedRaw {
        guard let work else { throw PrismError(.invalidData, "a stack without frames") }
        let report = report
        self.work = nil
        (self.report, count) = (StackReport(reference: 0), 0)
        return try work.finish(report)
    }

    /// How sharp a frame is, beyond noise; compare frames of one burst and add the sharpest first.
    ///
    /// - Throws: As ``add(_:number:)``.
    public static func sharpness(of image: RawImage, plan: StackPlan = StackPlan())
        throws(PrismError) -> Double
    {
        try StackWork(image, plan: plan, hotPixels: [], scoresOnly: true).sharpness(of: image)
    }

    /// The frame to begin with: the sharpest, and of almost equals the earliest.
    ///
    /// - Parameter sharpness: Of each frame that may be the reference.
    /// - Returns: An index; 0 where there are none.
    public static func reference(sharpness: [Double]) -> Int {
        guard let best = sharpness.max() else { return 0 }
        return sharpness.firstIndex { $0 >= best - 0.02 * abs(best) } ?? 0
    }
}
