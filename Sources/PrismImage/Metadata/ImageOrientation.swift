// SPDX-License-Identifier: MIT
// The eight ways in which stored pixels may have to be turned.

/// EXIF's orientation: where row 0 and column 0 of the stored pixels are in the scene.
public enum ImageOrientation: UInt8, CaseIterable, Sendable {
    /// As stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by 180°.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored along the diagonal from the top left.
    case leftMirrored = 5
    /// To be turned by 90° clockwise.
    case right = 6
    /// Mirrored along the diagonal from the top right.
    case rightMirrored = 7
    /// To be turned by 90° counter-clockwise.
    case left = 8

    /// What a picture needs that is to be turned clockwise and then mirrored.
    ///
    /// - Parameters:
    ///   - quarters: Quarters of a turn, clockwise; any number.
    ///   - mirrorsAcross: Whether left and right are exchanged afterwards.
    ///   - mirrorsDown: Whether top and bottom are.
    public init(quarters: Int, mirrorsAcross: Bool = false, mirrorsDown: Bool = false) {
        // Mirroring both ways is half a turn, so one mirror is enough.
        let turns = ((quarters + (mirrorsDown ? 2 : 0)) % 4 + 4) % 4
        let plain: [ImageOrientation] = [.up, .right, .down, .left]
        let mirrored: [ImageOrientation] = [
            .upMirrored, .leftMirrored, .downMirrored, .rightMirrored,
        ]
        self = mirrorsAcross != mirrorsDown ? mirrored[turns] : plain[turns]
    }

    /// True where upright pixels have width and height swapped.
    public var swapsSides: Bool { rawValue >= 5 }
}
