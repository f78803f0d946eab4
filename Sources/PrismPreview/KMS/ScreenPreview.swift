// SPDX-License-Identifier: MIT
// A preview on the board's own screen: an actor whose thread waits for flips.

internal import Glibc
public import PrismCore

/// How a preview is to be on a screen.
public struct ScreenOptions: Hashable, Sendable {
    /// Which screen and mode.
    public var wish: ScreenWish
    /// How a picture of another shape goes on it.
    public var fit: PictureFit
    /// How pictures are turned.
    public var turn: PictureTurn
    /// Which of a frame's images is shown.
    public var image: Int
    /// Something is to be drawn over the picture.
    public var hasOverlay: Bool
    /// Who gives the screen; nil takes it directly.
    package var seat: Seat?

    /// Makes options.
    public init(
        wish: ScreenWish = ScreenWish(), fit: PictureFit = .fit, turn: PictureTurn = .none,
        image: Int = 0, hasOverlay: Bool = false
    ) {
        self.wish = wish
        self.fit = fit
        self.turn = turn
        self.image = image
        self.hasOverlay = hasOverlay
    }
}

/// Shows frames on a screen through DRM/KMS, from the camera's own memory where the hardware can.
public actor ScreenPreview: PreviewOutput {
    nonisolated let executor: DedicatedExecutor
    /// Runs on the thread `prism-display`.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    private let options: ScreenOptions
    private let maps = CPUMapCounter()
    private let device: any DisplayDevice
    private nonisolated let screen: ScreenChoice
    private var pipeline: DisplayPipeline?
    /// How many there were: each has two pictures of its own for an overlay.
    private var pipelines = 0
    private var isGone = false
    /// Another console had the screen when a frame came last.
    private var wasAway = false
    private var failure: PrismError?
    private var earlier = PresentationFigures()
    private var isClosed = false

    /// Opens a screen; nothing is shown before the first frame.
    ///
    /// - Throws: `screen` with who has it and what to do; `permission`; `noMemory`.
    public static func open(_ options: ScreenOptions) async throws(PrismError) -> ScreenPreview {
        let opener = try DisplayOpener()
        do throws(PrismError) {
            let found = try await opener.open(options.wish, options.seat)
            return ScreenPreview(options, found, opener.executor)
        } catch {
            opener.executor.stop()
            throw error
        }
    }

    private init(
        _ options: ScreenOptions, _ found: DisplayOpener.Found, _ executor: DedicatedExecutor
    ) {
        self.options = options
        self.executor = executor
        device = found.device
        screen = found.screen
        executor.onMail(
            { [weak self] in self?.wake() }, onDeadline: { [weak self] in self?.wake() })
        executor.watch(found.device.descriptor)
    }

    deinit {
        executor.watch(nil)
        executor.stop()
    }

    /// One waits, one is on its way, one is on the screen.
    public nonisolated var loans: Int { 3 }

    /// The screen's own size.
    public nonisolated var preferredSize: PixelSize? {
        options.turn.turned(PixelSize(width: screen.mode.width, height: screen.mode.height))
    }

    /// Lets go of framebuffers that are not on the screen or on their way to it.
    public func buffersChanged() { pipeline?.forgetUnused() }

    nonisolated private func wake() { assumeIsolated { $0.handleEvents() } }

    private func handleEvents() {
        if device.takeHotplug() { lookAgain() }
        guard let pipeline else {
            // Events of a screen that was given back are of no interest, but must be read.
            var unread: [FlipEvent] = []
            try? device.readFlips(into: &unread)
            return
        }
        do throws(PrismError) {
            do throws(PrismError) {
                try pipeline.handleEvents(at: DedicatedExecutor.now())
            } catch {
                try forgive(error)
            }
        } catch {
            failure = error
        }
        executor.setDeadline(pipeline.deadline)
    }

    /// Looks what became of the screen; probing it may take a moment, in which the last picture stays.
    private func lookAgain() {
        guard let card = try? device.snapshot() else { return }
        switch ScreenChange(of: screen, wasGone: isGone, in: card) {
        case .none: break
        case .gone: isGone = true
        case .returned:
            isGone = false
            pipeline?.relight()
        case .replaced:
            failure = PrismError(
                .screen,
                "another screen is on \(screen.connector.name), and it does not know \(screen.mode)"
            )
        }
    }

    /// Shows a frame at the next vertical blank; one that waited goes back for it.
    public func show(_ frame: CameraFrame) throws(PrismError) {
        if let failure { throw failure }
        guard !isClosed else { return }
        // The camera goes on, for photographs, until the screen is there again.
        guard !isGone, !isAway else {
            wasAway = wasAway || isAway
            earlier.dropped += 1
            return
        }
        let shown = PreviewFrame(frame, image: options.image, maps: maps)
        let pipeline = try pipeline(for: shown)
        if wasAway { pipeline.relight() }
        wasAway = false
        do throws(PrismError) {
            try pipeline.present(shown, at: DedicatedExecutor.now())
        } catch {
            try forgive(error)
        }
        executor.setDeadline(pipeline.deadline)
    }

    private var isAway: Bool { options.seat?.isActive == false }

    /// A console may be switched between the look at the seat and a commit, which then fails.
    private func forgive(_ error: PrismError) throws(PrismError) {
        guard isAway else { throw error }
        wasAway = true
    }

    /// The present one, or another where the camera was configured anew.
    private func pipeline(for frame: PreviewFrame) throws(PrismError) -> DisplayPipeline {
        let picture = frame.picture
        if let pipeline, pipeline.picture == picture { return pipeline }
        let made = try DisplayPipeline(
            device, screen, picture, fit: options.fit, turn: options.turn, sample: frame.memory,
            overlay: options.hasOverlay)
        if let pipeline {
            earlier.shown += pipeline.figures.shown
            earlier.dropped += pipeline.figures.dropped
            pipeline.stop()
        }
        pipeline = made
        pipelines += 1
        return made
    }

    /// Draws over the picture, in premultiplied ARGB8888 of the screen's size; it is shown with the next frame.
    ///
    /// `body` gets a view, its number (the view holds what was drawn into that number last, or nothing) and the place of
    /// the picture; it runs on the display's thread.
    ///
    /// - Returns: False where nothing could be drawn just now.
    package func drawOverlay(
        _ body: @Sendable (MutablePixelView, Int, PixelRect) throws -> Void
    ) throws(PrismError) -> Bool {
        guard let pipeline, options.hasOverlay else { return false }
        let (place, pipelines) = (pipeline.placement.destination, pipelines)
        do {
            return try pipeline.drawOverlay { try body($0, $1 + 2 * pipelines, place) }
        } catch {
            throw error as? PrismError ?? PrismError(.inputOutput, "\(error)")
        }
    }

    /// The point of the picture at a point of the screen, both in parts of their sizes; nil beside the picture.
    public func picturePoint(x: Double, y: Double) -> (x: Double, y: Double)? {
        pipeline?.picturePoint(x: x, y: y)
    }

    /// What is on the screen, read back by the card in a commit of its own.
    public func screenshot() throws(PrismError) -> PixelBuffer {
        guard let pipeline else {
            throw PrismError(.unsupported, "nothing has been shown")
        }
        return try pipeline.readBack()
    }

    /// What happened so far, and how pictures get on the screen.
    public func facts() -> PreviewFacts {
        let figures = pipeline?.figures ?? PresentationFigures()
        return PreviewFacts(
            shown: figures.shown + earlier.shown, dropped: figures.dropped + earlier.dropped,
            summary: summary, copies: maps.count)
    }

    private var summary: String {
        let place = "\(screen.connector.name) \(screen.mode) (\(screen.card.driver))"
        guard let pipeline else { return place }
        let way = pipeline.way
        let how =
            switch way.step {
            case .overlay: "scaled by an overlay plane, no copy"
            case .primary: "on the primary plane, no copy"
            case .cropped: "the middle of the picture, no copy"
            case .centred: "in the middle of the screen, no copy"
            case .converted: "converted by the processor"
            }
        let why = pipeline.importRefusal.map { ": \($0.description)" } ?? ""
        return "\(place), \(how)\(why)"
    }

    /// Gives the screen back as it was.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        pipeline?.stop()
        pipeline = nil
        executor.watch(nil)
        executor.setDeadline(nil)
        executor.stop()
    }
}

/// Opens a screen on the thread that its preview is going to have.
private actor DisplayOpener {
    /// What the preview takes over.
    ///
    /// `@unchecked Sendable`: the device goes from this actor to the next one on the same thread.
    struct Found: @unchecked Sendable {
        let device: KMSDevice
        let screen: ScreenChoice
    }

    nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() throws(PrismError) { executor = try DedicatedExecutor(name: "prism-display") }

    func open(_ wish: ScreenWish, _ seat: Seat?) throws(PrismError) -> Found {
        let (device, screen) = try DisplayCards(seat: seat).choose(wish)
        try device.takeMastery(of: screen.connector.name)
        return Found(device: device, screen: screen)
    }
}
