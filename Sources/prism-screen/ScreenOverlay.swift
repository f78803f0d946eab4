// SPDX-License-Identifier: MIT
// What a plan wants over the picture, and when it is drawn anew.

internal import Foundation
import PrismCapture
import PrismCore
import PrismPreview
import PrismUI

/// The overlay of a preview on a screen.
struct ScreenOverlay {
    /// Figures change no faster than they can be read.
    private static let period: Int64 = 250_000_000

    private let painter: OverlayPainter
    private let showsTelemetry: Bool
    private let showsHistogram: Bool
    private var state = OverlayState()
    private var noticeUntil: Int64 = 0
    private var next: Int64 = 0
    /// What each of the two pictures holds.
    private let drawn = DrawnStates()

    /// Nil where the plan wants nothing over the picture.
    init?(_ plan: PreviewPlan) {
        showsTelemetry = plan.showsTelemetry
        showsHistogram = plan.showsHistogram
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
        guard state != OverlayState() || showsTelemetry || showsHistogram else { return nil }
    }

    /// Shows a line for two seconds.
    mutating func tell(_ notice: UIStrings, at now: Int64) {
        state.notice = notice.text(painter.language)
        noticeUntil = now + 2_000_000_000
        next = 0
    }

    /// Draws what changed.
    mutating func update(
        _ frame: CameraFrame, on screen: ScreenPreview, compensation: Double, at now: Int64
    ) async throws(PrismError) {
        guard now >= next else { return }
        next = now + ScreenOverlay.period
        if now >= noticeUntil { state.notice = nil }
        if showsTelemetry {
            state.telemetry = Telemetry.parts(frame.metadata, compensation: compensation)
        }
        if showsHistogram { state.histogram = try? frame.withPixels { Histogram($0) } }
        let (state, painter, drawn) = (state, painter, drawn)
        _ = try await screen.drawOverlay { view, number, place in
            let picture = Frame(
                x: Double(place.x), y: Double(place.y), width: Double(place.width),
                height: Double(place.height))
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
