// SPDX-License-Identifier: MIT
// Motion and zoom blurs.

internal import CPrismKernels
internal import PrismCore

/// A blur along a line.
///
/// `@unchecked Sendable`: each worker has its own scratch; the plan does not change.
final class MotionHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    private let motion: UnsafeMutablePointer<prism_motion>
    private let scratch: Scratch

    init(radius: Double, angle: Double, size: PixelSize, step: Int, workers: Int)
        throws(PrismError)
    {
        motion = .allocate(capacity: 1)
        steps = [size.height]
        let result = prism_motion_prepare(motion, radius, angle)
        let bytes = result == 0 ? prism_motion_scratch_size(motion, Int32(step)) : 0
        scratch = Scratch(bytes: bytes, workers: workers)
        guard result == 0 else {
            throw PrismError(.outOfRange, "a motion of \(radius) pixels is too long")
        }
    }

    deinit { motion.deallocate() }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        withUnsafePointer(to: KernelSet.shared.streak) { kernels in
            prism_motion_rows(
                kernels, motion, &target, &source, Int32(rows.lowerBound), Int32(rows.upperBound),
                nil, scratch[worker])
        }
    }
}

/// A blur towards a point, in passes that double its samples.
///
/// `@unchecked Sendable`: passes are ordered by their barriers; each worker has its own scratch.
final class ZoomHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    private var zoom = prism_zoom()
    private let scratch: Scratch
    private let images: Scratch
    private let stride: Int

    init(amount: Double, center: SIMD2<Double>, shape: PlaneShape, workers: Int)
        throws(PrismError)
    {
        let size = shape.size
        steps = Array(repeating: size.height, count: Int(PRISM_ZOOM_PASSES))
        stride = (size.width * shape.step + 63) & ~63
        scratch = Scratch(bytes: prism_zoom_scratch_size(Int32(size.width)), workers: workers)
        // Two pictures take turns between the passes.
        images = Scratch(bytes: stride * size.height + 64, workers: 2)
        guard prism_zoom_prepare(&zoom, center.x, center.y, amount / 100) == 0 else {
            throw PrismError(.outOfRange, "a zoom of \(amount) percent is too wide")
        }
    }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var from = step == 0 ? source : image((step - 1) % 2, like: source)
        var to = step == steps.count - 1 ? target : image(step % 2, like: source)
        withUnsafePointer(to: KernelSet.shared.streak) { kernels in
            prism_zoom_rows(
                kernels, &zoom, Int32(step), &to, &from, Int32(rows.lowerBound),
                Int32(rows.upperBound), nil, scratch[worker])
        }
    }

    private func image(_ index: Int, like source: prism_raster) -> prism_raster {
        var image = source
        image.data = images[index]?.assumingMemoryBound(to: UInt8.self)
        image.stride = stride
        return image
    }
}
