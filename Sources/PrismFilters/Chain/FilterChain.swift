// SPDX-License-Identifier: MIT
// A chain of filters: set from any thread, rendered on any other, without a torn picture or an allocation per frame.

public import PrismCore

/// Filters in order, each at an intensity, over the step before it.
///
/// Neighbouring colour filters become one pass, in which values may leave 0…1 until its end (as in Core Image).
/// Between passes values are 8 bits. A chain that does nothing hands the very frame on.
///
/// Rendering blocks its thread, so call it from one of your own, never from a task; ``FilterPipeline`` has one.
public final class FilterChain: Sendable {
    /// How a chain works.
    public struct Options: Hashable, Sendable {
        /// Format of the results; nil keeps that of the pictures that come in.
        public var output: PixelFormat?
        /// Threads that share out the rows, the caller's included; 0 takes one per processor, 4 at most.
        public var threads: Int
        /// Results of ``FilterChain/render(_:image:)`` that may be held at once.
        public var heldFrames: Int
        /// Reads each row of the input once, in order: for buffers that the CPU does not cache.
        public var inputIsUncached: Bool

        /// Makes options.
        public init(
            output: PixelFormat? = nil, threads: Int = 0, heldFrames: Int = 4,
            inputIsUncached: Bool = false
        ) {
            self.output = output
            self.threads = threads
            self.heldFrames = heldFrames
            self.inputIsUncached = inputIsUncached
        }
    }

    /// The formats that chains read and write.
    public static let formats: [PixelFormat] = [
        .nv12, .yuv420, .xrgb8888, .xbgr8888, .rgb888, .bgr888,
    ]

    private struct State {
        var steps: [FilterStep] = []
        /// Counts changes of the steps; a renderer of an older one is not used again.
        var revision = 0
        var idle: [PlanRenderer] = []
        /// What came last, for which new filters are prepared.
        var kind: PictureKind?
        var results: FramePool?
        var between: [FramePool] = []
        var latest: CameraFrame?
    }

    /// How this chain works.
    public let options: Options
    private let pool: RowPool
    private let state = Lock(State())

    /// Makes a chain.
    ///
    /// - Throws: `outOfRange` for a parameter, `unsupported` for an output format, `inputOutput` where no thread can be
    ///   had.
    public init(
        _ steps: [FilterStep] = [], options: Options = Options()
    ) throws(PrismError) {
        if let output = options.output { try PictureKind.check(output, "write") }
        self.options = options
        pool = try RowPool(workers: options.threads)
        state.withLock { $0.idle.reserveCapacity(8) }
        try setFilters(steps)
    }

    /// The steps in force.
    public var filters: [FilterStep] { state.withLock { $0.steps } }

    /// Replaces the steps between two frames.
    ///
    /// All that is costly (tables of colours, weights) is made here, on the caller's thread, while frames go on with
    /// the steps before; no buffer is given up and no frame dropped.
    ///
    /// - Throws: `outOfRange` for a parameter; the steps before stay in force.
    public func setFilters(_ steps: [FilterStep]) throws(PrismError) {
        for step in steps { try step.check() }
        let (kind, revision) = state.withLock { state -> (PictureKind?, Int) in
            state.revision += 1
            return (state.kind, state.revision)
        }
        var prepared: PlanRenderer?
        if let kind { prepared = try renderer(kind, steps, revision) }
        state.withLock { state in
            // Somebody set newer ones meanwhile.
            guard state.revision == revision else { return }
            state.steps = steps
            state.idle.removeAll(keepingCapacity: true)
            if let prepared { state.idle.append(prepared) }
        }
    }

    /// Renders a picture into memory of the caller's.
    ///
    /// - Parameters:
    ///   - view: The picture.
    ///   - target: Where to; of the same size, and apart from the source.
    /// - Throws: `unsupported` for a format, `outOfRange` for a size, `invalidData` where planes are too small or
    ///   the target shares memory with the picture.
    public func render(
        _ view: PixelView, into target: MutablePixelView
    ) throws(PrismError) {
        let kind = try PictureKind(view, output: target.format)
        try PictureKind.check(target, for: view)
        let renderer = try take(kind)
        try renderer.render(view, into: target, on: pool)
        giveBack(renderer)
    }

