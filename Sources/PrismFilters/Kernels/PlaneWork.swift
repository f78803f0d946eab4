// SPDX-License-Identifier: MIT
// A pass over one plane of Y'CbCr, for what does not mix luma with chroma.

internal import CPrismKernels
internal import PrismCore

/// A neighbourhood over one plane, or a copy of it, and for luma a gain and an offset.
///
/// `@unchecked Sendable`: source, target and step are set while no thread works.
final class PlaneWork: StageWork, @unchecked Sendable {
    private let kernels = KernelSet.shared
    private let plane: Int
    private let shape: PlaneShape
    private let head: (any HeadKernel)?
    private let blend: BlendWeight?
    private let affine: prism_affine?
    private let stripRows: Int
    private var source = SourceSet()
    private var target = TargetSet()
    private var step = 0

    /// The works of a pass: its planes, then what changes chroma in place.
    static func make(
        _ pass: FilterPlan.Pass, _ geometry: FilterGeometry, _ workers: Int
    ) throws(PrismError) -> [any StageWork] {
        let format = pass.input
        let size = geometry.size
        let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
        var shapes = [PlaneShape(size: size, step: 1, scale: 1)]
        let chroma = PlaneShape(size: half, step: format == .nv12 ? 2 : 1, scale: 0.5)
        shapes += format == .nv12 ? [chroma] : [chroma, chroma]
        var matrix: ColorMatrix?
        if case .matrix(let tail)? = pass.tail.first { matrix = tail }
        var works: [any StageWork] = []
        for (plane, shape) in shapes.enumerated() {
            // Chroma that a matrix writes from the source needs no copy of it.
            if case .load = pass.head, plane > 0, matrix != nil { continue }
            works.append(try PlaneWork(pass, plane, shape, matrix, geometry, workers))
        }
        if let matrix {
            var isInPlace = true
            if case .load = pass.head { isInPlace = false }
            works.append(try ChromaWork(matrix, format, half, isInPlace: isInPlace))
        }
        return works
    }

    private init(
        _ pass: FilterPlan.Pass, _ plane: Int, _ shape: PlaneShape, _ matrix: ColorMatrix?,
        _ geometry: FilterGeometry, _ workers: Int
    ) throws(PrismError) {
        self.plane = plane
        self.shape = shape
        head = try HeadMaker(geometry, workers).plane(pass.head, shape)
        blend = head != nil && pass.intensity < 1 ? BlendWeight(pass.intensity) : nil
        var affine: prism_affine?
        if plane == 0, let red = matrix?.red {
            affine = try prism_affine(gain: red.x, offset: red.w)
        }
        self.affine = affine
        stripRows = max(2, Cache.secondLevel / 4 / shape.bytes & ~1)
    }

    var steps: Int { head?.steps.count ?? 1 }

    func rows(of step: Int) -> Int { head?.steps[step] ?? shape.size.height }

    func prepare(_ source: SourceSet, _ target: TargetSet, step: Int) {
        self.source = source
        self.target = target
        self.step = step
    }

    func run(_ rows: Range<Int>, worker: Int) {
        guard let head else { return point(rows, source[plane]) }
        guard step == steps - 1 else { return run(head, rows, worker) }
        var begin = rows.lowerBound
        while begin < rows.upperBound {
            let strip = begin..<min(begin + stripRows, rows.upperBound)
            run(head, strip, worker)
            blend?.apply(kernels, target[plane], source[plane], bytes: shape.bytes, rows: strip)
            if affine != nil { point(strip, prism_src(target[plane])) }
            begin = strip.upperBound
        }
    }

    private func run(_ head: any HeadKernel, _ rows: Range<Int>, _ worker: Int) {
        let (width, height) = (shape.size.width, shape.size.height)
        head.run(
            step: step,
            source: prism_raster(source[plane], width: width, height: height, step: shape.step),
            target: prism_raster(target[plane], width: width, height: height, step: shape.step),
            rows: rows, worker: worker)
    }

    private func point(_ rows: Range<Int>, _ from: prism_src) {
        let (width, begin, end) = (
            Int32(shape.bytes), Int32(rows.lowerBound), Int32(rows.upperBound)
        )
        if var affine {
            kernels.color.affine_u8?(target[plane], from, width, begin, end, &affine)
        } else {
            kernels.convert.copy?(target[plane], from, width, begin, end)
        }
    }
}

extension PlaneShape {
    /// Bytes of a row.
    fileprivate var bytes: Int { size.width * step }
}
