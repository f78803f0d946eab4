// SPDX-License-Identifier: MIT
// Rectangles to focus or meter on: parts of the picture as people see it, and where they lie on the sensor.

/// A part of the picture as it is shown, from 0 (left, top) to 1 (right, bottom).
public struct ImageRegion: Hashable, Sendable {
    /// Left edge.
    public var x: Double
    /// Top edge.
    public var y: Double
    /// Width.
    public var width: Double
    /// Height.
    public var height: Double

    /// Makes a region.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle that suits a tap: a sixth of the picture's width and height around the point, within it.
    public static func around(x: Double, y: Double) -> ImageRegion {
        let size = 1.0 / 6
        func place(_ centre: Double) -> Double { min(max(0, centre - size / 2), 1 - size) }
        return ImageRegion(x: place(x), y: place(y), width: size, height: size)
    }

    /// True where all of it lies in the picture and it is not empty.
    public var isInPicture: Bool {
        x >= 0 && y >= 0 && width > 0 && height > 0 && x + width <= 1 + 1e-9
            && y + height <= 1 + 1e-9
    }

    /// Where the region lies on the sensor.
    ///
    /// - Parameters:
    ///   - crop: The part of the sensor that the picture shows.
    ///   - transform: How the picture is mirrored against the sensor.
    /// - Returns: The rectangle in sensor coordinates.
    /// - Throws: `outOfRange` where the region is not in the picture.
    public func onSensor(
        showing crop: SensorRectangle, transform: CameraTransform = .identity
    ) throws(PrismError) -> SensorRectangle {
        guard isInPicture else {
            throw PrismError(
                .outOfRange,
                "region \(x),\(y) \(width)x\(height): it must lie in the picture, which is 0,0 1x1")
        }
        let left = transform.isFlippedHorizontally ? 1 - x - width : x
        let top = transform.isFlippedVertically ? 1 - y - height : y
        return SensorRectangle(
            x: crop.x + Int((left * Double(crop.width)).rounded()),
            y: crop.y + Int((top * Double(crop.height)).rounded()),
            width: max(1, Int((width * Double(crop.width)).rounded())),
            height: max(1, Int((height * Double(crop.height)).rounded())))
    }
}

/// The rules for windows in which a camera focuses.
enum FocusWindows {
    /// Most windows at one time; Raspberry Pi's handler keeps ten (MaxWindows in its af.h).
    static let most = 10

    /// Refuses windows that the sensor does not have.
    static func check(
        _ windows: [SensorRectangle], within area: SensorRectangle?
    ) throws(PrismError) {
        guard windows.count <= most else {
            throw PrismError(
                .outOfRange, "\(windows.count) focus windows: a camera takes at most \(most)")
        }
        for window in windows {
            let isInside = area.map { window.isInside($0) } ?? (window.x >= 0 && window.y >= 0)
            guard window.width > 0, window.height > 0, isInside else {
                let limit = area.map { "must lie within \($0)" } ?? "must lie on the sensor"
                throw PrismError(.outOfRange, "focus window \(window): it \(limit)")
            }
        }
    }
}

extension SensorRectangle: CustomStringConvertible {
    /// "8,16 640x480": left, top, width, height.
    public var description: String { "\(x),\(y) \(width)x\(height)" }

    /// True where no part of it lies outside another one.
    func isInside(_ other: SensorRectangle) -> Bool {
        let (right, isTooWide) = x.addingReportingOverflow(width)
        let (bottom, isTooHigh) = y.addingReportingOverflow(height)
        return !isTooWide && !isTooHigh && x >= other.x && y >= other.y
            && right <= other.x + other.width && bottom <= other.y + other.height
    }
}
