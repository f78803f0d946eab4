// SPDX-License-Identifier: MIT
// Ways to show a picture on a screen, the best first; which of them works the driver is asked.

public import PrismCore

/// A picture as a camera delivers it.
public struct PreviewPicture: Hashable, Sendable {
    /// Format and modifier.
    public var format: PixelFormat
    /// Size in pixels.
    public var size: PixelSize
    /// Colour space.
    public var colorSpace: ColorSpace

    /// Makes a description.
    public init(format: PixelFormat, size: PixelSize, colorSpace: ColorSpace = .unspecified) {
        self.format = format
        self.size = size
        self.colorSpace = colorSpace
    }
}

/// One way to show a picture.
public struct PresentationWay: Hashable, Sendable {
    /// How the picture gets its size.
    public enum Step: String, CaseIterable, Hashable, Sendable {
        /// An overlay plane scales it.
        case overlay
        /// The primary plane scales it.
        case primary
        /// Pixel for pixel, and the screen is smaller: the middle of it.
        case cropped
        /// Pixel for pixel in the middle of a larger screen.
        case centred
        /// The processor converts, scales and turns it into a picture for the primary plane.
        case converted
    }

    /// Which.
    public var step: Step
    /// What is on the picture's plane.
    public var layout: PlaneLayout
    /// A black picture is on the primary plane beneath it.
    public var hasBackdrop: Bool

    /// Makes a way.
    public init(_ step: Step, _ layout: PlaneLayout, hasBackdrop: Bool = false) {
        self.step = step
        self.layout = layout
        self.hasBackdrop = hasBackdrop
    }

    /// True where the camera's buffers are shown themselves.
    public var isZeroCopy: Bool { step != .converted }
}

/// Lists the ways; pure.
public struct PresentationLadder: Hashable, Sendable {
    /// The screen.
    public var screen: ScreenChoice
    /// The picture.
    public var picture: PreviewPicture
    /// How it goes on a screen of another shape.
    public var fit: PictureFit
    /// How it is turned.
    public var turn: PictureTurn
    /// Planes that others use, the overlay's for one.
    public var reserved: Set<UInt32>

    /// Makes a ladder.
    public init(
        screen: ScreenChoice, picture: PreviewPicture, fit: PictureFit = .fit,
        turn: PictureTurn = .none, reserved: Set<UInt32> = []
    ) {
        self.screen = screen
        self.picture = picture
        self.fit = fit
        self.turn = turn
        self.reserved = reserved
    }

    /// Every way that the card's description does not rule out, the best first.
    ///
    /// That a plane can scale is not in the description: only a test commit tells.
    ///
    /// - Parameter zeroCopy: False leaves only what the processor does, after the card refused the camera's memory.
    /// - Returns: The ways; empty where no plane can show anything.
    public func ways(zeroCopy: Bool = true) -> [PresentationWay] {
        guard zeroCopy, screen.card.canImport else { return converted }
        let scaled = Placement.scaled(picture.size, to: size, fit, turn: turn)
        let plain = Placement.unscaled(picture.size, to: size, turn: turn)
        let isCropped =
            plain.source.width < picture.size.width || plain.source.height < picture.size.height
        return ways(.overlay, scaled, able(.overlay)) + ways(.primary, scaled, able(.primary))
            + ways(isCropped ? .cropped : .centred, plain, able(.overlay) + able(.primary))
            + converted
    }

    private var size: PixelSize {
        PixelSize(width: screen.mode.width, height: screen.mode.height)
    }

    private func able(_ kind: PlaneSnapshot.Kind) -> [PlaneSnapshot] {
        screen.card.planes(on: screen.crtc.id, kind).filter {
            !reserved.contains($0.id) && $0.formats.contains(picture.format) && $0.canTurn(turn)
        }
    }

    /// One way per plane; an overlay once on an empty screen, once on a black one, as some drivers want a primary plane.
    private func ways(
        _ step: PresentationWay.Step, _ placement: Placement, _ planes: [PlaneSnapshot]
    ) -> [PresentationWay] {
        planes.flatMap { plane in
            let layout = PlaneLayout(
                plane: plane.id, format: picture.format, placement: placement, turn: turn,
                colorSpace: picture.colorSpace, depth: plane.kind == .overlay ? 1 : 0)
            let plain = PresentationWay(step, layout)
            guard plane.kind == .overlay, screen.card.hasDumbBuffers else { return [plain] }
            return [plain, PresentationWay(step, layout, hasBackdrop: true)]
        }
    }

    /// Formats that the processor can make, the best first. A display behind SPI takes half the time with 16 bits.
    private var convertible: [PixelFormat] {
        let isSlow = screen.connector.name.hasPrefix("SPI")
        return isSlow ? [.rgb565, .xrgb8888] : [.xrgb8888, .rgb565]
    }

    private var converted: [PresentationWay] {
        guard screen.card.hasDumbBuffers else { return [] }
        return screen.card.planes(on: screen.crtc.id, .primary).compactMap { plane in
            guard let format = plane.formats.first(of: convertible) else { return nil }
            let whole = PixelRect(size)
            return PresentationWay(
                .converted,
                PlaneLayout(
                    plane: plane.id, format: format,
                    placement: Placement(source: whole, destination: whole), depth: 0))
        }
    }
}

extension PresentationLadder {
    /// The first way that the driver accepts.
    ///
    /// - Parameters:
    ///   - zeroCopy: As in ``ways(zeroCopy:)``.
    ///   - accepts: Asks the driver by a test commit.
    /// - Returns: The way.
    /// - Throws: `screen` where it accepts none.
    public func climb(
        zeroCopy: Bool = true, _ accepts: (PresentationWay) -> Bool
    ) throws(PrismError) -> PresentationWay {
        let ways = ways(zeroCopy: zeroCopy)
        if let way = ways.first(where: accepts) { return way }
        let tried =
            ways.isEmpty ? "no plane takes a picture" : "the driver refused every way to show one"
        throw PrismError(
            .screen,
            "\(screen.connector.name) of \(screen.card.path) cannot show \(picture.format) "
                + "\(picture.size): \(tried)")
    }
}
