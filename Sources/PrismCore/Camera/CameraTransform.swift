// SPDX-License-Identifier: MIT
// How pictures are mirrored between the sensor and memory: what sensors can do without cost.

/// Mirroring by the sensor; both mirrors together turn the picture by 180 degrees.
///
/// No image processor of these boards can transpose, so 90 and 270 degrees are left to files and screens.
public struct CameraTransform: Hashable, Sendable, CustomStringConvertible {
    /// True where left and right are exchanged.
    public var isFlippedHorizontally: Bool
    /// True where top and bottom are exchanged.
    public var isFlippedVertically: Bool

    /// Makes a transform.
    public init(horizontal: Bool = false, vertical: Bool = false) {
        isFlippedHorizontally = horizontal
        isFlippedVertically = vertical
    }

    /// As the sensor sees it.
    public static let identity = CameraTransform()
    /// Upside down.
    public static let rotated180 = CameraTransform(horizontal: true, vertical: true)

    /// Turned clockwise.
    ///
    /// - Parameter degrees: 0 or 180, or any number of whole turns beside them.
    /// - Throws: `unsupported` for 90 and 270 degrees, `outOfRange` for others.
    public init(rotation degrees: Int) throws(PrismError) {
        switch degrees % 360 {
        case 0: self = .identity
        case 180, -180: self = .rotated180
        case 90, 270, -90, -270:
            throw PrismError(
                .unsupported,
                "rotation by \(degrees) degrees: cameras turn by 0 or 180; files and screens do the rest"
            )
        default:
            throw PrismError(
                .outOfRange, "rotation by \(degrees) degrees: it must be 0, 90, 180 or 270")
        }
    }

    /// This transform with another one after it.
    public func combined(with other: CameraTransform) -> CameraTransform {
        CameraTransform(
            horizontal: isFlippedHorizontally != other.isFlippedHorizontally,
            vertical: isFlippedVertically != other.isFlippedVertically)
    }

    /// "identity", "hflip", "vflip" or "rot180".
    public var description: String {
        switch (isFlippedHorizontally, isFlippedVertically) {
        case (false, false): "identity"
        case (true, false): "hflip"
        case (false, true): "vflip"
        case (true, true): "rot180"
        }
    }

    /// The ABI's number: an EXIF orientation, of which 1 to 4 are mirrors.
    var exifOrientation: UInt32 {
        switch (isFlippedHorizontally, isFlippedVertically) {
        case (false, false): 1
        case (true, false): 2
        case (true, true): 3
        case (false, true): 4
        }
    }

    init?(exifOrientation: UInt32) {
        switch exifOrientation {
        case 0, 1: self = .identity
        case 2: self.init(horizontal: true)
        case 3: self = .rotated180
        case 4: self.init(vertical: true)
        default: return nil
        }
    }
}
