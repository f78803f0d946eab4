// SPDX-License-Identifier: MIT
// A plan, ready to run: its works, one after the other, with two pictures in between.

internal import PrismCore

/// A part of a pass that threads share out.
protocol StageWork: RowWork {
    /// Steps that must follow one another.
    var steps: Int { get }
    /// Rows of a step.
    func rows(of step: Int) -> Int
    /// Sets what the next run reads and writes.
    func prepare(_ source: SourceSet, _ target: TargetSet, step: Int)
}

/// Renders pictures of one kind by one plan; one at a time.
///
/// `@unchecked Sendable`: whoever has taken it out of the chain's list is alone with it.
final class PlanRenderer: @unchecked Sendable {
    let kind: PictureKind
    let revision: Int
    /// Whether the picture is handed on as it is.
    let isIdentity: Bool
    private let stages: [Stage]

    /// A pass with the pool of what it writes; the last one writes into the target.
    private struct Stage {
        let works: [any StageWork]
        let between: FramePool?
    }

    /// Makes the works of a plan; `between` has the pictures of a format.
    init(
        _ plan: FilterPlan, kind: PictureKind, revision: Int, workers: Int,
        between: (PixelFormat) -> FramePool
    ) throws(PrismError) {
        self.kind = kind
        self.revision = revision
        isIdentity = plan.passes.isEmpty
        var passes = plan.passes
        // Into memory of the caller's even nothing is a copy.
        if passes.isEmpty {
            let work: FilterPlan.Work = plan.input.isFiltersYUV ? .planes : .pixels
            passes = [FilterPlan.Pass(work: work, input: plan.input, output: plan.output)]
        }
        var stages: [Stage] = []
        for (index, pass) in passes.enumerated() {
            let works =
                try pass.work == .planes
                ? PlaneWork.make(pass, plan.geometry, workers)
                : [PixelWork(pass, geometry: plan.geometry, workers: workers)]
            let isLast = index == passes.count - 1
            stages.append(Stage(works: works, between: isLast ? nil : between(pass.output)))
        }
        self.stages = stages
    }

    /// Renders a picture whose planes were checked.
    ///
    /// - Throws: `busy` or `noMemory` where no picture in between can be had.
    func render(
        _ view: PixelView, into target: MutablePixelView, on pool: RowPool
    ) throws(PrismError) {
        var source = SourceSet(view)
        var before: (FramePool, PixelBuffer)?
        defer { if let before { before.0.giveBack(before.1) } }
        for stage in stages {
            guard let between = stage.between else {
                run(stage.works, source, TargetSet(target), pool)
                continue
            }
            let buffer = try between.take()
            run(stage.works, source, TargetSet(buffer.mutableView), pool)
            if let before { before.0.giveBack(before.1) }
            before = (between, buffer)
            source = SourceSet(buffer.view)
        }
    }

    private func run(
        _ works: [any StageWork], _ source: SourceSet, _ target: TargetSet, _ pool: RowPool
    ) {
        for work in works {
            for step in 0..<work.steps {
                work.prepare(source, target, step: step)
                pool.run(work, rows: work.rows(of: step), multiple: 2)
            }
        }
    }
}
