// SPDX-License-Identifier: MIT
// A frame drawn at some size into memory of our own, for outputs that are no screen.

internal import PrismCore
internal import PrismFilters

/// Draws frames into one buffer, whose preparation is kept from frame to frame.
final class ScaledFrame {
    private let turn: PictureTurn
    private var scaler: ScreenScaler?
    private var buffer: PixelBuffer?

    init(turn: PictureTurn) { self.turn = turn }

    /// The frame within a box, its shape kept; the buffer is drawn over by the next call.
    ///
    /// `pixelAspect` is how much wider than high a pixel of the box is.
    func draw(
        _ frame: any PresentableFrame, within box: PixelSize, pixelAspect: Double = 1
    ) throws(PrismError) -> PixelBuffer {
        let picture = frame.picture
        var turned = turn.turned(picture.size)
        turned.width = max(1, Int((Double(turned.width) / pixelAspect).rounded()))
        let place = Placement.scaled(turned, to: box, .fit, turn: .none).destination
        let size = PixelSize(width: place.width, height: place.height)
        let (scaler, buffer) = try prepared(picture, size)
        do {
            try frame.withPixels { view in
                try buffer.withMutablePixels { try scaler.draw(view, into: $0, x: 0, y: 0) }
            }
        } catch {
            throw error as? PrismError ?? PrismError(.inputOutput, "\(error)")
        }
        return buffer
    }

    private func prepared(
        _ picture: PreviewPicture, _ size: PixelSize
    ) throws(PrismError) -> (ScreenScaler, PixelBuffer) {
        let job = ScreenScaler.Job(
            format: picture.format, size: picture.size, colorSpace: picture.colorSpace,
            part: (0, 0, picture.size.width, picture.size.height), target: turn.turned(size),
            quarters: turn.quarters, isMirrored: turn.isMirrored)
        if let scaler, let buffer, scaler.job == job { return (scaler, buffer) }
        let made = try ScreenScaler(job)
        let memory = try PixelBuffer(format: .xrgb8888, size: size, colorSpace: .sYCC)
        scaler = made
        buffer = memory
        return (made, memory)
    }
}
