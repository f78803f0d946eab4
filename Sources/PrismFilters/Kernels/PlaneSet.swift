// SPDX-License-Identifier: MIT
// Views as the pointers and strides that kernels take, without an allocation.

internal import CPrismKernels
internal import PrismCore

/// Up to three planes to read.
struct SourceSet {
    var first = prism_src()
    var second = prism_src()
    var third = prism_src()

    init(_ view: PixelView) {
        let planes = view.planes
        if planes.count > 0 { first = prism_src(planes[0]) }
        if planes.count > 1 { second = prism_src(planes[1]) }
        if planes.count > 2 { third = prism_src(planes[2]) }
    }

    init() {}

    subscript(plane: Int) -> prism_src { plane == 0 ? first : plane == 1 ? second : third }
}

/// Up to three planes to write.
struct TargetSet {
    var first = prism_dst()
    var second = prism_dst()
    var third = prism_dst()

    init(_ view: MutablePixelView) {
        let planes = view.planes
        if planes.count > 0 { first = prism_dst(planes[0]) }
        if planes.count > 1 { second = prism_dst(planes[1]) }
        if planes.count > 2 { third = prism_dst(planes[2]) }
    }

    init() {}

    subscript(plane: Int) -> prism_dst { plane == 0 ? first : plane == 1 ? second : third }
}

extension prism_src {
    init(_ plane: PixelView.Plane) { self.init(data: plane.base, stride: plane.stride) }

    /// What was written is read.
    init(_ target: prism_dst) {
        self.init(data: UnsafeRawPointer(target.data), stride: target.stride)
    }
}

extension prism_dst {
    init(_ plane: MutablePixelView.Plane) { self.init(data: plane.base, stride: plane.stride) }
}
