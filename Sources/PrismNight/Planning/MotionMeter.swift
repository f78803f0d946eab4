// SPDX-License-Identifier: MIT
// How a picture moves from frame to frame: as a whole (the camera shakes) and in parts (something moves).

internal import Glibc

/// Motion between two small pictures, in their pixels.
struct PictureMotion: Hashable, Sendable {
    /// Shift of the whole.
    var x = 0.0
    var y = 0.0
    /// Speed against the whole of which 75 % of the textured parts are slower.
    var parts = 0.0

    var size: Double { (x * x + y * y).squareRoot() }
}

/// Finds whole and partial motion by least absolute differences.
struct MotionMeter: Sendable {
    private static let reach = 6
    /// Side of a part in pixels.
    private static let side = 32
    private static let partReach = 4

    /// How `next` has moved against `first`; both of one size.
    static func motion(_ first: MeteringPicture, _ next: MeteringPicture) -> PictureMotion {
        guard first.width == next.width, first.height == next.height,
            first.width > 4 * reach, first.height > 4 * reach
        else { return PictureMotion() }
        let one = smooth(first), two = smooth(next)
        let whole = Area(x: 0, y: 0, width: first.width, height: first.height)
        let found = search(one, two, in: whole, about: (0, 0), reach: reach, step: 2)
        var motion = PictureMotion(x: found.x, y: found.y)
        motion.parts = parts(one, two, width: first.width, height: first.height, about: found)
        return motion
    }

    private struct Area {
        var x, y, width, height: Int
    }

    /// A picture after a square root, which gives shot noise one size, and a 3×3 mean.
    private struct Smooth {
        let width, height: Int
        var values: [Float]
    }

    private static func smooth(_ picture: MeteringPicture) -> Smooth {
        let (width, height) = (picture.width, picture.height)
        let roots = picture.grey.map { max(0, $0 + 1e-3).squareRoot() }
        var values = roots
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                var sum: Float = 0
                for row in y - 1...y + 1 {
                    let at = row * width + x
                    sum += roots[at - 1] + roots[at] + roots[at + 1]
                }
                values[y * width + x] = sum / 9
            }
        }
        return Smooth(width: width, height: height, values: values)
    }

    /// The median difference once the whole lies where it was: noise, as most of a picture does not move by itself.
    private static func noise(_ one: Smooth, _ two: Smooth, about: (x: Double, y: Double)) -> Float
    {
        let (dx, dy) = (Int(about.x.rounded()), Int(about.y.rounded()))
        var differences: [Float] = []
        for y in stride(from: abs(dy), to: one.height - abs(dy), by: 3) {
            for x in stride(from: abs(dx), to: one.width - abs(dx), by: 3) {
                let there = two.values[(y + dy) * two.width + x + dx]
                differences.append(abs(one.values[y * one.width + x] - there))
            }
        }
        differences.sort()
        return differences.isEmpty ? .infinity : differences[differences.count / 2]
    }

    /// Mean absolute difference of an area and its place shifted by whole pixels.
    private static func difference(
        _ one: Smooth, _ two: Smooth, _ area: Area, _ dx: Int, _ dy: Int, _ step: Int
    ) -> Double {
        let left = max(area.x, -dx), right = min(area.x + area.width, one.width - dx, one.width)
        let top = max(area.y, -dy), bottom = min(area.y + area.height, one.height - dy, one.height)
        guard right > left, bottom > top else { return .infinity }
        var sum: Float = 0
        var count = 0
        for y in stride(from: top, to: bottom, by: step) {
            let a = y * one.width, b = (y + dy) * one.width + dx
            for x in stride(from: left, to: right, by: step) {
                sum += abs(one.values[a + x] - two.values[b + x])
                count += 1
            }
        }
        return count > 0 ? Double(sum) / Double(count) : .infinity
    }

    /// The shift with the least difference, to a part of a pixel.
    private static func search(
        _ one: Smooth, _ two: Smooth, in area: Area, about: (x: Double, y: Double), reach: Int,
        step: Int
    ) -> (x: Double, y: Double) {
        let (cx, cy) = (Int(about.x.rounded()), Int(about.y.rounded()))
        var best = (x: cx, y: cy, difference: Double.infinity)
        for dy in cy - reach...cy + reach {
            for dx in cx - reach...cx + reach {
                let found = difference(one, two, area, dx, dy, step)
                if found < best.difference { best = (dx, dy, found) }
            }
        }
        func at(_ dx: Int, _ dy: Int) -> Double { difference(one, two, area, dx, dy, step) }
        return (
            Double(best.x)
                + vertex(at(best.x - 1, best.y), best.difference, at(best.x + 1, best.y)),
            Double(best.y) + vertex(at(best.x, best.y - 1), best.difference, at(best.x, best.y + 1))
        )
    }

    /// Where two lines of one slope through three points meet: the fit for absolute differences.
    private static func vertex(_ low: Double, _ middle: Double, _ high: Double) -> Double {
        let steepest = max(low, high) - middle
        guard steepest.isFinite, steepest > 1e-12 else { return 0 }
        return max(-0.5, min(0.5, (low - high) / (2 * steepest)))
    }

    private static func parts(
        _ one: Smooth, _ two: Smooth, width: Int, height: Int, about: (x: Double, y: Double)
    ) -> Double {
        var speeds: [Double] = []
        let noise = noise(one, two, about: about)
        for y in stride(from: 0, to: height - side, by: side) {
            for x in stride(from: 0, to: width - side, by: side) {
                let area = Area(x: x, y: y, width: side, height: side)
                guard texture(one, area) > 3 * noise else { continue }
                let found = search(one, two, in: area, about: about, reach: partReach, step: 1)
                speeds.append(hypot(found.x - about.x, found.y - about.y))
            }
        }
        guard speeds.count >= 4 else { return 0 }
        speeds.sort()
        return speeds[speeds.count * 3 / 4]
    }

    private static func texture(_ picture: Smooth, _ area: Area) -> Float {
        var sum: Float = 0
        var count: Float = 0
        for y in stride(from: area.y, to: area.y + area.height, by: 2) {
            for x in stride(from: area.x, to: area.x + area.width - 3, by: 2) {
                let at = y * picture.width + x
                sum += abs(picture.values[at] - picture.values[at + 3])
                count += 1
            }
        }
        return count > 0 ? sum / count : 0
    }
}
