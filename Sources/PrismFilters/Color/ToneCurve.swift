// SPDX-License-Identifier: MIT
// A smooth monotone curve through given points.

internal import PrismCore

/// A point of a tone curve, both numbers 0…1.
public struct CurvePoint: Hashable, Sendable {
    /// Input.
    public var x: Double
    /// Output.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// The monotone cubic of Fritsch and Butland (1984, doi:10.1137/0905021; SciPy's PchipInterpolator).
struct ToneCurve: Hashable, Sendable {
    private let points: [CurvePoint]
    private let slopes: [Double]

    /// Points must have passed ``check(_:of:)``.
    init(_ points: [CurvePoint]) {
        self.points = points
        slopes = ToneCurve.slopes(points)
    }

    /// Throws where there are fewer than two points, x does not increase, or a number is outside 0…1.
    static func check(_ points: [CurvePoint], of filter: String) throws(PrismError) {
        guard (2...64).contains(points.count) else {
            throw PrismError(.outOfRange, "\(filter): \(points.count) points, expected 2 to 64")
        }
        for point in points where !((0...1).contains(point.x) && (0...1).contains(point.y)) {
            throw PrismError(
                .outOfRange, "\(filter): the point \(point.x)/\(point.y) is not within 0 to 1")
        }
        for (left, right) in zip(points, points.dropFirst()) where left.x >= right.x {
            throw PrismError(
                .outOfRange, "\(filter): x must increase from \(left.x), and \(right.x) follows")
        }
    }

    /// The curve at `x`; beyond the outer points it is level.
    func callAsFunction(_ x: Double) -> Double {
        guard let first = points.first, let last = points.last, x > first.x else {
            return points.first?.y ?? x
        }
        guard x < last.x, let right = points.firstIndex(where: { $0.x > x }) else { return last.y }
        let (start, end) = (points[right - 1], points[right])
        let step = end.x - start.x
        let t = (x - start.x) / step
        let (t2, t3) = (t * t, t * t * t)
        let ends = (2 * t3 - 3 * t2 + 1) * start.y + (3 * t2 - 2 * t3) * end.y
        return ends + step * ((t3 - 2 * t2 + t) * slopes[right - 1] + (t3 - t2) * slopes[right])
    }

    private static func slopes(_ points: [CurvePoint]) -> [Double] {
        let steps = zip(points.dropFirst(), points).map { $0.x - $1.x }
        let secants = zip(zip(points.dropFirst(), points), steps).map { ($0.0.y - $0.1.y) / $1 }
        guard secants.count > 1 else { return secants + secants }
        let inner = secants.indices.dropFirst().map { index -> Double in
            let (before, after) = (secants[index - 1], secants[index])
            guard before * after > 0 else { return 0 }
            let (w1, w2) = (
                2 * steps[index] + steps[index - 1], steps[index] + 2 * steps[index - 1]
            )
            return (w1 + w2) / (w1 / before + w2 / after)
        }
        let count = secants.count
        return [end(steps[0], steps[1], secants[0], secants[1])] + inner
            + [
                end(
                    steps[count - 1], steps[count - 2], secants[count - 1], secants[count - 2])
            ]
    }

    /// The three-point slope at an end, kept from overshooting.
    private static func end(_ h0: Double, _ h1: Double, _ m0: Double, _ m1: Double) -> Double {
        let slope = ((2 * h0 + h1) * m0 - h0 * m1) / (h0 + h1)
        if slope * m0 <= 0 { return 0 }
        return m0 * m1 <= 0 && abs(slope) > 3 * abs(m0) ? 3 * m0 : slope
    }
}
