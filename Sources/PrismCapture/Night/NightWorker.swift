// SPDX-License-Identifier: MIT
// Merges frames on a thread of their own, so that neither the camera nor the cooperative pool waits for pixels.

internal import PrismCore
internal import PrismImage
internal import PrismNight

/// The stack of one night photograph, on the thread `prism-night`.
actor NightWorker {
    private nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private(set) var source = NightSource()
    private var stacker: NightStacker?
    /// Frames among which the reference is chosen; they are on loan until it is.
    private var waiting: [(frame: CameraFrame, number: Int)] = []
    private var candidates = 1
    private var count = 0
    private var keeper: FrameKeeper?

    /// Starts the thread; throws `noMemory` where none can be had.
    init() throws(PrismError) { executor = try DedicatedExecutor(name: "prism-night") }

    deinit { executor.stop() }

    /// Does something that blocks.
    func run<Value: Sendable>(
        _ body: @Sendable () throws(PrismError) -> Value
    ) throws(PrismError) -> Value { try body() }

    /// Begins a stack.
    func begin(_ plan: NightPlan, threads: Int, source: NightSource, keeper: FrameKeeper?) {
        var stack = plan.stack
        stack.threads = threads
        begin(
            stack, frames: plan.frames, candidates: plan.candidates, source: source, keeper)
    }

    /// Begins a stack by its own plan.
    func begin(
        _ stack: StackPlan, frames: Int, candidates: Int, source: NightSource,
        _ keeper: FrameKeeper?
    ) {
        var stacker = NightStacker(plan: stack)
        stacker.expected = frames
        self.stacker = stacker
        self.source = source
        self.keeper = keeper
        (self.candidates, count, waiting) = (candidates, 0, [])
    }

    /// Tells how many frames are to come after all.
    func expect(_ frames: Int) { stacker?.expected = frames }

    /// What one frame of metering shows.
    func meter(_ frame: CameraFrame, into meter: NightMeter) throws(PrismError) -> NightMeter {
        var meter = meter
        let facts = frame.metadata
        let gains = Double(facts.analogueGain ?? 1) * Double(facts.digitalGain ?? 1)
        let time = Double(facts.exposureTime ?? 33_333_333) / 1e9
        try source.with(frame) { image in
            meter.add(
                image, exposure: time * gains, time: facts.timestamp?.nanoseconds ?? 0)
        }
        return meter
    }

    /// Tells how frames become mosaics, before anything else.
    func use(_ source: NightSource) { self.source = source }

    /// Takes the next frame.
    ///
    /// - Returns: What became of frames whose turn came: none while the reference is being chosen.
    func take(_ frame: CameraFrame) throws(PrismError) -> [FrameVerdict] {
        let number = count
        count += 1
        try keep(frame, number)
        guard candidates > 1 else { return [try add(frame, number)] }
        waiting.append((frame, number))
        return waiting.count < candidates ? [] : try choose()
    }

    /// Frames in the stack, and as many whole ones as they count for.
    var standing: (used: Int, strength: Double) {
        (stacker?.used ?? 0, stacker?.strength ?? 0)
    }

    /// The mean of all frames, and why frames could not be kept where that is so.
    func finish() throws(PrismError) -> (StackedRaw, PrismError?) {
        _ = try choose()
        guard var stacker else { throw PrismError(.invalidData, "a stack without frames") }
        self.stacker = nil
        return (try stacker.finish(), keeper?.failure)
    }

    /// Whether frames are held that would be merged by ``finish()``.
    var isWaiting: Bool { !waiting.isEmpty }

    /// Adds the waiting frames, the sharpest first.
    private func choose() throws(PrismError) -> [FrameVerdict] {
        candidates = 1
        guard !waiting.isEmpty else { return [] }
        let plan = stacker?.plan ?? StackPlan()
        var scores: [Double] = []
        if waiting.count > 1 {
            for (frame, _) in waiting {
                scores.append(
                    try source.with(frame) { (image) throws(PrismError) in
                        try NightStacker.sharpness(of: image, plan: plan)
                    })
            }
        }
        let reference = NightStacker.reference(sharpness: scores)
        var verdicts: [FrameVerdict] = []
        let order = [reference] + waiting.indices.filter { $0 != reference }
        for index in order { verdicts.append(try add(waiting[index].frame, waiting[index].number)) }
        waiting = []
        return verdicts
    }

    private func add(_ frame: CameraFrame, _ number: Int) throws(PrismError) -> FrameVerdict {
        try source.with(frame) { (image) throws(PrismError) in
            guard var stacker else { throw PrismError(.invalidData, "no stack was begun") }
            // Taken out while it changes, so that its memory has one owner.
            self.stacker = nil
            defer { self.stacker = stacker }
            return try stacker.add(image, number: number)
        }
    }

    private func keep(_ frame: CameraFrame, _ number: Int) throws(PrismError) {
        guard keeper != nil else { return }
        try source.with(frame) { image in _ = keeper?.keep(image, number) }
    }
}