    /// Renders a frame; where the chain does nothing, the result is the frame itself, with all its images.
    ///
    /// - Parameters:
    ///   - frame: What to render.
    ///   - image: Which of its images.
    /// - Returns: A frame with one image, or the frame itself.
    /// - Throws: `busy` where all results are held, what ``render(_:into:)`` throws, and what reading the frame does.
    public func render(_ frame: CameraFrame, image: Int = 0) throws(PrismError) -> CameraFrame {
        var outcome = Result<CameraFrame?, PrismError>.success(nil)
        do {
            try frame.withPixels(of: image) { view in
                do throws(PrismError) {
                    outcome = .success(try filtered(view, from: frame))
                } catch {
                    outcome = .failure(error)
                }
            }
        } catch {
            throw error as? PrismError
                ?? PrismError(.inputOutput, "cannot read the frame: \(error)")
        }
        return try outcome.get() ?? frame
    }

    /// The picture in a frame of its own; nil where the chain does nothing.
    private func filtered(
        _ view: PixelView, from origin: CameraFrame
    ) throws(PrismError) -> CameraFrame? {
        let kind = try PictureKind(view, output: options.output ?? view.format)
        let renderer = try take(kind)
        defer { giveBack(renderer) }
        guard !renderer.isIdentity else { return nil }
        let results = results(kind)
        let buffer = try results.take()
        do throws(PrismError) {
            try renderer.render(view, into: buffer.mutableView, on: pool)
        } catch {
            results.giveBack(buffer)
            throw error
        }
        return CameraFrame(buffer, of: results, from: origin)
    }

    /// Makes a frame the latest, in place of one that was not rendered. Thread: any; quick.
    public func submit(_ frame: CameraFrame) {
        var before: CameraFrame?  // given back outside the lock
        state.withLock { state in
            before = state.latest
            state.latest = frame
        }
        withExtendedLifetime(before) {}
    }

    /// Renders the latest frame that was submitted, as often as asked; nil where there was none.
    ///
    /// - Throws: What ``render(_:image:)`` throws.
    public func renderLatest() throws(PrismError) -> CameraFrame? {
        guard let frame = state.withLock({ $0.latest }) else { return nil }
        return try render(frame)
    }

    /// Says how the chain is carried out for pictures of a kind: passes, formats, bytes moved.
    ///
    /// - Throws: `unsupported` for a format, `outOfRange` for a size.
    public func explain(
        format: PixelFormat, size: PixelSize, colorSpace: ColorSpace
    ) throws(PrismError) -> String {
        let kind = try PictureKind(
            format: format, output: options.output ?? format, size: size, colorSpace: colorSpace)
        return plan(kind, filters).explanation
    }

    private func take(_ kind: PictureKind) throws(PrismError) -> PlanRenderer {
        let (idle, steps, revision) = state.withLock { state in
            state.kind = kind
            if let last = state.idle.last, last.kind != kind { state.idle.removeLast() }
            return (state.idle.popLast(), state.steps, state.revision)
        }
        if let idle { return idle }
        return try renderer(kind, steps, revision)
    }

    private func giveBack(_ renderer: PlanRenderer) {
        state.withLock { state in
            guard renderer.revision == state.revision, state.idle.count < 8 else { return }
            state.idle.append(renderer)
        }
    }

    private func renderer(
        _ kind: PictureKind, _ steps: [FilterStep], _ revision: Int
    ) throws(PrismError) -> PlanRenderer {
        try PlanRenderer(
            plan(kind, steps), kind: kind, revision: revision, workers: pool.workers,
            between: { between(kind, $0) })
    }

    private func plan(_ kind: PictureKind, _ steps: [FilterStep]) -> FilterPlan {
        FilterPlanner(
            geometry: kind.geometry, input: kind.format, output: kind.output,
            readsOnce: options.inputIsUncached
        ).plan(steps)
    }

    private func results(_ kind: PictureKind) -> FramePool {
        state.withLock { state in
            if let pool = state.results, pool.holds(kind.output, kind.geometry) { return pool }
            let pool = FramePool(kind.output, kind.geometry, capacity: options.heldFrames)
            state.results = pool
            return pool
        }
    }

    /// Pictures between passes; they outlive a change of filters.
    private func between(_ kind: PictureKind, _ format: PixelFormat) -> FramePool {
        state.withLock { state in
            state.between.removeAll { !$0.holds($0.format, kind.geometry) }
            if let pool = state.between.first(where: { $0.format == format }) { return pool }
            let pool = FramePool(format, kind.geometry, capacity: 16)
            state.between.append(pool)
            return pool
        }
    }
}

extension FramePool {
    fileprivate convenience init(
        _ format: PixelFormat, _ geometry: FilterGeometry, capacity: Int
    ) {
        self.init(
            format: format, size: geometry.size, colorSpace: geometry.colorSpace,
            capacity: capacity)
    }

    fileprivate func holds(_ format: PixelFormat, _ geometry: FilterGeometry) -> Bool {
        self.format == format && size == geometry.size && colorSpace == geometry.colorSpace
    }
}
