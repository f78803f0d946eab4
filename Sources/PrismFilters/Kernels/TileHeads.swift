// SPDX-License-Identifier: MIT
// Pictures of squares and of dots.

internal import CPrismKernels
internal import PrismCore

/// Squares of one colour.
///
/// `@unchecked Sendable`: each worker has its own scratch; the squares do not change.
final class TilesHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    let stripRows: Int
    private var tiles: prism_tiles
    private let scratch: Scratch

    init(side: Int, center: SIMD2<Double>, size: PixelSize, step: Int, workers: Int) {
        steps = [size.height]
        // A square is summed up once for each strip that has a part of it.
        stripRows = side * max(1, 16 / side)
        tiles = prism_tiles(
            size: Int32(side), origin_x: Int32(center.x.rounded()),
            origin_y: Int32(center.y.rounded()))
        let bytes = prism_tiles_scratch_size(Int32(size.width), Int32(step))
        scratch = Scratch(bytes: bytes, workers: workers)
    }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        _ = prism_tiles_rows(
            &tiles, &target, &source, Int32(rows.lowerBound), Int32(rows.upperBound), nil,
            scratch[worker])
    }
}

/// Dots on paper.
///
/// `@unchecked Sendable`: the dots do not change.
final class DotsHead: HeadKernel, @unchecked Sendable {
    let steps: [Int]
    let stripRows: Int
    private var dots: prism_dots

    init(radius: Double, seed: Double, size: PixelSize) {
        steps = [size.height]
        stripRows = max(16, 2 * Int(radius))
        dots = prism_dots(radius: radius, seed: UInt64(max(0, seed)), paper: 255)
    }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        var (source, target) = (source, target)
        _ = prism_dots_rows(
            &dots, &target, &source, Int32(rows.lowerBound), Int32(rows.upperBound), nil)
    }
}
