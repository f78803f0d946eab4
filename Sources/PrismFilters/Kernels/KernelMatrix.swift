// SPDX-License-Identifier: MIT
// Colour matrices in the kernels' order of bytes and numbers.

internal import CPrismKernels
internal import PrismCore

/// Order of the first three bytes of a pixel.
enum ChannelOrder: Sendable {
    /// Blue, green, red: XRGB8888.
    case bgr
    /// Red, green, blue: XBGR8888.
    case rgb
    /// Y, Cb, Cr.
    case ycc

    /// The components of ``ColorMatrix`` (red or Y first) in the order of bytes.
    fileprivate var components: [Int] { self == .bgr ? [2, 1, 0] : [0, 1, 2] }
}

extension prism_matrix {
    /// Quantises a matrix.
    ///
    /// - Throws: `outOfRange` where its weights are too large for the kernels.
    init(
        _ matrix: ColorMatrix, from input: ChannelOrder = .bgr, to output: ChannelOrder = .bgr
    ) throws(PrismError) {
        self.init()
        let rows = [matrix.red, matrix.green, matrix.blue]
        let numbers = output.components.flatMap { row in
            input.components.map { rows[row][$0] } + [rows[row].w * 255]
        }
        guard prism_matrix_set(&self, numbers) == 0 else {
            throw PrismError(
                .outOfRange, "the colour matrix has weights that add up to 31.8 or more")
        }
    }
}

extension prism_affine {
    /// Quantises gain · value + offset, the offset for values of 0…1.
    init(gain: Double, offset: Double) throws(PrismError) {
        self.init()
        guard prism_affine_set(&self, gain, offset * 255) == 0 else {
            throw PrismError(.outOfRange, "a gain of \(gain) is too large")
        }
    }
}
