// SPDX-License-Identifier: MIT
// A camera's picture cut, scaled, turned and converted into a part of a screen's, on one thread.

internal import CPrismKernels
package import PrismCore

/// Draws pictures of one kind into places of one size; memory is taken once.
///
/// `@unchecked Sendable`: whoever owns it calls it from one thread at a time.
package final class ScreenScaler: @unchecked Sendable {
    /// What is drawn and how.
    package struct Job: Hashable, Sendable {
        /// Format of the pictures.
        package var format: PixelFormat
        /// Size of the pictures.
        package var size: PixelSize
        /// Colour space of the pictures.
        package var colorSpace: ColorSpace
        /// Part of them that is shown: left, top, width, height, all even.
        package var part: (x: Int, y: Int, width: Int, height: Int) {
            get { (partNumbers[0], partNumbers[1], partNumbers[2], partNumbers[3]) }
            set { partNumbers = [newValue.x, newValue.y, newValue.width, newValue.height] }
        }
        /// Size on the screen, before turning.
        package var target: PixelSize
        /// Quarter turns clockwise.
        package var quarters: Int
        /// Left and right exchanged after turning.
        package var isMirrored: Bool
        private var partNumbers: [Int]

        package init(
            format: PixelFormat, size: PixelSize, colorSpace: ColorSpace,
            part: (x: Int, y: Int, width: Int, height: Int), target: PixelSize, quarters: Int = 0,
            isMirrored: Bool = false
        ) {
            self.format = format
            self.size = size
            self.colorSpace = colorSpace
            self.target = target
            self.quarters = quarters
            self.isMirrored = isMirrored
            partNumbers = [part.x, part.y, part.width, part.height]
        }
    }

    private enum Source {
        case nv12, yuv420, packed(lumaAt: Int32), pixels4, swapped4, pixels3, swapped3
    }

    package let job: Job
    private let source: Source
    private let matrix: prism_matrix
    private let scratch: Scratch
    /// XRGB8888 of the target's size, where it is turned or packed afterwards.
    private let scaled: PixelBuffer
    /// The picture in a format that the kernels scale, where it is not in one.
    private let unpacked: PixelBuffer?

    /// Formats that can be drawn.
    package static let formats: [PixelFormat] = [
        .nv12, .yuv420, .yuyv, PixelFormat("UYVY"), .xrgb8888, .xbgr8888, PixelFormat("AR24"),
        PixelFormat("AB24"), .rgb888, .bgr888,
    ]

    /// Prepares a job.
    ///
    /// - Throws: `unsupported` for a format that is not in ``formats``.
    package init(_ job: Job) throws(PrismError) {
        self.job = job
        source = try ScreenScaler.source(job.format)
        let full = try prism_matrix(job.colorSpace.toRGB, from: .ycc)
        matrix = full
        scratch = Scratch(
            bytes: prism_scale_scratch_size(Int32(clamping: job.target.width)), workers: 1)
        scaled = try PixelBuffer(format: .xrgb8888, size: job.target)
        switch source {
        case .nv12, .pixels4, .swapped4: unpacked = nil
        case .yuv420, .packed: unpacked = try PixelBuffer(format: .nv12, size: job.size)
        case .pixels3, .swapped3: unpacked = try PixelBuffer(format: .xrgb8888, size: job.size)
        }
    }

    private static func source(_ format: PixelFormat) throws(PrismError) -> Source {
        switch format {
        case .nv12: return .nv12
        case .yuv420: return .yuv420
        case .yuyv: return .packed(lumaAt: 0)
        case PixelFormat("UYVY"): return .packed(lumaAt: 1)
        case .xrgb8888, PixelFormat("AR24"): return .pixels4
        case .xbgr8888, PixelFormat("AB24"): return .swapped4
        case .rgb888: return .pixels3
        case .bgr888: return .swapped3
        default:
            throw PrismError(
                .unsupported,
                "a screen that cannot show \(format) itself needs one of "
                    + formats.map(\.description).joined(separator: " "))
        }
    }

    /// Draws a picture of the job's kind with its first pixel at `x`, `y` of `target`, XRGB8888 or RGB565.
    ///
    /// - Throws: `invalidData` where the view is not what the job says, `outOfRange` where it does not fit.
    package func draw(
        _ view: PixelView, into target: MutablePixelView, x: Int, y: Int
    ) throws(PrismError) {
        let bytes = target.format == PixelFormat("RG16") ? 2 : 4
        let turned =
            job.quarters % 2 == 0
            ? job.target : PixelSize(width: job.target.height, height: job.target.width)
        guard view.format == job.format, view.width == job.size.width,
            view.height == job.size.height, let layout = PixelLayout(view.format)
        else { throw PrismError(.invalidData, "a \(view.format) picture of another kind") }
        try layout.check(view)
        guard let plane = target.planes.first, x >= 0, y >= 0, x + turned.width <= target.width,
            y + turned.height <= target.height, plane.stride >= target.width * bytes
        else { throw PrismError(.outOfRange, "\(turned) at \(x), \(y) is not on the screen") }
        let first = (plane.base + y * plane.stride + x * bytes).assumingMemoryBound(to: UInt8.self)
        let isDirect = bytes == 4 && job.quarters == 0 && !job.isMirrored
        var out =
            isDirect
            ? raster(first, plane.stride, job.target, 4)
            : raster(scaled.mutableView, 0, job.target, 4)
        scale(view, into: &out)
        guard !isDirect else { return }
        let turn = prism_screen_turn(
            quarters: Int32(job.quarters), mirrored: job.isMirrored ? 1 : 0)
        prism_screen_place(
            first, plane.stride, Int32(bytes), &out, 0, Int32(job.target.height), turn)
    }

    private func scale(_ view: PixelView, into out: inout prism_raster) {
        switch source {
        case .nv12: scaleNV12(view, into: &out)
        case .yuv420, .packed:
            guard let unpacked else { return }
            unpack(view, unpacked)
            scaleNV12(unpacked.view, into: &out)
        case .pixels4, .swapped4: scalePixels(view, into: &out)
        case .pixels3, .swapped3:
            guard let unpacked, let plane = unpacked.mutableView.planes.first,
                let from = view.planes.first
            else { return }
            KernelSet.shared.convert.rgb888_to_xrgb?(
                prism_dst(plane), prism_src(from), Int32(view.width), 0, Int32(view.height))
            scalePixels(unpacked.view, into: &out)
        }
    }

    private func scaleNV12(_ view: PixelView, into out: inout prism_raster) {
        guard view.planes.count == 2 else { return }
        let part = job.part
        let chromaPart = (part.x / 2, part.y / 2, (part.width + 1) / 2, (part.height + 1) / 2)
        var luma = cut(view.planes[0], (part.x, part.y, part.width, part.height), 1)
        var chroma = cut(view.planes[1], chromaPart, 2)
        var matrix = matrix
        withUnsafePointer(to: KernelSet.shared.warp) { kernels in
            prism_scale_nv12_rows(
                kernels, KernelSet.shared.convert.nv12_to_xrgb, &matrix, &out, &luma, &chroma, 0,
                out.height, nil, scratch[0])
        }
    }

    private func scalePixels(_ view: PixelView, into out: inout prism_raster) {
        guard let plane = view.planes.first else { return }
        let part = job.part
        var from = cut(plane, (part.x, part.y, part.width, part.height), 4)
        withUnsafePointer(to: KernelSet.shared.warp) { kernels in
            prism_scale_rows(kernels, &out, &from, 0, out.height, nil, scratch[0])
        }
        switch source {
        case .swapped4, .swapped3:
            let target = prism_dst(data: out.data, stride: out.stride)
            RowLoader.swap(
                KernelSet.shared, target, prism_src(target), out.width, 0, out.height)
        case .nv12, .yuv420, .packed, .pixels4, .pixels3: break
        }
    }

    /// Planar or packed Y'CbCr to the planes of NV12.
    private func unpack(_ view: PixelView, _ target: PixelBuffer) {
        let to = target.mutableView.planes
        let from = view.planes
        let (width, height) = (Int32(view.width), Int32(view.height))
        guard to.count == 2, let packed = from.first else { return }
        if case .packed(let lumaAt) = source {
            prism_screen_unpack(
                to[0].base.assumingMemoryBound(to: UInt8.self), to[0].stride,
                to[1].base.assumingMemoryBound(to: UInt8.self), to[1].stride,
                packed.base.assumingMemoryBound(to: UInt8.self), packed.stride, width & ~1,
                height & ~1, lumaAt)
        } else if from.count == 3 {
            let kernels = KernelSet.shared.convert
            kernels.copy?(prism_dst(to[0]), prism_src(from[0]), width, 0, height)
            kernels.interleave?(
                prism_dst(to[1]), prism_src(from[1]), prism_src(from[2]), (width + 1) / 2, 0,
                (height + 1) / 2)
        }
    }

    private func cut(
        _ plane: PixelView.Plane, _ part: (Int, Int, Int, Int), _ step: Int
    ) -> prism_raster {
        let first = UnsafeMutableRawPointer(
            mutating: plane.base + part.1 * plane.stride + part.0 * step)
        return raster(
            first.assumingMemoryBound(to: UInt8.self), plane.stride,
            PixelSize(width: part.2, height: part.3), step)
    }

    private func raster(
        _ view: MutablePixelView, _ plane: Int, _ size: PixelSize, _ step: Int
    ) -> prism_raster {
        raster(
            view.planes[plane].base.assumingMemoryBound(to: UInt8.self),
            view.planes[plane].stride, size, step)
    }

    private func raster(
        _ data: UnsafeMutablePointer<UInt8>, _ stride: Int, _ size: PixelSize, _ step: Int
    ) -> prism_raster {
        prism_raster(
            data: data, stride: stride, width: Int32(clamping: size.width),
            height: Int32(clamping: size.height), step: Int32(step))
    }
}

extension MutablePixelView {
    /// Lays a premultiplied ARGB8888 picture of the same size over this one of XRGB8888 or RGB565.
    ///
    /// - Throws: `invalidData` where the sizes differ.
    package func blend(_ over: PixelView) throws(PrismError) {
        guard let own = planes.first, let top = over.planes.first, over.width == width,
            over.height == height
        else { throw PrismError(.invalidData, "an overlay of another size than the screen") }
        prism_screen_blend(
            own.base.assumingMemoryBound(to: UInt8.self), own.stride,
            format == PixelFormat("RG16") ? 2 : 4, top.base.assumingMemoryBound(to: UInt8.self),
            top.stride, Int32(clamping: width), 0, Int32(clamping: height))
    }
}
