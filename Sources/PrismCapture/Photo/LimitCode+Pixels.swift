// SPDX-License-Identifier: MIT
// What a look at a picture's pixels adds to the limits.

internal import PrismCore
internal import PrismImage

extension LimitCode {
    /// What a look at a picture's pixels finds.
    static func flaws(of view: PixelView) -> [LimitCode] {
        switch PictureCheck.flaw(of: view) {
        case nil: []
        case .black: [.pictureBlack]
        case .uniform: [.pictureUniform]
        }
    }
}
