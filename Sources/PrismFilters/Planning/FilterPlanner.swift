// SPDX-License-Identifier: MIT
// Turns a chain into a plan; pure.

internal import PrismCore

/// Joins the steps of a chain into passes.
///
/// A neighbourhood or a distortion begins a pass, and the point filters behind it join it. Where pictures come and go as
/// NV12 or YUV420, what does not mix luma with chroma works on their planes, and so does what stands between.
struct FilterPlanner {
    private let geometry: FilterGeometry
    private let input: PixelFormat
    private let output: PixelFormat
    private let readsOnce: Bool

    /// Plans for pictures of one kind; `readsOnce` where the input must be read row by row, each once.
    init(
        geometry: FilterGeometry, input: PixelFormat, output: PixelFormat, readsOnce: Bool = false
    ) {
        self.geometry = geometry
        self.input = input
        self.output = output
        self.readsOnce = readsOnce
    }

    private var mayUsePlanes: Bool { input == output && input.isFiltersYUV }

    /// The plan of a chain.
    func plan(_ steps: [FilterStep]) -> FilterPlan {
        var plan = FilterPlan(geometry: geometry, input: input, output: output)
        let segments = segments(steps.compactMap(effect))
        if segments.isEmpty, input != output {
            plan.passes = [pixels(ChainSegment(), input, output)]
        }
        guard let first = segments.first else { return plan }
        if readsOnce, first.head != nil {
            let staysOnPlanes = mayUsePlanes && first.worksOnPlanes
            plan.passes.append(
                FilterPlan.Pass(
                    work: staysOnPlanes ? .planes : .pixels, input: input,
                    output: staysOnPlanes ? input : .xrgb8888))
        }
        for (index, segment) in segments.enumerated() {
            let next = index + 1 < segments.count ? segments[index + 1] : nil
            add(segment, next, to: &plan)
        }
        return plan
    }

    /// What a step does to these pictures; nil where that is nothing.
    private func effect(_ step: FilterStep) -> ChainEffect? {
        guard step.intensity > 0 else { return nil }
        let operation = step.filter.operation(for: geometry)
        if case .identity = operation { return nil }
        return ChainEffect(
            operation: operation, onPlanes: mayUsePlanes ? onPlanes(operation) : nil,
            intensity: min(1, step.intensity), name: step.name)
    }

    private func segments(_ effects: [ChainEffect]) -> [ChainSegment] {
        var segments: [ChainSegment] = []
        for effect in effects {
            let last = segments.last
            // Colours that planes cannot do leave the planes.
            let leaves = last?.worksOnPlanes == true && last?.head != nil && effect.onPlanes == nil
            if effect.isHead {
                segments.append(ChainSegment(head: effect))
            } else if last == nil || leaves {
                segments.append(ChainSegment(points: [effect]))
            } else {
                segments[segments.count - 1].points.append(effect)
            }
        }
        return segments
    }

    private func add(_ segment: ChainSegment, _ next: ChainSegment?, to plan: inout FilterPlan) {
        let current = plan.passes.last?.output ?? input
        let needsPixels = next.map { $0.head != nil && !$0.worksOnPlanes } ?? false
        let isForPlanes = mayUsePlanes && !needsPixels
        if segment.worksOnPlanes, current == input, segment.head != nil || isForPlanes {
            plan.passes.append(planes(segment))
            return
        }
        let target = next == nil ? output : isForPlanes ? input : .xrgb8888
        var source = current
        if segment.head != nil, source != .xrgb8888 {
            plan.passes.append(pixels(ChainSegment(), source, .xrgb8888))
            source = .xrgb8888
        }
        plan.passes.append(pixels(segment, source, target))
    }

    private func planes(_ segment: ChainSegment) -> FilterPlan.Pass {
        var pass = FilterPlan.Pass(work: .planes, input: input, output: input)
        var run = PointRun()
        segment.begin(&pass)
        for point in segment.points {
            if let operation = point.onPlanes { run.add(operation, point.intensity) }
        }
        pass.tail = run.steps()
        return pass
    }

    private func pixels(
        _ segment: ChainSegment, _ source: PixelFormat, _ target: PixelFormat
    ) -> FilterPlan.Pass {
        var pass = FilterPlan.Pass(work: .pixels, input: source, output: target)
        var run = PointRun(keepsFirstMatrix: source.isFiltersYUV)
        segment.begin(&pass)
        for point in segment.points { run.add(point.operation, point.intensity) }
        pass.tail = run.steps()
        return pass
    }

    /// The operation on Y'CbCr code values, where it does not mix luma with chroma.
    private func onPlanes(_ operation: FilterOperation) -> FilterOperation? {
        switch operation {
        case .identity, .warp: return operation
        case .matrix(let matrix):
            let space = geometry.colorSpace
            let planes = space.toYCC.following(matrix).following(space.toRGB)
            return planes.keepsLumaApart ? .matrix(planes) : nil
        case .area(let area): return area.isSoundOnPlanes ? operation : nil
        case .curves, .color, .shade, .rows: return nil
        }
    }
}

/// A step that does something.
private struct ChainEffect {
    let operation: FilterOperation
    /// What it does to planes; nil where it cannot work on them.
    let onPlanes: FilterOperation?
    let intensity: Double
    let name: String

    var isHead: Bool {
        switch operation {
        case .area, .warp, .rows: true
        case .identity, .matrix, .curves, .color, .shade: false
        }
    }
}

/// What may become one pass: a neighbourhood or nothing, and the point filters behind it.
private struct ChainSegment {
    var head: ChainEffect?
    var points: [ChainEffect] = []

    /// Whether all of it can work on planes.
    var worksOnPlanes: Bool {
        (head.map { $0.onPlanes != nil } ?? true) && points.allSatisfy { $0.onPlanes != nil }
    }

    /// Puts head and names into a pass.
    func begin(_ pass: inout FilterPlan.Pass) {
        pass.names = ([head].compactMap { $0 } + points).map(\.name)
        guard let head else { return }
        pass.intensity = head.intensity
        switch head.operation {
        case .area(let area): pass.head = .area(area)
        case .warp(let warp): pass.head = .warp(warp)
        case .rows(let rows): pass.head = .rows(rows)
        case .identity, .matrix, .curves, .color, .shade: break
        }
    }
}

extension PointRun {
    /// Adds a point filter at an intensity.
    fileprivate mutating func add(_ operation: FilterOperation, _ intensity: Double) {
        switch operation {
        case .matrix(let matrix): add(PointPiece.matrix(matrix).mixed(intensity))
        case .curves(let tone): add(PointPiece.curves(tone.map).mixed(intensity))
        case .color(let color): add(PointPiece.color(color.map).mixed(intensity))
        case .shade(let shade):
            add(Shade(amount: shade.amount * intensity, radius: shade.radius))
        case .identity, .area, .warp, .rows: break
        }
    }
}

extension AreaOperation {
    /// Linear and the same for each channel, so that it may work on planes of half the size.
    fileprivate var isSoundOnPlanes: Bool {
        switch self {
        case .gaussian, .motion, .zoom: true
        case .sharpen, .pixellate, .pointillize, .edges, .comic, .bokeh: false
        }
    }
}

extension ColorMatrix {
    /// Luma does not depend on chroma, nor chroma on luma, but for rounding.
    fileprivate var keepsLumaApart: Bool {
        [red.y, red.z, green.x, blue.x].allSatisfy { abs($0) < 1e-9 }
    }
}

extension PixelFormat {
    /// Formats with planes of Y'CbCr that chains can work on.
    var isFiltersYUV: Bool { self == .nv12 || self == .yuv420 }
}
