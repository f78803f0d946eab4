// SPDX-License-Identifier: MIT
// What is made from a pixel's nearest neighbours: edges, sharpening, the comic look.

internal import CPrismKernels
internal import PrismCore

/// The Sobel gradient.
final class EdgesHead: HeadKernel {
    let steps: [Int]
    private let gain: Int32

    init(intensity: Double, size: PixelSize) {
        steps = [size.height]
        gain = Int32((intensity * 1024).rounded())
    }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        withUnsafePointer(to: KernelSet.shared.edges) { kernels in
            prism_edges_rows(
                kernels, gain, &target, &source, Int32(rows.lowerBound), Int32(rows.upperBound),
                nil)
        }
    }
}

/// Unsharp masking.
///
/// `@unchecked Sendable`: each worker has its own scratch; the weights do not change.
final class SharpenHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    private var blur = prism_blur()
    private let amount: Int32
    private let scratch: Scratch

    init(
        amount: Double, sigma: Double, size: PixelSize, step: Int, workers: Int
    ) throws(PrismError) {
        guard prism_blur_prepare(&blur, sigma) == 0 else {
            throw PrismError(.outOfRange, "a blur of \(sigma) pixels is too wide to sharpen by")
        }
        steps = [size.height]
        self.amount = Int32((amount * 512).rounded())
        let bytes = prism_blur_scratch_size(&blur, Int32(size.width), Int32(step))
        scratch = Scratch(bytes: bytes, workers: workers)
    }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        let kernels = KernelSet.shared
        withUnsafePointer(to: kernels.edges) { edges in
            withUnsafePointer(to: kernels.blur) { blurs in
                prism_unsharp_rows(
                    edges, blurs, &blur, amount, &target, &source, Int32(rows.lowerBound),
                    Int32(rows.upperBound), nil, scratch[worker])
            }
        }
    }
}

/// Flat colours with dark outlines.
///
/// `@unchecked Sendable`: each worker has its own scratch; the plan does not change.
final class ComicHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    private var comic = prism_comic()
    private let scratch: Scratch

    init(size: PixelSize, step: Int, workers: Int) throws(PrismError) {
        // A little smoothing against noise, six levels, ink from a gradient of 40 on.
        guard prism_comic_prepare(&comic, 1.5, 6, 2, 40) == 0 else {
            throw PrismError(.unsupported, "the comic look cannot be drawn")
        }
        steps = [size.height]
        let bytes = prism_comic_scratch_size(&comic, Int32(size.width), Int32(step))
        scratch = Scratch(bytes: bytes, workers: workers)
    }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        let kernels = KernelSet.shared
        withUnsafePointer(to: kernels.edges) { edges in
            withUnsafePointer(to: kernels.blur) { blurs in
                prism_comic_rows(
                    edges, blurs, &comic, &target, &source, Int32(rows.lowerBound),
                    Int32(rows.upperBound), nil, scratch[worker])
            }
        }
    }
}
