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
    private var trails: TrailWork?
    private var report = StackReport(reference: 0)
    private var count = 0
    /// Frames in a row that do not lie where the reference does.
    private var misplaced = 0
    /// Frames that are to come in all; where it is known, ``StackPlan/restarts`` can begin anew.
    public var expected: Int?

    /// Frames out of place, in a row, that show that the camera was moved and does not come back.
    static let knock = 3

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
        var verdict: FrameVerdict
        if plan.merge == .brightest {
            verdict = try trail(image, number: number)
        } else if let work {
            verdict = work.add(image, number: number)
            misplaced = verdict.rejected?.isOfPlace == true ? misplaced + 1 : 0
            if isKnocked { verdict = try restart(with: image, number: number) }
        } else {
            verdict = try begin(image, number: number)
        }
        report.frames.append(verdict)
        report.timings = report.timings + verdict.timings
        return verdict
    }

    private mutating func begin(_ image: RawImage, number: Int) throws(PrismError) -> FrameVerdict {
        let first = try StackWork(image, plan: plan, hotPixels: stored)
        work = first
        report.reference = number
        return first.begin(image, number: number)
    }

    /// Frames in the stack.
    public var used: Int { report.used }

    /// Whole frames that the frames in the stack count for, as the mean of the area.
    public var strength: Double {
        report.frames.reduce(0) { $0 + ($1.isUsed ? $1.weight ?? 0 : 0) }
    }

    /// Whether the camera has been moved, and more is to be had where it is now than is there already.
    private var isKnocked: Bool {
        guard plan.restarts, let expected, misplaced >= NightStacker.knock else { return false }
        return expected - count + 1 > used
    }

    private mutating func restart(
        with image: RawImage, number: Int
    ) throws(PrismError) -> FrameVerdict {
        // One stack's memory at a time.
        work = nil
        misplaced = 0
        for index in report.frames.indices where report.frames[index].isUsed {
            report.frames[index].rejected = .moved
            report.frames[index].note = "the camera was moved after it"
            report.frames[index].isReference = false
        }
        var verdict = try begin(image, number: number)
        verdict.note = "the camera was moved: the others are brought to this one"
        return verdict
    }

    /// The mean of what was added; the stacker then begins anew.
    ///
    /// - Throws: `invalidData` where nothing was added.
    public mutating func finish() throws(PrismError) -> StackedRaw {
        let (work, trails, report) = (work, trails, report)
        (self.work, self.trails) = (nil, nil)
        (self.report, count, misplaced) = (StackReport(reference: 0), 0, 0)
        if let trails { return try trails.finish(report) }
        guard let work else { throw PrismError(.invalidData, "a stack without frames") }
        return try work.finish(report)
    }

    private mutating func trail(
        _ image: RawImage, number: Int
    ) throws(PrismError) -> FrameVerdict {
        let work: TrailWork
        if let trails {
            work = trails
        } else {
            work = try TrailWork(image, decay: plan.decay)
            (trails, report.reference) = (work, number)
        }
        var verdict = FrameVerdict(
            frame: number, transform: FrameTransform.identity.values,
            isReference: work.used == 0, sharpness: 0, weight: 1, timings: StageTimings())
        if let (reason, note) = work.add(image) {
            (verdict.rejected, verdict.note, verdict.weight) = (reason, note, nil)
        }
        return verdict
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
