// SPDX-License-Identifier: MIT
// Where pictures go on screens.

import PrismCore
import PrismPreview
import PrismTesting
import Testing

@Suite struct PictureGeometryTests {
    private let hd = PixelSize(width: 1920, height: 1080)
    private let panel = PixelSize(width: 800, height: 480)

    @Test func aWidePictureFitsBetweenBarsAboveAndBelow() {
        let place = Placement.scaled(hd, to: panel, .fit, turn: .none)
        #expect(place.source == PixelRect(hd))
        #expect(place.destination == PixelRect(x: 0, y: 15, width: 800, height: 450))
    }

    @Test func aTurnedPictureFitsBetweenBarsAtTheSides() {
        let place = Placement.scaled(hd, to: panel, .fit, turn: PictureTurn(quarters: 1))
        #expect(place.source == PixelRect(hd))
        #expect(place.destination == PixelRect(x: 265, y: 0, width: 270, height: 480))
    }

    @Test func fillingLeavesOutTheSides() {
        let place = Placement.scaled(hd, to: panel, .fill, turn: .none)
        #expect(place.source == PixelRect(x: 60, y: 0, width: 1800, height: 1080))
        #expect(place.destination == PixelRect(panel))
    }

    @Test func fillingATurnedPictureLeavesOutWhatIsThenAboveAndBelow() {
        let place = Placement.scaled(hd, to: panel, .fill, turn: PictureTurn(quarters: 3))
        #expect(place.source == PixelRect(x: 636, y: 0, width: 648, height: 1080))
        #expect(place.destination == PixelRect(panel))
    }

    @Test func aLargePictureIsCutToItsMiddlePixelForPixel() {
        let place = Placement.unscaled(hd, to: panel, turn: .none)
        #expect(place.source == PixelRect(x: 560, y: 300, width: 800, height: 480))
        #expect(place.destination == PixelRect(panel))
        #expect(place.isUnscaled(.none))
    }

    @Test func aSmallPictureIsInTheMiddle() {
        let small = PixelSize(width: 320, height: 240)
        let place = Placement.unscaled(small, to: panel, turn: .none)
        #expect(place.source == PixelRect(small))
        #expect(place.destination == PixelRect(x: 240, y: 120, width: 320, height: 240))
    }

    @Test(arguments: [-1, 3, 7])
    func quarterTurnsComeRound(_ quarters: Int) {
        #expect(PictureTurn(quarters: quarters).quarters == 3)
    }

    /// Whatever the sizes: inside the picture, inside the screen, in the middle, and of the right shape.
    @Test func everyPlacementIsSound() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<4_000 {
            let picture = PixelSize(
                width: 2 * Int.random(in: 1...2_000, using: &random),
                height: 2 * Int.random(in: 1...2_000, using: &random))
            let screen = PixelSize(
                width: Int.random(in: 2...2_000, using: &random),
                height: Int.random(in: 2...2_000, using: &random))
            let turn = PictureTurn(quarters: Int.random(in: 0...3, using: &random))
            for place in [
                Placement.scaled(picture, to: screen, .fit, turn: turn),
                Placement.scaled(picture, to: screen, .fill, turn: turn),
                Placement.unscaled(picture, to: screen, turn: turn),
            ] {
                check(place, picture, screen)
            }
            let plain = Placement.unscaled(picture, to: screen, turn: turn)
            #expect(plain.isUnscaled(turn))
        }
    }

    private func check(_ place: Placement, _ picture: PixelSize, _ screen: PixelSize) {
        let source = place.source
        let destination = place.destination
        #expect(source.x >= 0 && source.y >= 0 && source.x % 2 == 0 && source.y % 2 == 0)
        #expect(source.width > 0 && source.x + source.width <= picture.width)
        #expect(source.height > 0 && source.y + source.height <= picture.height)
        #expect(destination.width > 0 && destination.height > 0)
        #expect(destination.x >= 0 && destination.x + destination.width <= screen.width)
        #expect(destination.y >= 0 && destination.y + destination.height <= screen.height)
        #expect(abs(screen.width - destination.width - 2 * destination.x) <= 1)
        #expect(abs(screen.height - destination.height - 2 * destination.y) <= 1)
    }

    /// A picture twice as wide as high, on a square screen: it lies between bars.
    @Test(arguments: [
        (PictureTurn.none, 0.25, 0.375, 0.25, 0.25),
        (PictureTurn(isMirrored: true), 0.25, 0.375, 0.75, 0.25),
        (PictureTurn(quarters: 2), 0.25, 0.375, 0.75, 0.75),
        // Turned clockwise, its upper left corner is at the upper right.
        (PictureTurn(quarters: 1), 0.625, 0.25, 0.25, 0.25),
        (PictureTurn(quarters: 3), 0.375, 0.75, 0.25, 0.25),
    ])
    func aPointOfTheScreenIsFoundInThePicture(
        _ turn: PictureTurn, _ x: Double, _ y: Double, _ across: Double, _ down: Double
    ) throws {
        let picture = PixelSize(width: 400, height: 200)
        let screen = PixelSize(width: 800, height: 800)
        let placement = Placement.scaled(picture, to: screen, .fit, turn: turn)
        let point = try #require(
            placement.picturePoint(x: x, y: y, screen: screen, picture: picture, turn: turn))
        #expect(abs(point.x - across) < 1e-9)
        #expect(abs(point.y - down) < 1e-9)
    }

    @Test func besideThePictureThereIsNoPoint() {
        let picture = PixelSize(width: 400, height: 200)
        let screen = PixelSize(width: 800, height: 800)
        let placement = Placement.scaled(picture, to: screen, .fit, turn: .none)
        let point = placement.picturePoint(
            x: 0.5, y: 0.1, screen: screen, picture: picture, turn: .none)
        #expect(point == nil)
    }

    @Test func aFilledScreenShowsThePointOfTheSource() throws {
        let picture = PixelSize(width: 400, height: 200)
        let screen = PixelSize(width: 200, height: 200)
        let placement = Placement.scaled(picture, to: screen, .fill, turn: .none)
        let point = try #require(
            placement.picturePoint(x: 0, y: 0, screen: screen, picture: picture, turn: .none))
        #expect(abs(point.x - 0.25) < 1e-9)
        #expect(point.y == 0)
    }
}
