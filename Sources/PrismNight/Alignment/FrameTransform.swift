// SPDX-License-Identifier: MIT
// A turn and a shift from the reference's pixels to a frame's, on any scale.

internal import Glibc
internal import PrismFilters

/// From the reference's pixel to the frame's: `(a x + b y + c, d x + e y + f)`.
struct FrameTransform: Hashable, Sendable {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 0.0
    var e = 1.0
    var f = 0.0

    static let identity = FrameTransform()

    /// A turn by an angle in radians about a point, then a shift.
    init(turn: Double, aboutX x: Double, y: Double, dx: Double, dy: Double) {
        (a, b, d, e) = (cos(turn), -sin(turn), sin(turn), cos(turn))
        c = x - a * x - b * y + dx
        f = y - d * x - e * y + dy
    }

    init() {}

    /// Six numbers, row by row; the identity where there are not six.
    init(_ values: [Double]) {
        guard values.count == 6 else { return }
        (a, b, c) = (values[0], values[1], values[2])
        (d, e, f) = (values[3], values[4], values[5])
    }

    var values: [Double] { [a, b, c, d, e, f] }
    var degrees: Double { atan2(d, a) * 180 / .pi }

    func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
        (a * x + b * y + c, d * x + e * y + f)
    }

    /// First `other`, then this.
    func after(_ other: FrameTransform) -> FrameTransform {
        var result = FrameTransform()
        (result.a, result.b) = (a * other.a + b * other.d, a * other.b + b * other.e)
        (result.d, result.e) = (d * other.a + e * other.d, d * other.b + e * other.e)
        (result.c, result.f) = self(other.c, other.f)
        return result
    }

    /// The other way; a turn and a shift always have one.
    var inverse: FrameTransform {
        let determinant = a * e - b * d
        var result = FrameTransform()
        (result.a, result.b) = (e / determinant, -b / determinant)
        (result.d, result.e) = (-d / determinant, a / determinant)
        result.c = -(result.a * c + result.b * f)
        result.f = -(result.d * c + result.e * f)
        return result
    }

    /// The same on a picture of which each pixel is the mean of `scale`² pixels.
    func reduced(by scale: Double) -> FrameTransform {
        let centre = (scale - 1) / 2
        var result = self
        let moved = self(centre, centre)
        (result.c, result.f) = ((moved.x - centre) / scale, (moved.y - centre) / scale)
        return result
    }

    /// The reverse of ``reduced(by:)``.
    func enlarged(by scale: Double) -> FrameTransform {
        let centre = (scale - 1) / 2
        var result = self
        result.c = scale * c + centre - a * centre - b * centre
        result.f = scale * f + centre - d * centre - e * centre
        return result
    }

    /// For kernels whose neighbours are `step` pixels apart.
    func warp(step: Int32) -> NightWarp {
        let unit = 4294967296.0 / Double(step)
        func fixed(_ value: Double) -> Int64 { Int64((value * unit).rounded()) }
        return NightWarp(
            h: fixed(c - b * f / e), hx: fixed(a - b * d / e - 1), hv: fixed(b / e),
            v: fixed(f), vx: fixed(d), vy: fixed(e - 1), step: step)
    }

    /// The part of a picture that has a place in the other, by a grid of 33 × 33 points.
    func overlap(width: Int, height: Int) -> Double {
        var inside = 0
        for j in 0...32 {
            for i in 0...32 {
                let (right, bottom) = (Double(width - 1), Double(height - 1))
                let at = self(right * Double(i) / 32, bottom * Double(j) / 32)
                inside += at.x >= 0 && at.y >= 0 && at.x <= right && at.y <= bottom ? 1 : 0
            }
        }
        return Double(inside) / 1089
    }
}
