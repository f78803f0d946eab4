// SPDX-License-Identifier: MIT
// A burst from files to a picture, a mosaic and a report.

public import PrismCore
internal import PrismImage

/// Merges the files of a burst.
public struct NightJob: Sendable {
    /// What is told while it works.
    public enum Event: Sendable {
        /// Reading frames to find the reference.
        case choosing
        /// A frame is done: its place, how many are, and what became of it.
        case frame(index: Int, done: Int, of: Int, rejected: String?)
        /// The picture is being rendered; the part that is done.
        case finishing(Double)
    }

    /// Which frame the others are brought to.
    public enum Reference: String, CaseIterable, Sendable {
        /// The sharpest of the first three, or of all in a burst of eight or less.
        case sharpest
        /// The sharpest of the first three, as a live burst from the hand has it.
        case early
        /// The first that can be read.
        case first
    }

    /// The frames' files.
    public var frames: [String]
    /// What is to be written.
    public var outputs: NightOutputs
    /// How frames are stacked.
    public var stack = StackPlan()
    /// Which frame the others are brought to.
    public var reference = Reference.sharpest
    /// How the result is finished; its brightening is taken from the files where ``brightening`` is nil.
    public var finish = FinishPlan()
    /// Stops by which the picture is brightened; nil asks the files, and where they say nothing takes 3.
    public var brightening: Double?
    /// JPEG quality, 1 to 100.
    public var quality = 95
    /// The program's name and version, for the files.
    public var software: String?
    var probe = FileProbe.none

    /// Makes a job.
    public init(frames: [String], outputs: NightOutputs) {
        self.frames = frames
        self.outputs = outputs
    }

    /// Does it. Thread: any, but not the cooperative pool: it takes long and waits for the disk.
    ///
    /// A frame that cannot be read is left out, and the report says why. Files that can be written are written
    /// though another cannot; then the first error is thrown at the end, when the report is safe.
    ///
    /// - Parameters:
    ///   - isCancelled: Asked often; true ends the work without any file.
    ///   - tell: Hears how far it is.
    /// - Returns: What became of the frames and files.
    /// - Throws: What kept the first frame from being read where none could be; `cancelled`; what kept a file from
    ///   being written.
    @discardableResult
    public func run(
        isCancelled: () -> Bool = { false }, tell: (Event) -> Void = { _ in }
    ) throws(PrismError) -> NightReport {
        try check()
        var timings = NightReport.Timings()
        let (stacked, reader) = try stack(isCancelled, tell, &timings)
        timings.stages = stacked.report.timings
        return try conclude(
            stacked, failures: reader.failures, timings: timings, capture: nil, isCancelled, tell)
    }

    /// Renders a stack and writes the files. Thread: as ``run(isCancelled:tell:)``.
    package func conclude(
        _ stacked: StackedRaw, failures: [Int: PrismError], timings: NightReport.Timings,
        capture: NightReport.Capture?, _ isCancelled: () -> Bool, _ tell: (Event) -> Void
    ) throws(PrismError) -> NightReport {
        var result = NightResult(stacked, job: self, failures: failures)
        result.report.timings = timings
        result.report.capture = capture
        try result.finish(isCancelled, tell)
        if let failure = result.failure { throw failure }
        return result.report
    }

    /// Stops where the files say nothing.
    static let usualBrightening = 3.0

    private func check() throws(PrismError) {
        guard !frames.isEmpty else { throw PrismError(.usage, "no frames are given") }
        let paths = outputs.paths
        guard Set(paths).count == paths.count else {
            throw PrismError(.usage, "two outputs have the same name")
        }
        if let taken = paths.first(where: { frames.contains($0) }) {
            throw PrismError(.usage, "\(taken) is a frame and an output")
        }
    }

    private func stack(
        _ isCancelled: () -> Bool, _ tell: (Event) -> Void, _ timings: inout NightReport.Timings
    ) throws(PrismError) -> (StackedRaw, BurstReader) {
        var reader = BurstReader(frames)
        var stacker = NightStacker(plan: stack)
        var watch = Stopwatch()
        stacker.expected = frames.count
        if reference != .first, frames.count > 1 { tell(.choosing) }
        let order = try reader.order(stack, reference)
        timings.choose = watch.lap()
        for (done, index) in order.enumerated() {
            guard !isCancelled() else { throw PrismError(.cancelled, "the burst was called off") }
            let image = reader.frame(index)
            timings.read += watch.lap()
            let rejected: String?
            if let image {
                rejected = try add(image, index, to: &stacker)
            } else {
                rejected = reader.failures[index]?.code.rawValue
            }
            timings.stack += watch.lap()
            tell(.frame(index: index, done: done + 1, of: order.count, rejected: rejected))
        }
        if let failure = reader.failure, reader.failures.count == frames.count { throw failure }
        let stacked = try stacker.finish()
        timings.stack += watch.lap()
        return (stacked, reader)
    }

    private func add(
        _ image: RawImage, _ index: Int, to stacker: inout NightStacker
    ) throws(PrismError) -> String? {
        do throws(PrismError) {
            return try stacker.add(image, number: index).rejected?.rawValue
        } catch {
            throw PrismError(error.code, "\(frames[index]): \(error.message)", errno: error.errno)
        }
    }
}
