// SPDX-License-Identifier: MIT
// What a plan wants over the picture, and when it is drawn anew.

internal import FoundationEssentials
import PrismCapture
import PrismCore
import PrismPreview
import PrismUI

/// The overlay of a preview on a screen.
struct ScreenOverlay {
    /// Figures change no faster than they can be read.
    private static let period: Int64 = 250_000_000
    /// The focus square is seen so long.
    private static let focusTime: Int64 = 1_500_000_000

    private let painter: OverlayPainter
    private var showsTelemetry: Bool
    private var showsHistogram: Bool
    private var showsLevel: Bool
    /// A tap, in parts of the screen, and until when it is shown.
    private var focus: (point: Point, until: Int64)?
    private var state = OverlayState()
    private var noticeUntil: Int64 = 0
    private var next: Int64 = 0
    /// What each of the two pictures holds.
    private let drawn = DrawnStates()

    /// Nil where the plan wants nothing over the picture.
    init?(_ plan: PreviewPlan) {
        showsTelemetry = plan.showsTelemetry
        showsHistogram = plan.showsHistogram
        showsLevel = plan.showsLevel
        state.shutter = plan.showsShutter ? .photo : nil
        state.grid = plan.grid.flatMap(Grid.init(rawValue:))
        state.mask = plan.aspect.flatMap { AspectMask($0) }
        let theme: Theme =
            switch plan.theme {
            case "large-text": .largeText
            case "high-contrast": .highContrast
            default: Theme()
            }
        let environment = ProcessInfo.processInfo.environment
        let locale = environment["LC_ALL"] ?? environment["LC_MESSAGES"] ?? environment["LANG"]
        painter = OverlayPainter(theme: theme, language: UIStrings.Language(locale: locale))
        let showsFigures = showsTelemetry || showsHistogram || showsLevel
        guard state != OverlayState() || showsFigures else { return nil }
    }

    /// Shows a line for two seconds.
    mutating func tell(_ notice: UIStrings, at now: Int64) {
        state.notice = notice.text(painter.language)
        noticeUntil = now + 2_000_000_000
        next = 0
    }

    /// Shows where the camera focuses, in parts of the screen.
    mutating func show(focus point: Point, at now: Int64) {
        focus = (point, now + ScreenOverlay.focusTime)
        next = 0
    }

    /// Shows the shutter pressed, or not.
    mutating func show(isPressed: Bool) {
        state.isShutterPressed = isPressed
        next = 0
    }

    /// Shows something, or hides it.
    mutating func toggle(_ toggle: InputAction.Toggle) {
        switch toggle {
        case .grid:
            let all = Grid.allCases
            let next = state.grid.flatMap(all.firstIndex(of:)).map { $0 + 1 } ?? 0
            state.grid = next < all.count ? all[next] : nil
        case .histogram: showsHistogram.toggle()
        case .telemetry: showsTelemetry.toggle()
        case .level: showsLevel.toggle()
        }
        next = 0
    }

    /// Where a finger presses the shutter on a screen; nil where none is drawn.
    func shutterPlace(on screen: PixelSize?) -> InputReader.Shutter? {
        guard state.shutter != nil, let screen else { return nil }
        return painter.shutterPlace(width: Double(screen.width), height: Double(screen.height))
    }

    /// Draws what changed.
    mutating func update(
        _ frame: CameraFrame, on screen: ScreenPreview, compensation: Double,
        horizon: LevelIndicator.Reading?, at now: Int64
    ) async throws(PrismError) {
        guard now >= next else { return }
        next = now + (showsLevel ? LevelSensor.interval : ScreenOverlay.period)
        if now >= noticeUntil { state.notice = nil }
        if let until = focus?.until, now >= until { focus = nil }
        state.level = showsLevel ? horizon : nil
        state.telemetry =
            showsTelemetry ? Telemetry.parts(frame.metadata, compensation: compensation) : []
        state.histogram = showsHistogram ? try? frame.withPixels { Histogram($0) } : nil
        try await draw(on: screen)
    }

    private func draw(on screen: ScreenPreview) async throws(PrismError) {
        let (state, painter, drawn, focus) = (state, painter, drawn, focus?.point)
        _ = try await screen.drawOverlay { view, number, place in
            let picture = Frame(
                x: Double(place.x), y: Double(place.y), width: Double(place.width),
                height: Double(place.height))
            var state = state
            state.focus = focus.map {
                Point(
                    x: ($0.x * Double(view.width) - picture.x) / picture.width,
                    y: ($0.y * Double(view.height) - picture.y) / picture.height)
            }
            try painter.draw(state, over: drawn[number], into: view, picture: picture)
            drawn[number] = state
        }
    }
}

/// The states that two pictures hold.
private final class DrawnStates: Sendable {
    private let states = Lock<[Int: OverlayState]>([:])

    subscript(number: Int) -> OverlayState? {
        get { states.withLock { $0[number] } }
        set { states.withLock { $0[number] = newValue } }
    }
}
