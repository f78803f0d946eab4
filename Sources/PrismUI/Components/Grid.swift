// SPDX-License-Identifier: MIT
// Lines that help to compose: thirds, golden ratio, crosshair, Fibonacci spiral; pure geometry.

internal import Glibc

/// A rectangle in pixels.
public struct Frame: Hashable, Sendable {
    /// Left edge.
    public var x: Double
    /// Upper edge.
    public var y: Double
    /// Width.
    public var width: Double
    /// Height.
    public var height: Double

    /// Makes a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Whether a point lies inside; the right and lower edges do not.
    public func contains(_ point: Point) -> Bool {
        point.x >= x && point.x < x + width && point.y >= y && point.y < y + height
    }
}

/// A point in pixels.
public struct Point: Hashable, Sendable {
    /// From the left.
    public var x: Double
    /// From above.
    public var y: Double

    /// Makes a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// A piece of a drawing.
public enum Stroke: Hashable, Sendable {
    /// A straight line.
    case line(Point, Point)
    /// Part of a circle, angles in radians clockwise from the right.
    case arc(center: Point, radius: Double, from: Double, to: Double)
}

/// A grid over the picture.
public enum Grid: String, CaseIterable, Hashable, Sendable {
    /// Two lines each way at thirds.
    case thirds
    /// Two lines each way at the golden section.
    case golden
    /// One line each way through the middle.
    case crosshair
    /// The golden spiral, of quarter circles.
    case spiral

    /// The larger part of a golden section: (√5 − 1) / 2.
    static let section = (5.0.squareRoot() - 1) / 2

    /// Its lines within a picture.
    public func strokes(in frame: Frame) -> [Stroke] {
        switch self {
        case .thirds: Grid.crossing(frame, at: [1.0 / 3, 2.0 / 3])
        case .golden: Grid.crossing(frame, at: [1 - Grid.section, Grid.section])
        case .crosshair: Grid.crossing(frame, at: [0.5])
        case .spiral: Grid.spiral(frame)
        }
    }

    /// Lines across and down at parts of the sides.
    private static func crossing(_ frame: Frame, at parts: [Double]) -> [Stroke] {
        let down = parts.map { part in
            let x = frame.x + frame.width * part
            return Stroke.line(
                Point(x: x, y: frame.y), Point(x: x, y: frame.y + frame.height))
        }
        let across = parts.map { part in
            let y = frame.y + frame.height * part
            return Stroke.line(Point(x: frame.x, y: y), Point(x: frame.x + frame.width, y: y))
        }
        return down + across
    }

    /// Quarter circles in the squares of the largest golden rectangle that lies in the middle of the picture.
    private static func spiral(_ frame: Frame) -> [Stroke] {
        let isWide = frame.width >= frame.height
        let long = min(max(frame.width, frame.height), min(frame.width, frame.height) / section)
        let short = long * section
        let width = isWide ? long : short
        let height = isWide ? short : long
        var rest = Frame(
            x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2,
            width: width, height: height)
        var strokes: [Stroke] = []
        // Squares are cut off left, above, right, below in turn; a wide rectangle begins at the left.
        for step in (isWide ? 0 : 1)..<9 {
            strokes.append(cut(&rest, side: step % 4))
        }
        return strokes
    }

    /// Cuts a square off and returns its arc, which goes on where the last one ended.
    private static func cut(_ rest: inout Frame, side: Int) -> Stroke {
        let size = min(rest.width, rest.height)
        let (x, y) = (rest.x, rest.y)
        let center: Point
        switch side {
        case 0:
            center = Point(x: x + size, y: y + size)
            rest = Frame(x: x + size, y: y, width: rest.width - size, height: rest.height)
        case 1:
            center = Point(x: x, y: y + size)
            rest = Frame(x: x, y: y + size, width: rest.width, height: rest.height - size)
        case 2:
            center = Point(x: x + rest.width - size, y: y)
            rest = Frame(x: x, y: y, width: rest.width - size, height: rest.height)
        default:
            center = Point(x: x + size, y: y + rest.height - size)
            rest = Frame(x: x, y: y, width: rest.width, height: rest.height - size)
        }
        let start = [Double.pi, 1.5 * .pi, 0, 0.5 * .pi][side]
        return .arc(center: center, radius: size, from: start, to: start + .pi / 2)
    }
}

/// A mask over what a photograph of another shape would leave out.
public struct AspectMask: Hashable, Sendable {
    /// Width by height.
    public var ratio: Double

    /// Makes a mask.
    public init(ratio: Double) { self.ratio = ratio }

    /// Reads "4:3", "16:9", "1:1"; nil where it is no shape between 1:10 and 10:1.
    public init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1], height > 0,
            (0.1...10).contains(width / height)
        else { return nil }
        ratio = width / height
    }

    /// What stays of a picture. A picture on its side has the shape on its side too.
    public func opening(in frame: Frame) -> Frame {
        let isUpright = frame.height > frame.width
        let wanted = isUpright && ratio > 1 ? 1 / ratio : ratio
        let width = min(frame.width, frame.height * wanted)
        let height = min(frame.height, frame.width / wanted)
        return Frame(
            x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2,
            width: width, height: height)
    }

    /// What is covered: at most four bars, none of them empty.
    public func bars(in frame: Frame) -> [Frame] {
        let open = opening(in: frame)
        let left = open.x - frame.x
        let top = open.y - frame.y
        let bars = [
            Frame(x: frame.x, y: frame.y, width: left, height: frame.height),
            Frame(x: open.x + open.width, y: frame.y, width: left, height: frame.height),
            Frame(x: frame.x, y: frame.y, width: frame.width, height: top),
            Frame(x: frame.x, y: open.y + open.height, width: frame.width, height: top),
        ]
        return bars.filter { $0.width >= 0.5 && $0.height >= 0.5 }
    }
}
