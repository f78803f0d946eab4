// SPDX-License-Identifier: MIT
// Luma weights and the matrices between Y'CbCr code values and R'G'B' of a colour space.

public import PrismCore

extension ColorSpace {
    /// Weights of red, green and blue in luma: ITU-R BT.601-7 (2.5.1), BT.709-6 (3.2), BT.2020-2 (table 4).
    ///
    /// Rec. 601 where the matrix says nothing, as JPEG files have it.
    public var luma: SIMD3<Double> {
        switch matrix {
        case .rec709: SIMD3(0.2126, 0.7152, 0.0722)
        case .rec2020: SIMD3(0.2627, 0.6780, 0.0593)
        case .rec601, .none, .unspecified: SIMD3(0.299, 0.587, 0.114)
        }
    }

    /// From red, green and blue of 0…1 to Y, Cb and Cr code values divided by 255.
    var toYCC: ColorMatrix {
        let luma = luma
        let isLimited = range == .limited
        let lumaScale = isLimited ? 219.0 / 255 : 1
        let chromaScale = isLimited ? 224.0 / 255 : 1
        let zero = 128.0 / 255
        let cb = (SIMD3(0, 0, 1) - luma) * (chromaScale / 2 / (1 - luma.z))
        let cr = (SIMD3(1, 0, 0) - luma) * (chromaScale / 2 / (1 - luma.x))
        return ColorMatrix(
            SIMD4(luma * lumaScale, isLimited ? 16.0 / 255 : 0), SIMD4(cb, zero), SIMD4(cr, zero))
    }

    /// From Y, Cb and Cr code values divided by 255 to red, green and blue of 0…1.
    var toRGB: ColorMatrix { toYCC.inverse ?? .identity }
}

extension ColorSpace {
    /// The same colours with code values that span all bits.
    var fullRange: ColorSpace {
        var space = self
        space.range = .full
        return space
    }
}
