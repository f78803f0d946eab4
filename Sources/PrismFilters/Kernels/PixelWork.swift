// SPDX-License-Identifier: MIT
// A pass over XRGB8888: load or neighbourhood, blend, point filters, store, strip by strip.

internal import CPrismKernels
internal import PrismCore

/// One pass, ready to run.
///
/// `@unchecked Sendable`: source, target and step are set while no thread works; each worker has its own strip.
final class PixelWork: RowWork, StageWork, @unchecked Sendable {
    private let kernels = KernelSet.shared
    private let loader: RowLoader
    private let head: (any HeadKernel)?
    private let blend: BlendWeight?
    private let ops: [RowOp]
    private let store: RowStore?
    private let strips: Scratch?
    private let size: PixelSize
    private let stripRows: Int
    private var source = SourceSet()
    private var target = TargetSet()
    private var step = 0

    /// Prepares a pass; neighbourhoods read XRGB8888.
    init(
        _ pass: FilterPlan.Pass, geometry: FilterGeometry, workers: Int
    ) throws(PrismError) {
        size = geometry.size
        head = try HeadMaker(geometry, workers).pixels(pass.head)
        blend = head != nil && pass.intensity < 1 ? BlendWeight(pass.intensity) : nil
        var tail = pass.tail[...]
        let whole = try RowLoader.whole(pass)
        if let whole {
            loader = whole
            tail = []
        } else if head == nil {
            var matrix: ColorMatrix?
            if case .matrix(let first)? = tail.first { matrix = first }
            let (loader, isDone) = try RowLoader.make(
                pass.input, geometry.colorSpace, followedBy: matrix)
            self.loader = loader
            if isDone { tail = tail.dropFirst() }
        } else {
            loader = .copy
        }
        var ops: [RowOp] = []
        for step in tail { ops.append(try RowOp(step, geometry)) }
        self.ops = ops
        store = whole == nil ? try RowStore(pass.output, geometry.colorSpace) : nil
        // Even, for formats whose rows share chroma; half of the cache is left to the source.
        let stride = (size.width * 4 + 63) & ~63
        let own = ((head?.stripRows ?? 0) + 1) & ~1
        stripRows = own > 0 ? own : max(2, Cache.secondLevel / 4 / stride & ~1)
        let bytes = stripRows * stride
        strips = store == nil ? nil : Scratch(bytes: bytes, workers: workers)
    }

    var steps: Int { head?.steps.count ?? 1 }

    func rows(of step: Int) -> Int { head?.steps[step] ?? size.height }

    func prepare(_ source: SourceSet, _ target: TargetSet, step: Int) {
        self.source = source
        self.target = target
        self.step = step
    }

    func run(_ rows: Range<Int>, worker: Int) {
        guard step == steps - 1 else {
            head?.run(
                step: step, source: plane(source.first), target: plane(target.first), rows: rows,
                worker: worker)
            return
        }
        var begin = rows.lowerBound
        while begin < rows.upperBound {
            let end = min(begin + stripRows, rows.upperBound)
            strip(begin..<end, worker)
            begin = end
        }
    }

    private func strip(_ rows: Range<Int>, _ worker: Int) {
        let place = strips.map { strip(at: rows.lowerBound, $0, worker) } ?? target.first
        if let head {
            head.run(
                step: step, source: plane(source.first), target: plane(place), rows: rows,
                worker: worker)
            blend?.apply(kernels, place, source.first, bytes: size.width * 4, rows: rows)
        } else {
            loader.load(kernels, place, source, width: size.width, rows: rows)
        }
        for op in ops {
            op.apply(kernels, place, prism_src(place), width: size.width, rows: rows)
        }
        store?.store(kernels, target, place, width: size.width, rows: rows)
    }

    /// The worker's strip as if it were the whole picture, so that kernels count rows as usual.
    private func strip(at row: Int, _ strips: Scratch, _ worker: Int) -> prism_dst {
        let stride = (size.width * 4 + 63) & ~63
        return prism_dst(data: strips[worker].map { $0 - row * stride }, stride: stride)
    }

    private func plane(_ source: prism_src) -> prism_raster {
        prism_raster(source, width: size.width, height: size.height, step: 4)
    }

    private func plane(_ target: prism_dst) -> prism_raster {
        prism_raster(target, width: size.width, height: size.height, step: 4)
    }
}
