// SPDX-License-Identifier: MIT
// How the camera is held: gravity into quarter turns, without flapping between two of them.

internal import Glibc

/// Acceleration along the board's axes in m/s²: x to the right, y up, z towards who looks at the screen.
public struct Gravity: Hashable, Sendable {
    /// To the right.
    public var x: Double
    /// Up.
    public var y: Double
    /// Towards the viewer.
    public var z: Double

    /// Makes a reading.
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// Angles by which pictures are turned clockwise to be upright: 0, 90, 180 or 270 degrees.
public struct RotationAngles: Hashable, Sendable {
    /// For photographs and films: the mount and how the device is held.
    public var capture: Int
    /// For a screen that is fixed to the device: the mount against the screen.
    public var preview: Int

    /// The angles of a device.
    ///
    /// - Parameters:
    ///   - mount: The sensor's rotation against the device, clockwise, as libcamera's `Rotation` property says.
    ///   - device: How the device is turned, clockwise.
    ///   - display: The screen's rotation against the device, clockwise.
    public init(mount: Int, device: Int = 0, display: Int = 0) {
        func turn(_ degrees: Int) -> Int { ((degrees % 360) + 360) % 360 }
        capture = turn(mount + device)
        preview = turn(mount - display)
    }
}

/// Turns readings of gravity into quarter turns.
public struct RotationFilter: Sendable {
    /// How the device is turned, clockwise: 0, 90, 180 or 270 degrees.
    public private(set) var angle: Int

    /// Beyond the diagonal between two quarters, before the next one is believed, in degrees.
    private static let hysteresis = 15.0
    /// Share of gravity that must lie in the picture's plane; a camera that looks down has no "up".
    private static let flat = 0.4

    /// Begins upright, or as given.
    public init(angle: Int = 0) { self.angle = angle }

    /// Takes a reading; what is no number, free fall or a flat device changes nothing.
    ///
    /// - Returns: True where the angle changed.
    public mutating func take(_ gravity: Gravity) -> Bool {
        let total = hypot(hypot(gravity.x, gravity.y), gravity.z)
        let inPlane = hypot(gravity.x, gravity.y)
        guard total.isFinite, total > 1, inPlane > total * RotationFilter.flat else { return false }
        // At rest the board is pushed up: turned clockwise, "up" moves towards its left.
        let tilt = atan2(-gravity.x, gravity.y) * 180 / .pi
        var difference = tilt - Double(angle)
        difference -= (difference / 360).rounded() * 360
        guard abs(difference) > 45 + RotationFilter.hysteresis else { return false }
        let quarter = (Int((tilt / 90).rounded()) * 90 + 360) % 360
        defer { angle = quarter }
        return quarter != angle
    }
}
