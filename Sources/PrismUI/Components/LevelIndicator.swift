// SPDX-License-Identifier: MIT
// The horizon by an accelerometer: smoothed, with hysteresis, and snapping to level.

internal import Glibc

/// Whether the camera is held level.
public struct LevelIndicator: Hashable, Sendable {
    /// What is shown.
    public enum Reading: Hashable, Sendable {
        /// The angle in degrees, clockwise; `isLevel` while it is shown as level.
        case angle(Double, isLevel: Bool)
        /// The camera looks up or down, where there is no horizon.
        case facesUpOrDown
    }

    /// Degrees within which it snaps to level.
    public static let snap = 1.0
    /// Degrees beyond which it is level no longer.
    public static let release = 2.0
    /// Part of the way to a new value at each reading: a step is followed within about ten.
    static let smoothing = 0.25

    private var smoothed: Double?
    private var isLevel = false
    private var isFlat = false

    /// Makes an indicator.
    public init() {}

    /// Takes a reading of gravity in the picture's axes: x to the right, y down, z into the scene; any unit.
    ///
    /// Held upright it is (0, g, 0).
    public mutating func update(x: Double, y: Double, z: Double) -> Reading {
        let across = (x * x + y * y).squareRoot()
        let strength = (across * across + z * z).squareRoot()
        guard strength > 0, strength.isFinite else { return reading }
        // Gravity along the line of sight: 20° from straight down there is a horizon again, 15° there is none.
        let limit = sin((isFlat ? 20.0 : 15.0) * .pi / 180)
        isFlat = across / strength < limit
        guard !isFlat else {
            smoothed = nil
            isLevel = false
            return reading
        }
        // Every quarter turn has its own level: within ±45°.
        let turned = atan2(x, y) * 180 / .pi
        let angle = turned - (turned / 90).rounded() * 90
        smooth(angle)
        let size = abs(smoothed ?? 0)
        isLevel = isLevel ? size < LevelIndicator.release : size < LevelIndicator.snap
        return reading
    }

    private mutating func smooth(_ angle: Double) {
        guard let old = smoothed else { return smoothed = angle }
        var step = angle - old
        // Over the edge from one quarter to the next it goes the short way.
        if step > 45 { step -= 90 }
        if step < -45 { step += 90 }
        let next = old + step * LevelIndicator.smoothing
        smoothed = next - (next / 90).rounded() * 90
    }

    /// What is shown now.
    public var reading: Reading {
        if isFlat { return .facesUpOrDown }
        return .angle(isLevel ? 0 : smoothed ?? 0, isLevel: isLevel)
    }
}

/// The horizon as a line.
enum LevelShape {
    /// A line through a point, turned clockwise by degrees.
    static func line(through middle: Point, length: Double, _ degrees: Double) -> Stroke {
        let angle = degrees * .pi / 180
        let (x, y) = (cos(angle) * length / 2, sin(angle) * length / 2)
        return .line(
            Point(x: middle.x - x, y: middle.y - y), Point(x: middle.x + x, y: middle.y + y))
    }
}
