// SPDX-License-Identifier: MIT
// One screen with one kind of picture: the way found for it, the buffers on it, commits and flips.

package import PrismCore

/// What happened on a screen so far.
package struct PresentationFigures: Hashable, Sendable {
    /// Frames that were on the screen.
    package var shown = 0
    /// Frames that were replaced before they were.
    package var dropped = 0
    /// Commits that the driver refused, without those that were only early.
    package var refused = 0
    /// Flips whose event never came.
    package var lostEvents = 0
}

/// A screen showing frames. One thread uses it.
package final class DisplayPipeline {
    /// What is in a slot: a camera's frame, or a picture that the processor drew.
    struct Item {
        var framebuffer: UInt32
        /// Kept until the screen shows something else.
        var frame: (any PresentableFrame)?
        var drawn: DrawnPicture?
    }

    /// A flip that is this late is lost: five pictures of a 10 Hz panel.
    package static let patience: Int64 = 500_000_000
    /// Refusals in a row after which another way is looked for.
    static let mostRefusals = 3

    package let device: any DisplayDevice
    package let screen: ScreenChoice
    package let picture: PreviewPicture
    /// How frames get on the screen.
    package private(set) var way: PresentationWay
    /// Why frames are not shown from the camera's own memory; nil where they are.
    package private(set) var importRefusal: PrismError?
    package private(set) var figures = PresentationFigures()

    private let ladder: PresentationLadder
    private let saved: SavedState
    private let plane: PlaneSnapshot
    private var queue = FlipQueue<Item>()
    private var free: [DrawnPicture] = []
    private var pictures: [DrawnPicture] = []
    private var backdrop: DrawnPicture?
    private var painter: ScreenPainter?
    private var overlay: OverlayLayer?
    private var isLit = false
    private var refusals = 0
    private var committedAt: Int64 = 0
    private var tag: UInt64 = 0
    private var flips: [FlipEvent] = []
    /// The next picture on a plane that shows one already; kept, so that it costs no memory each time.
    private var flip = AtomicRequest()

    /// Finds a way for pictures like `picture`.
    ///
    /// `sample` is memory of such a picture, to be imported on trial; without it the processor draws. With an `overlay` a
    /// plane is found for ``drawOverlay(_:)`` as well; where there is none, the processor draws all of it.
    ///
    /// - Throws: `permission` where this process is not the master; `screen` where nothing can be shown.
    package init(
        _ device: any DisplayDevice, _ screen: ScreenChoice, _ picture: PreviewPicture,
        fit: PictureFit, turn: PictureTurn, sample: PictureMemory? = nil, overlay: Bool = false
    ) throws(PrismError) {
        self.device = device
        self.screen = screen
        self.picture = picture
        saved = SavedState(screen)
        ladder = PresentationLadder(
            screen: screen, picture: picture, fit: fit, turn: turn)
        let size = PixelSize(width: screen.mode.width, height: screen.mode.height)
        var trial = Trial(device, screen, picture, size)
        defer { trial.free() }
        var imported: UInt32?
        var refusal: PrismError?
        do throws(PrismError) {
            guard let sample else {
                throw PrismError(.unsupported, "the camera's buffers are not shared memory")
            }
            imported = try device.framebuffer(of: sample, picture)
        } catch {
            refusal = error
        }
        importRefusal = refusal
        let (found, overlayPlane) = try trial.climb(
            ladder, imported: imported, withOverlay: overlay)
        way = found
        guard let plane = screen.card.planes.first(where: { $0.id == found.layout.plane }) else {
            throw PrismError(.screen, "plane \(found.layout.plane) went away")
        }
        self.plane = plane
        flip.set(plane.id, plane.properties, "FB_ID", 0)
        if overlay { self.overlay = try OverlayLayer(device, overlayPlane, size) }
        if found.hasBackdrop { backdrop = try device.makePicture(.xrgb8888, size) }
        guard found.step == .converted else { return }
        painter = try ScreenPainter(picture, to: size, fit, turn: turn)
        // One on the screen, one on its way, one being drawn.
        for _ in 0..<3 { pictures.append(try device.makePicture(found.layout.format, size)) }
        free = pictures
    }

    /// When something is to be done though no event comes; nil: never.
    package var deadline: Int64? {
        if queue.queued != nil { return committedAt + DisplayPipeline.patience }
        return queue.awaitsRetry ? committedAt + 4_000_000 : nil
    }

    /// Frames that are held now.
    package var held: Int { queue.held }

    /// Shows a frame as soon as the screen takes one; one that waits is given up for it.
    ///
    /// - Throws: What ends the preview: `unplugged`, `permission` (another is master now).
    package func present(_ frame: any PresentableFrame, at now: Int64) throws(PrismError) {
        guard let item = try item(for: frame) else {
            figures.dropped += 1
            return
        }
        try perform(queue.present(item), at: now)
    }

    /// Takes in the flips that happened, and tries again what is due.
    package func handleEvents(at now: Int64) throws(PrismError) {
        flips.removeAll(keepingCapacity: true)
        try device.readFlips(into: &flips)
        for flip in flips where flip.tag == tag {
            overlay?.flipped()
            try perform(queue.flipped(), at: now)
        }
        guard let deadline, deadline <= now else { return }
        if queue.queued != nil {
            figures.lostEvents += 1
            try perform(queue.lostEvent(), at: now)
        } else {
            try perform(queue.retry(), at: now)
        }
    }

    /// Draws the overlay: premultiplied ARGB8888 of the screen's size, shown along with the next frame.
    ///
    /// `body` gets a picture and its number, 0 or 1; the picture holds what was drawn into that number last, or nothing.
    ///
    /// - Returns: False where the last one is still on its way, and nothing was drawn.
    /// - Throws: What `body` throws.
    package func drawOverlay(
        _ body: (MutablePixelView, Int) throws -> Void
    ) throws -> Bool {
        try overlay?.draw(body) ?? false
    }

    /// What part of the picture lies where on the screen.
    package var placement: Placement {
        guard way.step == .converted else { return way.layout.placement }
        return Placement.scaled(picture.size, to: screenSize, ladder.fit, turn: ladder.turn)
    }

    /// The point of the picture at a point of the screen, both in parts of their sizes; nil beside the picture.
    package func picturePoint(x: Double, y: Double) -> (x: Double, y: Double)? {
        placement.picturePoint(
            x: x, y: y, screen: screenSize, picture: picture.size, turn: ladder.turn)
    }

    private var screenSize: PixelSize {
        PixelSize(width: screen.mode.width, height: screen.mode.height)
    }

    /// The overlay has a plane of its own, so that the camera's buffers stay untouched.
    package var hasOverlayPlane: Bool { overlay?.plane != nil }

    /// The next frame sets the mode anew: the screen was unplugged, or its link was lost.
    package func relight() { isLit = false }

    /// Frees framebuffers of cameras that are in no slot.
    package func forgetUnused() {
        let used = [queue.pending, queue.queued, queue.active, queue.doubtful].compactMap {
            $0?.framebuffer
        }
        device.forgetFramebuffers(except: used)
    }

    private func item(for frame: any PresentableFrame) throws(PrismError) -> Item? {
        guard let painter else {
            guard let memory = frame.memory else {
                throw PrismError(.unsupported, "a frame without shared memory")
            }
            return Item(framebuffer: try device.framebuffer(of: memory, picture), frame: frame)
        }
        // The waiting one is as good as any: nothing reads it.
        guard let target = free.popLast() ?? takePending() else { return nil }
        do {
            let overlay = overlay
            try device.draw(into: target) { view in
                try painter.draw(frame, into: view)
                try overlay?.blend(into: view)
            }
        } catch {
            free.append(target)
            throw error as? PrismError ?? PrismError(.inputOutput, "\(error)")
        }
        return Item(framebuffer: target.framebuffer, drawn: target)
    }

    private func takePending() -> DrawnPicture? {
        guard let waiting = queue.takePending()?.drawn else { return nil }
        figures.dropped += 1
        return waiting
    }

    private func perform(_ first: FlipQueue<Item>.Action, at now: Int64) throws(PrismError) {
        var action = first
        while true {
            giveBack(action.giveBack)
            giveBack(action.alsoGiveBack)
            figures.shown = queue.shown
            guard let item = action.commit else { return }
            guard let refusal = try commit(item, at: now) else { return }
            action = queue.refused(refusal)
        }
    }

    private func giveBack(_ item: Item?) {
        guard let item else { return }
        if let drawn = item.drawn { free.append(drawn) } else { figures.dropped = queue.dropped }
    }

    /// Nil where the driver took it.
    private func commit(_ item: Item, at now: Int64) throws(PrismError) -> FlipQueue<Item>.Refusal?
    {
        committedAt = now
        tag += 1
        do throws(PrismError) {
            if isLit {
                flip.setLast(UInt64(item.framebuffer))
                if let change = overlay?.change(over: flip, crtc: screen.crtc.id) {
                    try device.commit(change, [.nonblocking, .event], tag: tag)
                } else {
                    try device.commit(flip, [.nonblocking, .event], tag: tag)
                }
                overlay?.committed()
            } else {
                let blob = try device.modeBlob(screen.mode)
                var request = DisplayPipeline.whole(
                    way, screen, plane, modeBlob: blob, item.framebuffer,
                    backdrop: backdrop?.framebuffer, except: overlay?.plane?.id)
                if let change = overlay?.change(over: request, crtc: screen.crtc.id) {
                    request = change
                }
                try device.commit(request, [.modeset, .event], tag: tag)
                overlay?.committed()
                isLit = true
            }
            refusals = 0
            return nil
        } catch {
            return try refusal(of: error)
        }
    }

    private func refusal(of error: PrismError) throws(PrismError) -> FlipQueue<Item>.Refusal {
        switch error.code {
        case .busy: return .busy
        case .permission, .unplugged: throw error
        default:
            figures.refused += 1
            refusals += 1
            // A state that was lost is set whole by the next frame; one that stays refused is no screen.
            isLit = false
            guard refusals <= DisplayPipeline.mostRefusals else { throw error }
            return .buffer
        }
    }

    /// Lights the screen with one picture and takes every other plane off it.
    static func whole(
        _ way: PresentationWay, _ screen: ScreenChoice, _ plane: PlaneSnapshot, modeBlob: UInt32,
        _ framebuffer: UInt32, backdrop: UInt32?, except overlay: UInt32? = nil
    ) -> AtomicRequest {
        var request = AtomicRequest()
        request.light(screen.connector, screen.crtc, modeBlob: modeBlob)
        let crtc = screen.crtc.id
        for kind in [PlaneSnapshot.Kind.primary, .overlay, .cursor] {
            for other in screen.card.planes(on: crtc, kind)
            where other.id != plane.id && other.id != overlay {
                // Planes of other CRTCs are other screens' business.
                let owner = other.properties["CRTC_ID"]?.value ?? 0
                if kind == .primary, let backdrop {
                    let whole = PixelRect(
                        x: 0, y: 0, width: screen.mode.width, height: screen.mode.height)
                    request.show(
                        PlaneLayout(
                            plane: other.id, format: .xrgb8888,
                            placement: Placement(source: whole, destination: whole), depth: 0),
                        on: other, crtc: crtc, framebuffer: backdrop)
                } else if owner == 0 || owner == UInt64(crtc) {
                    request.hide(other)
                }
            }
        }
        request.show(way.layout, on: plane, crtc: crtc, framebuffer: framebuffer)
        return request
    }

    /// Reads back what the screen shows.
    ///
    /// - Throws: `unsupported` where the card has no writeback connector.
    package func readBack() throws(PrismError) -> PixelBuffer {
        guard let connector = screen.card.writeback(on: screen.crtc.id) else {
            throw PrismError(.unsupported, "\(screen.card.driver) cannot read its screen back")
        }
        let size = PixelSize(width: screen.mode.width, height: screen.mode.height)
        let target = try device.makePicture(.xrgb8888, size)
        defer { device.free(target) }
        try device.writeBack(
            AtomicRequest(), connector: connector, crtc: screen.crtc.id, into: target)
        let copy = try PixelBuffer(format: .xrgb8888, size: size, colorSpace: .sYCC)
        do {
            try device.draw(into: target) { view in copy.copyRows(of: view) }
        } catch {
            throw error as? PrismError ?? PrismError(.inputOutput, "\(error)")
        }
        return copy
    }

    /// Puts back what was on the screen, and gives every buffer back.
    ///
    /// - Returns: What was put back; nil where the card is not ours any more.
    @discardableResult
    package func stop() -> SavedState.Attempt? {
        let blob = saved.mode.flatMap { try? device.modeBlob($0) }
        let attempt = SavedState.Attempt.allCases.first { attempt in
            let request = saved.request(attempt, modeBlob: blob)
            return (try? device.commit(request, .modeset, tag: 0)) != nil
        }
        // A commit that blocks returns when the screen shows it: nothing of ours is read any more.
        _ = queue.drain()
        device.forgetFramebuffers(except: [])
        for picture in pictures { device.free(picture) }
        if let backdrop { device.free(backdrop) }
        overlay?.free()
        pictures = []
        free = []
        isLit = false
        return attempt
    }
}

extension PixelBuffer {
    /// Takes over rows of a picture of the same format and size.
    fileprivate func copyRows(of view: MutablePixelView) {
        withMutablePixels { own in
            for (to, from) in zip(own.planes, view.planes) {
                for row in 0..<min(to.rows, from.rows) {
                    (to.base + row * to.stride).copyMemory(
                        from: from.base + row * from.stride,
                        byteCount: min(to.stride, from.stride))
                }
            }
        }
    }
}
