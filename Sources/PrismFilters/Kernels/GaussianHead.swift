// SPDX-License-Identifier: MIT
// Gaussian blurs: taps for small deviations, a reduced picture for large ones.

internal import CPrismKernels
internal import PrismCore

/// A Gaussian by its taps.
///
/// `@unchecked Sendable`: each worker has its own scratch; the weights do not change.
final class SeparableHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    private var blur = prism_blur()
    private let scratch: Scratch

    init(sigma: Double, size: PixelSize, step: Int, workers: Int) throws(PrismError) {
        guard prism_blur_prepare(&blur, sigma) == 0 else {
            throw PrismError(.outOfRange, "a blur of \(sigma) pixels is too wide for its kernel")
        }
        steps = [size.height]
        let bytes = prism_blur_scratch_size(&blur, Int32(size.width), Int32(step))
        scratch = Scratch(bytes: bytes, workers: workers)
    }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        withUnsafePointer(to: KernelSet.shared.blur) { kernels in
            prism_blur_rows(
                kernels, &blur, &target, &source, Int32(rows.lowerBound), Int32(rows.upperBound),
                nil, scratch[worker])
        }
    }
}

/// A Gaussian over a reduced picture.
///
/// `@unchecked Sendable`: the steps are ordered by their barriers; each worker has its own scratch.
final class PyramidHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    private var pyramid = prism_pyramid()
    private let buffer: Scratch
    private let scratch: Scratch

    init(sigma: Double, size: PixelSize, step: Int, workers: Int) throws(PrismError) {
        let (width, height) = (Int32(size.width), Int32(size.height))
        guard prism_pyramid_prepare(&pyramid, sigma, width, height, Int32(step)) == 0 else {
            throw PrismError(.outOfRange, "a blur of \(sigma) pixels is too wide for its kernel")
        }
        steps = [Int(pyramid.height), Int(pyramid.height), size.height]
        buffer = Scratch(bytes: prism_pyramid_buffer_size(&pyramid), workers: 1)
        scratch = Scratch(bytes: prism_pyramid_scratch_size(&pyramid), workers: workers)
    }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        let (begin, end) = (Int32(rows.lowerBound), Int32(rows.upperBound))
        withUnsafePointer(to: KernelSet.shared.blur) { kernels in
            switch step {
            case 0:
                prism_pyramid_reduce_rows(
                    kernels, &pyramid, buffer[0], &source, begin, end, scratch[worker])
            case 1:
                prism_pyramid_blur_rows(kernels, &pyramid, buffer[0], begin, end, scratch[worker])
            default:
                prism_pyramid_expand_rows(
                    kernels, &pyramid, buffer[0], &target, begin, end, nil, scratch[worker])
            }
        }
    }
}
