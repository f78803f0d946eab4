// SPDX-License-Identifier: MIT
// From the format that comes in to XRGB8888, and from there to the one that goes out.

internal import CPrismKernels
internal import PrismCore

/// Reads rows of a picture as XRGB8888.
enum RowLoader {
    case nv12(prism_matrix)
    case yuv420(prism_matrix)
    case pixels3(isSwapped: Bool)
    case swapped
    case matrix(prism_matrix)
    case matrix3(prism_matrix)
    case copy

    /// The whole of a pass that is one matrix from a format of pixels to the same.
    static func whole(_ pass: FilterPlan.Pass) throws(PrismError) -> RowLoader? {
        guard case .load = pass.head, pass.input == pass.output, pass.tail.count == 1,
            case .matrix(let matrix) = pass.tail[0]
        else { return nil }
        switch pass.input {
        case .xbgr8888: return .matrix(try prism_matrix(matrix, from: .rgb, to: .rgb))
        case .rgb888: return .matrix3(try prism_matrix(matrix))
        case .bgr888: return .matrix3(try prism_matrix(matrix, from: .rgb, to: .rgb))
        default: return nil
        }
    }

    /// A loader for a format; a matrix that follows is done on the way where that costs nothing, and `rest` tells
    /// whether it remains to be done.
    static func make(
        _ format: PixelFormat, _ space: ColorSpace, followedBy matrix: ColorMatrix?
    ) throws(PrismError) -> (loader: RowLoader, isDone: Bool) {
        if format.isFiltersYUV {
            let joined = matrix?.following(space.toRGB)
            let isDone = joined?.fitsKernel ?? false
            let whole = try prism_matrix(
                isDone ? joined ?? space.toRGB : space.toRGB, from: .ycc)
            return (format == .nv12 ? .nv12(whole) : .yuv420(whole), isDone)
        }
        switch format {
        case .rgb888: return (.pixels3(isSwapped: false), false)
        case .bgr888: return (.pixels3(isSwapped: true), false)
        case .xbgr8888:
            guard let matrix else { return (.swapped, false) }
            return (.matrix(try prism_matrix(matrix, from: .rgb)), true)
        default:
            guard let matrix else { return (.copy, false) }
            return (.matrix(try prism_matrix(matrix)), true)
        }
    }

    func load(
        _ kernels: KernelSet, _ target: prism_dst, _ source: SourceSet, width: Int,
        rows: Range<Int>
    ) {
        let (width, begin, end) = (Int32(width), Int32(rows.lowerBound), Int32(rows.upperBound))
        switch self {
        case .nv12(var matrix):
            kernels.convert.nv12_to_xrgb?(
                target, source.first, source.second, width, begin, end, &matrix)
        case .yuv420(var matrix):
            kernels.convert.yuv420_to_xrgb?(
                target, source.first, source.second, source.third, width, begin, end, &matrix)
        case .pixels3(let isSwapped):
            kernels.convert.rgb888_to_xrgb?(target, source.first, width, begin, end)
            guard isSwapped else { return }
            RowLoader.swap(kernels, target, prism_src(target), width, begin, end)
        case .swapped: RowLoader.swap(kernels, target, source.first, width, begin, end)
        case .matrix(var matrix):
            kernels.color.matrix_xrgb?(target, source.first, width, begin, end, &matrix)
        case .matrix3(var matrix):
            kernels.color.matrix_rgb888?(target, source.first, width, begin, end, &matrix)
        case .copy: kernels.convert.copy?(target, source.first, width * 4, begin, end)
        }
    }

    /// Blue for red.
    static func swap(
        _ kernels: KernelSet, _ target: prism_dst, _ source: prism_src, _ width: Int32,
        _ begin: Int32, _ end: Int32
    ) {
        var order = prism_swizzle(from: (2, 1, 0, 3))
        kernels.convert.swizzle_xrgb?(target, source, width, begin, end, &order)
    }
}

/// Writes rows of XRGB8888 in another format.
enum RowStore {
    case nv12(prism_matrix)
    case yuv420(prism_matrix)
    case pixels3(isSwapped: Bool)
    case swapped

    /// The store of a format; nil where rows are written as they are.
    init?(_ format: PixelFormat, _ space: ColorSpace) throws(PrismError) {
        switch format {
        case .nv12: self = .nv12(try prism_matrix(space.toYCC, to: .ycc))
        case .yuv420: self = .yuv420(try prism_matrix(space.toYCC, to: .ycc))
        case .rgb888: self = .pixels3(isSwapped: false)
        case .bgr888: self = .pixels3(isSwapped: true)
        case .xbgr8888: self = .swapped
        default: return nil
        }
    }

    /// Writes rows; those of `strip` may be changed.
    func store(
        _ kernels: KernelSet, _ target: TargetSet, _ strip: prism_dst, width: Int,
        rows: Range<Int>
    ) {
        let (width, begin, end) = (Int32(width), Int32(rows.lowerBound), Int32(rows.upperBound))
        let source = prism_src(strip)
        switch self {
        case .nv12(var matrix):
            kernels.convert.xrgb_to_nv12?(
                target.first, target.second, source, width, begin, end, &matrix)
        case .yuv420(var matrix):
            kernels.convert.xrgb_to_yuv420?(
                target.first, target.second, target.third, source, width, begin, end, &matrix)
        case .pixels3(let isSwapped):
            if isSwapped { RowLoader.swap(kernels, strip, source, width, begin, end) }
            kernels.convert.xrgb_to_rgb888?(target.first, source, width, begin, end)
        case .swapped: RowLoader.swap(kernels, target.first, source, width, begin, end)
        }
    }
}
