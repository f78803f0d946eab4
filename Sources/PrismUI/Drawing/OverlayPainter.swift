// SPDX-License-Identifier: MIT
// All that lies over the picture, drawn from values; nothing is drawn where nothing changed.

package import PrismCore

/// What is over the picture.
public struct OverlayState: Hashable, Sendable {
    /// Lines to compose by.
    public var grid: Grid?
    /// What another shape would leave out.
    public var mask: AspectMask?
    /// Figures of the frame, for the strip.
    public var telemetry: [String] = []
    /// Brightnesses.
    public var histogram: Histogram?
    /// The horizon; nil hides it.
    public var level: LevelIndicator.Reading?
    /// The shutter button's mode; nil hides it.
    public var shutter: ShutterButton.Mode?
    /// The shutter is held down.
    public var isShutterPressed = false
    /// Where the camera is focused, in parts of the picture; nil hides the square.
    public var focus: Point?
    /// Seconds until the photograph.
    public var countdown: Int?
    /// A line for a moment, such as "photo saved".
    public var notice: String?

    /// Makes a state with nothing in it.
    public init() {}
}

/// Draws states.
public struct OverlayPainter: Sendable {
    /// How it looks.
    public var theme: Theme
    /// Of the words.
    public var language: UIStrings.Language

    /// Makes a painter.
    public init(theme: Theme = Theme(), language: UIStrings.Language = .english) {
        self.theme = theme
        self.language = language
    }

    /// Draws a state over a picture that lies at `picture` of the view.
    ///
    /// Where `previous`, which the view holds, differs by the figures alone, only their strip is drawn again.
    ///
    /// - Throws: `unsupported` where the view is no ARGB8888.
    package func draw(
        _ state: OverlayState, over previous: OverlayState? = nil, into view: MutablePixelView,
        picture: Frame
    ) throws {
        guard state != previous else { return }
        var figuresOnly = previous
        figuresOnly?.telemetry = state.telemetry
        try Canvas.draw(into: view) { canvas in
            if figuresOnly == state { canvas.clip(strip(canvas)) }
            canvas.clear()
            if let mask = state.mask { canvas.fill(mask.bars(in: picture), theme.backing) }
            if let grid = state.grid { draw(grid, canvas, picture) }
            if let level = state.level { draw(level, canvas, picture) }
            if let focus = state.focus { drawFocus(focus, canvas, picture) }
            if let histogram = state.histogram { draw(histogram, canvas, picture) }
            drawStrip(state.telemetry, canvas)
            if let mode = state.shutter { draw(mode, state.isShutterPressed, canvas) }
            if let seconds = state.countdown {
                drawCentred("\(seconds)", canvas, at: canvas.height / 2, size: theme.text * 5)
            }
            if let notice = state.notice {
                drawCentred(notice, canvas, at: canvas.height * 0.8, size: theme.text)
            }
        }
    }

    private func size(_ value: Double, _ canvas: Canvas) -> Double {
        theme.scaled(value, height: canvas.height)
    }

    private func draw(_ grid: Grid, _ canvas: Canvas, _ picture: Frame) {
        let strokes = grid.strokes(in: picture)
        let line = size(theme.line, canvas)
        // Dark beneath light: it is seen on snow and at night.
        canvas.stroke(strokes, theme.backing, width: line * 2)
        canvas.stroke(strokes, theme.foreground, width: line)
    }

    private func draw(_ level: LevelIndicator.Reading, _ canvas: Canvas, _ picture: Frame) {
        let middle = Point(x: picture.x + picture.width / 2, y: picture.y + picture.height / 2)
        switch level {
        case .facesUpOrDown:
            drawCentred(
                UIStrings.noHorizon.text(language), canvas, at: middle.y, size: theme.text * 0.8)
        case .angle(let degrees, let isLevel):
            canvas.stroke(
                [LevelShape.line(through: middle, length: picture.width * 0.3, degrees)],
                isLevel ? theme.accent : theme.foreground, width: size(theme.line * 2, canvas))
        }
    }

