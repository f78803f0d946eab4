// SPDX-License-Identifier: MIT
// Where a picture goes on a screen: fit, fill, turned, or pixel for pixel.

public import PrismCore

/// A rectangle in whole pixels.
public struct PixelRect: Hashable, Sendable {
    /// Left edge.
    public var x: Int
    /// Upper edge.
    public var y: Int
    /// Width.
    public var width: Int
    /// Height.
    public var height: Int

    /// Makes a rectangle.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// All of a size.
    public init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }
}

/// How a picture of another shape goes on a screen.
public enum PictureFit: String, CaseIterable, Hashable, Sendable {
    /// All of the picture, with bars.
    case fit
    /// All of the screen, with parts of the picture left out.
    case fill
}

/// A picture turned clockwise, then mirrored.
public struct PictureTurn: Hashable, Sendable {
    /// Quarter turns clockwise, 0…3.
    public var quarters: Int
    /// Left and right exchanged, after turning.
    public var isMirrored: Bool

    /// Makes a turn; other numbers of quarter turns are brought to 0…3.
    public init(quarters: Int = 0, isMirrored: Bool = false) {
        self.quarters = ((quarters % 4) + 4) % 4
        self.isMirrored = isMirrored
    }

    /// As it is.
    public static let none = PictureTurn()

    /// Width and height change places.
    public var swapsSides: Bool { quarters % 2 == 1 }

    /// A size after turning.
    public func turned(_ size: PixelSize) -> PixelSize {
        swapsSides ? PixelSize(width: size.height, height: size.width) : size
    }
}

/// What part of a picture goes where on a screen.
public struct Placement: Hashable, Sendable {
    /// Part of the picture, before turning.
    public var source: PixelRect
    /// Part of the screen.
    public var destination: PixelRect

    /// Makes a placement.
    public init(source: PixelRect, destination: PixelRect) {
        self.source = source
        self.destination = destination
    }

    /// Scales a picture to a screen, its shape kept.
    ///
    /// Edges of a source are even, because the chroma of a 4:2:0 picture is half as fine.
    public static func scaled(
        _ picture: PixelSize, to screen: PixelSize, _ fit: PictureFit, turn: PictureTurn
    ) -> Placement {
        let turned = turn.turned(picture)
        // The wider of the two shapes decides which side is left over.
        let isWider = turned.width * screen.height > screen.width * turned.height
        switch fit {
        case .fit:
            let size =
                isWider
                ? PixelSize(
                    width: screen.width,
                    height: divided(turned.height * screen.width, turned.width))
                : PixelSize(
                    width: divided(turned.width * screen.height, turned.height),
                    height: screen.height)
            return Placement(source: PixelRect(picture), destination: centred(size, in: screen))
        case .fill:
            let part =
                isWider
                ? PixelSize(
                    width: even(divided(screen.width * turned.height, screen.height)),
                    height: turned.height)
                : PixelSize(
                    width: turned.width,
                    height: even(divided(screen.height * turned.width, screen.width)))
            let source = evenlyCentred(turn.turned(part), in: picture)
            return Placement(source: source, destination: PixelRect(screen))
        }
    }

    /// Puts a picture pixel for pixel in the middle; what does not go on the screen is left out.
    public static func unscaled(
        _ picture: PixelSize, to screen: PixelSize, turn: PictureTurn
    ) -> Placement {
        let turned = turn.turned(picture)
        let part = PixelSize(
            width: turned.width > screen.width ? screen.width & ~1 : turned.width,
            height: turned.height > screen.height ? screen.height & ~1 : turned.height)
        return Placement(
            source: evenlyCentred(turn.turned(part), in: picture),
            destination: centred(part, in: screen))
    }

    /// True where pixels go on the screen one to one.
    public func isUnscaled(_ turn: PictureTurn) -> Bool {
        let size = turn.turned(PixelSize(width: source.width, height: source.height))
        return size == PixelSize(width: destination.width, height: destination.height)
    }

    /// The point of a picture that is shown at a point of the screen, both in parts of their sizes.
    ///
    /// - Returns: Nil beside the picture.
    public func picturePoint(
        x: Double, y: Double, screen: PixelSize, picture: PixelSize, turn: PictureTurn
    ) -> (x: Double, y: Double)? {
        var across = x * Double(screen.width) - Double(destination.x)
        var down = y * Double(screen.height) - Double(destination.y)
        across /= Double(max(1, destination.width))
        down /= Double(max(1, destination.height))
        guard (0...1).contains(across), (0...1).contains(down) else { return nil }
        if turn.isMirrored { across = 1 - across }
        // Backwards, one quarter after the other: what is on the right was on top.
        for _ in 0..<turn.quarters { (across, down) = (down, 1 - across) }
        let left = Double(source.x) + across * Double(source.width)
        let top = Double(source.y) + down * Double(source.height)
        return (left / Double(max(1, picture.width)), top / Double(max(1, picture.height)))
    }

    private static func divided(_ value: Int, _ by: Int) -> Int {
        by > 0 ? max(1, (value + by / 2) / by) : 1
    }

    private static func even(_ value: Int) -> Int { max(2, value & ~1) }

    private static func centred(_ part: PixelSize, in whole: PixelSize) -> PixelRect {
        PixelRect(
            x: (whole.width - part.width) / 2, y: (whole.height - part.height) / 2,
            width: part.width, height: part.height)
    }

    private static func evenlyCentred(_ part: PixelSize, in whole: PixelSize) -> PixelRect {
        let width = min(part.width, whole.width)
        let height = min(part.height, whole.height)
        return PixelRect(
            x: (whole.width - width) / 2 & ~1, y: (whole.height - height) / 2 & ~1, width: width,
            height: height)
    }
}
