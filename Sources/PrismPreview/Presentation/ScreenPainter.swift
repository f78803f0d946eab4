// SPDX-License-Identifier: MIT
// The processor's way to a screen: a frame drawn into a picture of the card's own.

package import PrismCore
internal import PrismFilters

/// Draws frames of one kind into pictures of one size.
package final class ScreenPainter {
    private let scaler: ScreenScaler
    private let destination: PixelRect

    /// Prepares.
    ///
    /// - Throws: `unsupported` for formats that cannot be drawn.
    package init(
        _ picture: PreviewPicture, to screen: PixelSize, _ fit: PictureFit, turn: PictureTurn
    ) throws(PrismError) {
        let place = Placement.scaled(picture.size, to: screen, fit, turn: turn)
        destination = place.destination
        let size = PixelSize(
            width: place.destination.width, height: place.destination.height)
        scaler = try ScreenScaler(
            ScreenScaler.Job(
                format: picture.format, size: picture.size, colorSpace: picture.colorSpace,
                part: (
                    place.source.x, place.source.y, place.source.width, place.source.height
                ), target: turn.turned(size), quarters: turn.quarters, isMirrored: turn.isMirrored))
    }

    /// Draws a frame; what is outside of its place stays as it is.
    package func draw(_ frame: any PresentableFrame, into target: MutablePixelView) throws {
        try frame.withPixels { view in
            try scaler.draw(view, into: target, x: destination.x, y: destination.y)
        }
    }
}
