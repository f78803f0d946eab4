// SPDX-License-Identifier: MIT
// A lens out of focus, by a matte.

internal import CPrismKernels
internal import PrismCore

/// A disc blur that a matte keeps off the subject.
///
/// `@unchecked Sendable`: steps are ordered by their barriers; each worker has its own scratch.
final class BokehHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    private var bokeh = prism_bokeh()
    private let buffer: Scratch
    private let scratch: Scratch
    private let matte: UnsafeMutableBufferPointer<UInt8>
    private let size: PixelSize

    init(radius: Double, matte: Matte, size: PixelSize, step: Int, workers: Int)
        throws(PrismError)
    {
        self.size = size
        self.matte = .allocate(capacity: matte.pixels.count)
        _ = self.matte.initialize(from: matte.pixels)
        let (width, height) = (Int32(size.width), Int32(size.height))
        let result = prism_bokeh_prepare(&bokeh, radius, width, height, Int32(step))
        let isSound = result == 0 && matte.size == size
        buffer = Scratch(bytes: isSound ? prism_bokeh_buffer_size(&bokeh) : 0, workers: 1)
        scratch = Scratch(
            bytes: isSound ? prism_bokeh_scratch_size(&bokeh) : 0, workers: workers)
        steps = [Int(bokeh.low_height), Int(bokeh.low_height), size.height]
        guard matte.size == size else {
            throw PrismError(
                .outOfRange, "bokeh: a matte of \(matte.size) for pictures of \(size)")
        }
        guard result == 0 else {
            throw PrismError(.outOfRange, "bokeh: a disc of radius \(radius) is not possible")
        }
    }

    deinit { matte.deallocate() }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        let (begin, end) = (Int32(rows.lowerBound), Int32(rows.upperBound))
        var plane = prism_raster(
            data: matte.baseAddress, stride: size.width, width: Int32(size.width),
            height: Int32(size.height), step: 1)
        let kernels = KernelSet.shared
        switch step {
        case 0: prism_bokeh_reduce_rows(&bokeh, buffer[0], &source, &plane, begin, end)
        case 1: prism_bokeh_blur_rows(&bokeh, buffer[0], begin, end, scratch[worker])
        default:
            withUnsafePointer(to: kernels.bokeh) { table in
                withUnsafePointer(to: kernels.blur) { blurs in
                    prism_bokeh_expand_rows(
                        table, blurs, &bokeh, buffer[0], &target, &source, &plane, begin, end,
                        nil, scratch[worker])
                }
            }
        }
    }
}
