// SPDX-License-Identifier: MIT
// A filter's result against what it was given.

internal import CPrismKernels

/// An intensity, ready for the kernel.
struct BlendWeight {
    private let weight: Int32

    init(_ intensity: Double) { weight = Int32((intensity * 32_767).rounded()) }

    /// Mixes `before` into rows of `target`.
    func apply(
        _ kernels: KernelSet, _ target: prism_dst, _ before: prism_src, bytes: Int,
        rows: Range<Int>
    ) {
        kernels.blend.lerp_u8?(
            target, before, prism_src(target), Int32(bytes), Int32(rows.lowerBound),
            Int32(rows.upperBound), weight)
    }
}
