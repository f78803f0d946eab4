// SPDX-License-Identifier: MIT
// A 2×3 matrix over the planes of chroma.

internal import CPrismKernels
internal import PrismCore

/// Chroma of NV12 or YUV420 by a matrix, in place or from the source.
///
/// `@unchecked Sendable`: source and target are set while no thread works.
final class ChromaWork: StageWork, @unchecked Sendable {
    private let kernels = KernelSet.shared
    private let matrix: prism_chroma_matrix
    private let isInterleaved: Bool
    private let isInPlace: Bool
    private let size: PixelSize
    private var source = SourceSet()
    private var target = TargetSet()

    /// Prepares the rows for Cb and Cr of a matrix on Y, Cb, Cr.
    init(
        _ matrix: ColorMatrix, _ format: PixelFormat, _ size: PixelSize, isInPlace: Bool
    ) throws(PrismError) {
        var rows = prism_chroma_matrix()
        let numbers = [matrix.green, matrix.blue].flatMap { [$0.y, $0.z, $0.w * 255] }
        guard prism_chroma_set(&rows, numbers) == 0 else {
            throw PrismError(.outOfRange, "the colour matrix has weights that are too large")
        }
        self.matrix = rows
        self.isInPlace = isInPlace
        self.size = size
        isInterleaved = format == .nv12
    }

    var steps: Int { 1 }

    func rows(of step: Int) -> Int { size.height }

    func prepare(_ source: SourceSet, _ target: TargetSet, step: Int) {
        self.source = source
        self.target = target
    }

    func run(_ rows: Range<Int>, worker: Int) {
        let (width, begin, end) = (
            Int32(size.width), Int32(rows.lowerBound), Int32(rows.upperBound)
        )
        let (u, v) = (target.second, target.third)
        let fromU = isInPlace ? prism_src(u) : source.second
        let fromV = isInPlace ? prism_src(v) : source.third
        withUnsafePointer(to: matrix) { matrix in
            if isInterleaved {
                kernels.color.chroma_pairs?(u, fromU, width, begin, end, matrix)
            } else {
                kernels.color.chroma_planes?(u, v, fromU, fromV, width, begin, end, matrix)
            }
        }
    }
}
