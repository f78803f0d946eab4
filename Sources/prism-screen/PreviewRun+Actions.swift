// SPDX-License-Identifier: MIT
// What a person's wishes do to the camera, the overlay and the files.

import PrismCapture
import PrismCore
import PrismPreview
import PrismUI

/// What wishes are carried out with.
struct Hand {
    let camera: PreviewCamera
    let output: any PreviewOutput
    /// Nil where photographs go nowhere.
    let shooter: PhotoShooter?
    let queue: ActionQueue
    /// Shines while a photograph is taken; nil where the board's profile has no such light.
    let light: Torch?

    /// The board's light for recordings, which is all the feedback that a camera without a screen can give.
    static func feedbackLight() -> Torch? {
        let lights = try? BoardCatalog.standard.profile(of: .present)?.lights
        guard let light = lights?.first(where: { $0.use == .recording }) else { return nil }
        return try? Torch(name: light.name)
    }
}

extension PreviewRun {
    /// Carries wishes out, and begins a burst where the shutter has been down long enough.
    mutating func perform(
        _ actions: [InputAction], _ hand: Hand, at now: Int64
    ) async throws(PrismError) {
        for action in actions { try await perform(action, hand, at: now) }
        if shutter.tick(at: now) == .beginBurst { try await burst(hand) }
    }

    private mutating func perform(
        _ action: InputAction, _ hand: Hand, at now: Int64
    ) async throws(PrismError) {
        switch action {
        case .quit: isOver = true
        case .screenshot:
            try await screenshot(hand.output, to: plan.screenshot ?? "screenshot.png")
        case .shutterPressed:
            shutter.press(at: now)
            overlay?.show(isPressed: true)
        case .shutterReleased(let isInside):
            overlay?.show(isPressed: false)
            let asked = shutter.release(at: now, isInside: isInside)
            if asked == .photograph { try await photograph(hand) }
        case .toggle(let toggle): overlay?.toggle(toggle)
        default: await adjust(action, hand, at: now)
        }
    }

    /// Wishes that are the camera's: what it cannot do is said, and the preview goes on.
    private mutating func adjust(_ action: InputAction, _ hand: Hand, at now: Int64) async {
        let session = hand.camera.session
        var focus: [Double]?
        do throws(PrismError) {
            switch action {
            case .compensate(let stops):
                let wanted = min(8, max(-8, compensation + stops))
                try await session.set(.with { $0.exposureValue = wanted })
                compensation = wanted
            case .zoom(let factor):
                let wanted = max(1, zoom * factor)
                try await session.zoom(to: Zoom(wanted))
                zoom = wanted
            case .focus(let point):
                guard let screen = hand.output as? ScreenPreview,
                    let place = await screen.picturePoint(x: point.x, y: point.y)
                else { return }
                try await session.focusAndExpose(on: .around(x: place.x, y: place.y))
                overlay?.show(focus: point, at: now)
                focus = [place.x, place.y]
            case .halfPressed:
                try await session.set(.with { $0.exposure = .current })
                try await focusOnce(hand)
            case .halfReleased: try await session.set(settings(hand))
            default: return
            }
            guard plan.isJSON else { return }
            Report.event(
                Report.Controls(exposureValue: compensation, zoom: zoom, focus: focus))
        } catch {
            say(error)
        }
    }

    /// Once, as a half-pressed shutter does; a lens that does not move is no fault.
    private func focusOnce(_ hand: Hand) async throws(PrismError) {
        do throws(PrismError) {
            _ = try await hand.camera.session.focus(within: 2_000_000_000)
        } catch {
            guard error.code == .unsupported else { throw error }
        }
    }

    /// What the plan holds, and what was changed by hand since.
    private func settings(_ hand: Hand) -> ControlSettings {
        var settings = hand.camera.settings
        settings.exposure = settings.exposure ?? .auto
        settings.exposureValue = compensation
        if zoom > 1 { settings.zoom = Zoom(zoom) }
        return settings
    }

    /// One photograph, then the preview again.
    private mutating func photograph(_ hand: Hand) async throws(PrismError) {
        guard await shoot(hand) else { return }
        try await showAgain(hand)
    }

    /// Photographs until the shutter comes up.
    private mutating func burst(_ hand: Hand) async throws(PrismError) {
        guard hand.shooter != nil else { return }
        var later: [InputAction] = []
        while shutter.isPressed, !isOver, !Task.isCancelled {
            guard await shoot(hand) else { break }
            for action in hand.queue.take() {
                guard case .shutterReleased = action else {
                    later.append(action)
                    continue
                }
                _ = shutter.release(at: DedicatedExecutor.now())
                overlay?.show(isPressed: false)
            }
        }
        try await showAgain(hand)
        try await perform(later, hand, at: DedicatedExecutor.now())
    }

    /// False where nothing was changed, because photographs go nowhere.
    private mutating func shoot(_ hand: Hand) async -> Bool {
        guard let shooter = hand.shooter else { return false }
        // A light that cannot be switched is no reason to lose a photograph.
        try? hand.light?.set(1)
        defer { try? hand.light?.set(0) }
        do throws(PrismError) {
            let photo = try await shooter.shoot(hand.camera, settings: settings(hand))
            photos += 1
            overlay?.tell(.photoSaved, at: DedicatedExecutor.now())
            if plan.isJSON { Report.event(photo) }
        } catch {
            // The preview goes on: the next press may succeed.
            overlay?.tell(.photoFailed, at: DedicatedExecutor.now())
            say(error)
        }
        return true
    }

    private func showAgain(_ hand: Hand) async throws(PrismError) {
        try await hand.camera.configure(
            for: hand.output.preferredSize, loans: hand.output.loans)
        await hand.output.buffersChanged()
    }

    private func say(_ error: PrismError) { Report.line(error.description) }
}
