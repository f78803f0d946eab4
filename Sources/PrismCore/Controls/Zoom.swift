// SPDX-License-Identifier: MIT
// Digital zoom as a factor and a centre, the crop that it means, and smooth ways from one to another.

internal import Glibc

/// Digital zoom, independent of the configuration, so that it survives a change of it.
public struct Zoom: Hashable, Sendable {
    /// 1 shows everything, 2 half of the width and half of the height.
    public var factor: Double
    /// Centre of what is shown, 0 (left) to 1 (right); the crop stays within the picture.
    public var centreX: Double
    /// Centre of what is shown, 0 (top) to 1 (bottom).
    public var centreY: Double

    /// Makes a zoom.
    public init(_ factor: Double, centreX: Double = 0.5, centreY: Double = 0.5) {
        self.factor = factor
        self.centreX = centreX
        self.centreY = centreY
    }

    /// All of the picture.
    public static let none = Zoom(1)

    /// The part of a picture that it shows.
    ///
    /// - Parameter full: The whole picture in sensor coordinates.
    /// - Returns: A rectangle within it, of the same shape.
    public func crop(of full: SensorRectangle) -> SensorRectangle {
        let width = min(full.width, max(1, Int((Double(full.width) / factor).rounded())))
        let height = min(full.height, max(1, Int((Double(full.height) / factor).rounded())))
        func place(_ centre: Double, _ size: Int, _ room: Int) -> Int {
            min(max(0, Int((centre * Double(room) - Double(size) / 2).rounded())), room - size)
        }
        return SensorRectangle(
            x: full.x + place(centreX, width, full.width),
            y: full.y + place(centreY, height, full.height), width: width, height: height)
    }

    /// Largest factor at which the crop is no smaller than a camera's smallest.
    static func largest(_ full: SensorRectangle, smallest: SensorRectangle) -> Double {
        max(
            1,
            min(
                Double(full.width) / Double(max(1, smallest.width)),
                Double(full.height) / Double(max(1, smallest.height))))
    }
}

/// A smooth way from one zoom to another: each moment enlarges by the same share.
public struct ZoomRamp: Hashable, Sendable {
    /// Where it begins.
    public let start: Zoom
    /// Where it ends.
    public let end: Zoom
    /// When it begins, in nanoseconds on the clock of ``zoom(at:)``.
    public let time: Int64
    /// How long it takes, in nanoseconds.
    public let duration: Int64

    /// Makes a ramp.
    public init(from start: Zoom, to end: Zoom, at time: Int64, taking duration: Int64) {
        self.start = start
        self.end = end
        self.time = time
        self.duration = max(1, duration)
    }

    /// The zoom at a time; before the beginning the first, after the end the last.
    public func zoom(at now: Int64) -> Zoom {
        let (passed, isLong) = now.subtractingReportingOverflow(time)
        guard !isLong, passed < duration else { return end }
        let share = Double(max(0, passed)) / Double(duration)
        let factor = start.factor * pow(end.factor / start.factor, share)
        // The centre follows the size of the crop, so that what is aimed at moves on a straight line.
        let way = 1 / end.factor - 1 / start.factor
        let part = way == 0 ? share : (1 / factor - 1 / start.factor) / way
        return Zoom(
            factor, centreX: start.centreX + part * (end.centreX - start.centreX),
            centreY: start.centreY + part * (end.centreY - start.centreY))
    }

    /// True from when nothing changes any more.
    public func isOver(at now: Int64) -> Bool { now >= time && now - time >= duration }
}
