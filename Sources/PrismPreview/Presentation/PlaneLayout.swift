// SPDX-License-Identifier: MIT
// How a picture is on a plane, and what a plane can do of it.

public import PrismCore

/// A picture on a plane.
public struct PlaneLayout: Hashable, Sendable {
    /// The plane's number.
    public var plane: UInt32
    /// Format and modifier of the framebuffer.
    public var format: PixelFormat
    /// What part goes where.
    public var placement: Placement
    /// Turned by the plane.
    public var turn: PictureTurn
    /// Colour space, for Y'CbCr.
    public var colorSpace: ColorSpace
    /// 0 is undermost; nil leaves the order to the driver.
    public var depth: Int?

    /// Makes a layout.
    public init(
        plane: UInt32, format: PixelFormat, placement: Placement, turn: PictureTurn = .none,
        colorSpace: ColorSpace = .unspecified, depth: Int? = nil
    ) {
        self.plane = plane
        self.format = format
        self.placement = placement
        self.turn = turn
        self.colorSpace = colorSpace
        self.depth = depth
    }

    /// Names of DRM's COLOR_ENCODING and COLOR_RANGE values (drivers/gpu/drm/drm_color_mgmt.c); nil for RGB.
    ///
    /// What a stream does not state is taken as JPEG's "sYCC", libcamera's default: BT.601, full range.
    var colorNames: (encoding: String, range: String)? {
        guard format.isYCbCr else { return nil }
        let encoding =
            switch colorSpace.matrix {
            case .rec709: "ITU-R BT.709 YCbCr"
            case .rec2020: "ITU-R BT.2020 YCbCr"
            case .unspecified, .none, .rec601: "ITU-R BT.601 YCbCr"
            }
        let isLimited = colorSpace.range == .limited
        return (encoding, isLimited ? "YCbCr limited range" : "YCbCr full range")
    }
}

extension PlaneSnapshot {
    /// The value of "rotation" for a turn; nil where the plane cannot.
    ///
    /// DRM's rotation is counter-clockwise and its reflections come first; a half turn is also both reflections.
    func rotationValue(for turn: PictureTurn) -> UInt64? {
        guard let property = properties["rotation"], !property.isImmutable else {
            return turn == .none ? 0 : nil
        }
        for names in PlaneSnapshot.rotationNames(turn) {
            let bits = names.map(property.number(of:))
            if bits.allSatisfy({ $0 != nil }) { return bits.reduce(0) { $0 | ($1 ?? 0) } }
        }
        return nil
    }

    /// Ways to say a turn, the usual one first.
    ///
    /// Ours turns clockwise, then mirrors; DRM reflects along the picture's own axes, then turns counter-clockwise. Mirroring
    /// after a turn is reflecting x before the opposite turn.
    private static func rotationNames(_ turn: PictureTurn) -> [[String]] {
        let counterclockwise = (4 - turn.quarters) % 4
        guard turn.isMirrored else {
            switch counterclockwise {
            case 0: return [["rotate-0"]]
            case 2: return [["rotate-180"], ["rotate-0", "reflect-x", "reflect-y"]]
            default: return [["rotate-\(counterclockwise * 90)"]]
            }
        }
        switch turn.quarters {
        case 0: return [["rotate-0", "reflect-x"], ["rotate-180", "reflect-y"]]
        case 2: return [["rotate-0", "reflect-y"], ["rotate-180", "reflect-x"]]
        default: return [["rotate-\(turn.quarters * 90)", "reflect-x"]]
        }
    }

    /// The plane can show a picture turned so.
    func canTurn(_ turn: PictureTurn) -> Bool { rotationValue(for: turn) != nil }

    /// A value of "zpos" for a depth of ours, within what the plane takes; nil where it is fixed.
    func zpos(at depth: Int) -> UInt64? {
        guard let property = properties["zpos"], !property.isImmutable,
            case .range(let minimum, let maximum) = property.kind, minimum <= maximum
        else { return nil }
        return min(maximum, minimum + UInt64(max(0, depth)))
    }
}
