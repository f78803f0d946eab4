// SPDX-License-Identifier: MIT
// Drawing into a picture of the overlay: the C room's canvas for the length of one call.

internal import CPrismDraw
package import PrismCore

/// A canvas over a premultiplied ARGB8888 picture. One thread uses it.
package final class Canvas {
    private let canvas: OpaquePointer
    package let width: Double
    package let height: Double

    /// Draws into a view that is only borrowed.
    ///
    /// - Throws: `unsupported` where the view is no ARGB8888; what `body` throws.
    package static func draw(
        into view: MutablePixelView, _ body: (Canvas) throws -> Void
    ) throws {
        guard view.format == PixelFormat("AR24"), let plane = view.planes.first else {
            throw PrismError(.unsupported, "an overlay is drawn in AR24, not \(view.format)")
        }
        var made: OpaquePointer?
        let result = prism_canvas_create(
            plane.base.assumingMemoryBound(to: UInt8.self), Int32(clamping: view.width),
            Int32(clamping: view.height), Int32(clamping: plane.stride), &made)
        guard result == 0, let made else { throw PrismError.system("draw", errno: -result) }
        try body(Canvas(made, view.width, view.height))
    }

    private init(_ canvas: OpaquePointer, _ width: Int, _ height: Int) {
        self.canvas = canvas
        self.width = Double(width)
        self.height = Double(height)
    }

    deinit { prism_canvas_destroy(canvas) }

    /// Lets nothing be drawn outside of a frame from now on.
    package func clip(_ frame: Frame) {
        prism_canvas_clip(canvas, frame.x, frame.y, frame.width, frame.height)
    }

    /// Makes all of it transparent.
    package func clear() { prism_canvas_clear(canvas, 0, 0, width, height) }

    package func stroke(_ strokes: [Stroke], _ tint: Tint, width: Double) {
        prism_canvas_begin(canvas)
        for stroke in strokes {
            switch stroke {
            case .line(let from, let to):
                prism_canvas_point(canvas, from.x, from.y, 0)
                prism_canvas_point(canvas, to.x, to.y, 1)
            case .arc(let center, let radius, let from, let to):
                prism_canvas_arc(canvas, center.x, center.y, radius, from, to)
            }
        }
        prism_canvas_stroke(canvas, tint.color, width)
    }

    package func fill(_ frames: [Frame], _ tint: Tint) {
        prism_canvas_begin(canvas)
        for frame in frames {
            prism_canvas_rectangle(canvas, frame.x, frame.y, frame.width, frame.height)
        }
        prism_canvas_fill(canvas, tint.color)
    }

    package func fill(_ outline: [Point], _ tint: Tint) {
        prism_canvas_begin(canvas)
        for (index, point) in outline.enumerated() {
            prism_canvas_point(canvas, point.x, point.y, index == 0 ? 0 : 1)
        }
        prism_canvas_fill(canvas, tint.color)
    }

    package func disc(_ center: Point, radius: Double, _ tint: Tint) {
        prism_canvas_begin(canvas)
        prism_canvas_arc(canvas, center.x, center.y, radius, 0, 2 * .pi)
        prism_canvas_fill(canvas, tint.color)
    }

    package func text(
        _ text: String, at point: Point, size: Double, isBold: Bool = false, _ tint: Tint
    ) {
        prism_canvas_text(canvas, point.x, point.y, size, isBold ? 1 : 0, tint.color, text)
    }

    /// Width and height of a line of text.
    package func size(of text: String, size: Double, isBold: Bool = false) -> (Double, Double) {
        var (width, height) = (0.0, 0.0)
        prism_canvas_measure(canvas, size, isBold ? 1 : 0, text, &width, &height)
        return (width, height)
    }
}

extension Tint {
    fileprivate var color: prism_color {
        prism_color(red: red, green: green, blue: blue, alpha: alpha)
    }
}
