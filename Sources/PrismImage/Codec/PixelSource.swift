// SPDX-License-Identifier: MIT
// A pixel view as the C room's struct, checked, so that C never reads outside the planes.

internal import CPrismImage
internal import PrismCore

extension prism_image_source {
    /// Describes a view; its pointers live as long as the view's.
    ///
    /// - Throws: `unsupported` for a format without a layout; what `PixelLayout.check` throws.
    init(_ view: PixelView) throws(PrismError) {
        guard let layout = PixelLayout(view.format) else {
            throw PrismError(
                .unsupported,
                "cannot encode \(view.format): expected one of "
                    + PixelLayout.formats.map(\.format.description).joined(separator: " "))
        }
        try layout.check(view)
        self.init()
        kind = layout.kind.code.rawValue
        width = UInt32(view.width)
        height = UInt32(view.height)
        h_shift = UInt32(layout.horizontalShift)
        v_shift = UInt32(layout.verticalShift)
        matrix = view.colorSpace.matrix.code.rawValue
        limited_range = view.colorSpace.range == .limited ? 1 : 0
        let parts = layout.components.map { component in
            let plane = view.planes[component.plane]
            return prism_image_component(
                base: plane.base.assumingMemoryBound(to: UInt8.self) + component.offset,
                stride: plane.stride, step: UInt32(component.step))
        }
        components.0 = parts[0]
        if parts.count == 3 {
            components.1 = parts[1]
            components.2 = parts[2]
        }
    }
}

extension PixelLayout.Kind {
    fileprivate var code: prism_image_kind {
        switch self {
        case .grey: PRISM_IMAGE_GREY
        case .ycc: PRISM_IMAGE_YCC
        case .rgb: PRISM_IMAGE_RGB
        }
    }
}

extension ColorSpace.Matrix {
    /// What is not said, or says nothing of Y'CbCr, is taken as what JPEG files mean.
    fileprivate var code: prism_image_matrix {
        switch self {
        case .rec709: PRISM_IMAGE_REC709
        case .rec2020: PRISM_IMAGE_REC2020
        case .rec601, .none, .unspecified: PRISM_IMAGE_REC601
        }
    }
}
