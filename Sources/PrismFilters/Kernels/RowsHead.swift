// SPDX-License-Identifier: MIT
// A program's own row filter as the beginning of a pass.

internal import CPrismKernels
internal import PrismCore

/// Hands rows to a row filter.
final class RowsHead: HeadKernel {
    let steps: [Int]
    private let filter: any RowFilter

    init(_ filter: any RowFilter, size: PixelSize) {
        self.filter = filter
        steps = [size.height]
    }

    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int
    ) {
        guard let from = source.data, let to = target.data else { return }
        let size = PixelSize(width: Int(source.width), height: Int(source.height))
        filter.render(
            SourceTile(base: UnsafePointer(from), stride: source.stride, size: size),
            into: TargetTile(base: to, stride: target.stride, size: size, rows: rows))
    }
}