    private func drawFocus(_ focus: Point, _ canvas: Canvas, _ picture: Frame) {
        let side = min(picture.width, picture.height) * 0.15
        let x = picture.x + picture.width * focus.x - side / 2
        let y = picture.y + picture.height * focus.y - side / 2
        let corners = [
            Point(x: x, y: y), Point(x: x + side, y: y), Point(x: x + side, y: y + side),
            Point(x: x, y: y + side), Point(x: x, y: y),
        ]
        let lines = zip(corners, corners.dropFirst()).map { Stroke.line($0, $1) }
        canvas.stroke(lines, theme.accent, width: size(theme.line, canvas))
    }

    private func draw(_ histogram: Histogram, _ canvas: Canvas, _ picture: Frame) {
        let width = size(128, canvas)
        let margin = size(8, canvas)
        let frame = Frame(
            x: picture.x + picture.width - width - margin, y: picture.y + margin, width: width,
            height: size(60, canvas))
        canvas.fill([frame], theme.backing)
        canvas.fill(
            histogram.outline(in: frame),
            histogram.clipped > 0.01 ? theme.alarm : theme.foreground)
    }

    /// Where figures can be, however many: whole pixels, so that nothing is drawn twice at an edge.
    private func strip(_ canvas: Canvas) -> Frame {
        let (_, height) = canvas.size(of: "0", size: size(theme.text, canvas))
        let top = (canvas.height - height - 2 * size(6, canvas)).rounded(.down)
        return Frame(x: 0, y: top, width: canvas.width, height: canvas.height - top)
    }

    /// Figures along the lower edge, on a backing of their own.
    private func drawStrip(_ parts: [String], _ canvas: Canvas) {
        guard !parts.isEmpty else { return }
        let text = parts.joined(separator: "   ")
        let letters = size(theme.text, canvas)
        let (width, height) = canvas.size(of: text, size: letters)
        let margin = size(6, canvas)
        canvas.fill(
            [
                Frame(
                    x: 0, y: canvas.height - height - 2 * margin, width: width + 2 * margin,
                    height: height + 2 * margin)
            ], theme.backing)
        canvas.text(
            text, at: Point(x: margin, y: canvas.height - height - margin), size: letters,
            theme.foreground)
    }

    private func draw(_ mode: ShutterButton.Mode, _ isPressed: Bool, _ canvas: Canvas) {
        let (center, radius) = shutter(width: canvas.width, height: canvas.height)
        canvas.stroke(
            [.arc(center: center, radius: radius, from: 0, to: 2 * .pi)], theme.foreground,
            width: size(theme.line * 2, canvas))
        let fill = mode == .photo ? (isPressed ? theme.accent : theme.foreground) : theme.alarm
        if mode == .recording {
            let side = radius * 0.8
            canvas.fill(
                [Frame(x: center.x - side / 2, y: center.y - side / 2, width: side, height: side)],
                fill)
        } else {
            canvas.disc(center, radius: radius * (isPressed ? 0.7 : 0.82), fill)
        }
    }

    private func shutter(width: Double, height: Double) -> (center: Point, radius: Double) {
        let radius = theme.scaled(28, height: height)
        return (Point(x: width - radius * 1.6, y: height / 2), radius)
    }

    /// Where a finger presses the shutter that is drawn on a screen; a little more than is seen, as fingers are broad.
    public func shutterPlace(width: Double, height: Double) -> InputReader.Shutter {
        let (center, radius) = shutter(width: width, height: height)
        let reach = radius * 1.3
        return InputReader.Shutter(
            center: Point(x: center.x / width, y: center.y / height),
            radius: Point(x: reach / width, y: reach / height))
    }

    private func drawCentred(_ text: String, _ canvas: Canvas, at y: Double, size letters: Double) {
        let letters = size(letters, canvas)
        let (width, height) = canvas.size(of: text, size: letters, isBold: true)
        let x = (canvas.width - width) / 2
        let margin = letters / 3
        canvas.fill(
            [
                Frame(
                    x: x - margin, y: y - height / 2 - margin / 2, width: width + 2 * margin,
                    height: height + margin)
            ], theme.backing)
        canvas.text(
            text, at: Point(x: x, y: y - height / 2), size: letters, isBold: true,
            theme.foreground)
    }
}
