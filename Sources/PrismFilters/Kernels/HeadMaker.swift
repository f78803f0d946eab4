// SPDX-License-Identifier: MIT
// From the description of a neighbourhood or a distortion to its kernel.

internal import CPrismKernels
internal import PrismCore

/// Makes the kernels that begin passes.
struct HeadMaker {
    private let geometry: FilterGeometry
    private let workers: Int

    init(_ geometry: FilterGeometry, _ workers: Int) {
        self.geometry = geometry
        self.workers = workers
    }

    /// The kernel on XRGB8888; nil where the pass only loads.
    func pixels(_ head: FilterPlan.Head) throws(PrismError) -> (any HeadKernel)? {
        try make(head, PlaneShape(size: geometry.size, step: 4, scale: 1))
    }

    /// The kernel on a plane.
    func plane(
        _ head: FilterPlan.Head, _ shape: PlaneShape
    ) throws(PrismError) -> (any HeadKernel)? {
        try make(head, shape)
    }

    private func make(
        _ head: FilterPlan.Head, _ shape: PlaneShape
    ) throws(PrismError) -> (any HeadKernel)? {
        switch head {
        case .load: nil
        case .rows(let filter): RowsHead(filter, size: shape.size)
        case .area(let area): try make(area, shape)
        case .warp(let warp): try WarpHead(warp, shape)
        }
    }

    private func make(
        _ area: AreaOperation, _ shape: PlaneShape
    ) throws(PrismError) -> any HeadKernel {
        switch area {
        case .gaussian(let sigma):
            let sigma = sigma * shape.scale
            return sigma <= PRISM_BLUR_MAX_SIGMA
                ? try SeparableHead(
                    sigma: sigma, size: shape.size, step: shape.step, workers: workers)
                : try PyramidHead(
                    sigma: sigma, size: shape.size, step: shape.step, workers: workers)
        case .sharpen(let amount, let sigma):
            return try SharpenHead(
                amount: amount, sigma: sigma, size: shape.size, step: shape.step, workers: workers)
        case .edges(let intensity): return EdgesHead(intensity: intensity, size: shape.size)
        case .comic: return try ComicHead(size: shape.size, step: shape.step, workers: workers)
        case .motion(let radius, let angle):
            return try MotionHead(
                radius: radius * shape.scale, angle: angle, size: shape.size, step: shape.step,
                workers: workers)
        case .zoom(let amount, let center):
            return try ZoomHead(
                amount: amount, center: shape.position(center), shape: shape, workers: workers)
        case .pixellate(let scale, let center):
            return TilesHead(
                side: Int(scale), center: shape.position(center), size: shape.size,
                step: shape.step, workers: workers)
        case .pointillize(let radius, let seed):
            return DotsHead(radius: radius, seed: seed, size: shape.size)
        case .bokeh(let radius, let matte):
            return try BokehHead(
                radius: radius, matte: matte, size: shape.size, step: shape.step,
                workers: workers)
        }
    }
}

/// A plane of a picture.
struct PlaneShape: Hashable, Sendable {
    /// Samples across and down.
    var size: PixelSize
    /// Bytes from one sample to the next.
    var step: Int
    /// Samples per pixel of the picture, in each direction: 1, or 0.5 for chroma.
    var scale: Double

    /// The position of a point in samples.
    func position(_ point: UnitPoint) -> SIMD2<Double> {
        SIMD2(point.x * Double(size.width), point.y * Double(size.height))
    }
}
