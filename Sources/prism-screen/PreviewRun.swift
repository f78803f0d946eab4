// SPDX-License-Identifier: MIT
// One preview: frames from the camera to the output, keys in between, and the end.

internal import FoundationEssentials
internal import Glibc
import PrismCapture
import PrismCore
import PrismFilters
import PrismImage
import PrismPreview
import PrismUI

/// Runs a plan until it is over or called off.
struct PreviewRun {
    let plan: PreviewPlan
    private let turn: PictureTurn
    /// Who gives the screen and the inputs; nil where neither seatd nor logind does.
    private let seat: Seat?
    var photos = 0
    /// Stops, as asked for by the plan and by hand since.
    var compensation: Double
    /// Zoom factor, as asked for by hand.
    var zoom = 1.0
    var shutter = ShutterButton()
    var isOver = false
    private var firstFrame: Int64?
    private var nextInfo: Int64 = 0
    var overlay: ScreenOverlay?
    private let start = DedicatedExecutor.now()

    init(_ plan: PreviewPlan) {
        self.plan = plan
        turn = PictureTurn(quarters: plan.quarters, isMirrored: plan.isMirrored)
        compensation = plan.exposureValue ?? 0
        overlay = ScreenOverlay(plan)
        let wantsScreen = plan.backend == "auto" || plan.backend == "drm"
        // Without a seat the screen is taken directly, and whoever stands in the way is named then.
        seat = wantsScreen ? try? Seat() : nil
    }

    /// Opens, shows, ends. A signal or a key ends it cleanly.
    mutating func run() async throws(PrismError) {
        let chain = try makeChain()
        let output = try await makeOutput()
        do throws(PrismError) {
            let camera = try await PreviewCamera(plan)
            do throws(PrismError) {
                try await run(camera, output, chain)
                await camera.session.close()
            } catch {
                await camera.session.close()
                throw error
            }
        } catch {
            await output.close()
            throw error
        }
        let facts = await output.facts()
        await output.close()
        seat?.close()
        report(facts)
    }

    private mutating func run(
        _ camera: PreviewCamera, _ output: any PreviewOutput, _ chain: FilterChain?
    ) async throws(PrismError) {
        let shooter = try PhotoShooter(
            plan, model: camera.session.descriptor.model, chain: chain)
        let frames = try await camera.session.subscribe(.latest)
        try await camera.configure(for: output.preferredSize, loans: output.loans)
        try await camera.session.start(camera.settings)
        let screen = output as? ScreenPreview
        let input = try ScreenInput(
            plan, shutter: overlay?.shutterPlace(on: output.preferredSize),
            isOnScreen: screen != nil,
            seat: seat, onQuit: { frames.cancel() })
        defer { input.close() }
        let hand = Hand(
            camera: camera, output: output, shooter: shooter, queue: input.queue,
            light: plan.output == nil ? nil : Hand.feedbackLight())
        while !isOver, !Task.isCancelled, let frame = try await frames.next() {
            let shown = try chain?.render(frame) ?? frame
            try await output.show(shown)
            let now = DedicatedExecutor.now()
            if let screen {
                try await overlay?.update(
                    frame, on: screen, compensation: compensation, horizon: input.horizon, at: now)
            }
            if firstFrame == nil { firstFrame = now - start }
            try await perform(input.queue.take(), hand, at: now)
            try await tick(output)
        }
        if let path = plan.screenshot { try await screenshot(output, to: path) }
    }

    private mutating func tick(_ output: any PreviewOutput) async throws(PrismError) {
        let now = DedicatedExecutor.now()
        if let duration = plan.duration, now - start >= duration { isOver = true }
        guard plan.showsInfo, now >= nextInfo else { return }
        nextInfo = now + 1_000_000_000
        let facts = await output.facts()
        Report.line("\(facts.summary): \(facts.shown) shown, \(facts.dropped) dropped")
    }

    private func makeChain() throws(PrismError) -> FilterChain? {
        guard plan.chain != nil || plan.lut != nil else { return nil }
        var steps = try ChainText.parse(plan.chain ?? "", resources: .files)
        if let lut = plan.lut {
            steps.append(FilterStep(ColorLookup(try ChainResources.files.cube(lut))))
        }
        return try FilterChain(steps)
    }

    private func makeOutput() async throws(PrismError) -> any PreviewOutput {
        var wish = ScreenWish(connector: plan.connector)
        wish.mode = try plan.mode.map { text throws(PrismError) in try ModeWish(text) }
        wish.frameRate = plan.frameDuration.map { 1e9 / Double(max(1, $0)) }
        var options = ScreenOptions(
            wish: wish, fit: plan.fills ? .fill : .fit, turn: turn,
            hasOverlay: overlay != nil)
        options.seat = seat
        let box = plan.width.flatMap { width in
            plan.height.map { PixelSize(width: width, height: $0) }
        }
        switch try PreviewBackend(plan.backend) {
        case .null: return NullPreview()
        case .file(let directory): return try FilePreview(directory, within: box, turn: turn)
        case .terminal: return try terminal()
        case .drm: return try await ScreenPreview.open(options)
        case .automatic:
            do throws(PrismError) {
                return try await ScreenPreview.open(options)
            } catch {
                // Whoever named a screen wants that one or the reason.
                guard plan.connector == nil, plan.mode == nil, isatty(STDOUT_FILENO) == 1 else {
                    throw error
                }
                return try terminal()
            }
        }
    }

    private func terminal() throws(PrismError) -> TerminalPreview {
        let environment = ProcessInfo.processInfo.environment
        return try TerminalPreview(turn: turn) { environment[$0] }
    }

    func screenshot(
        _ output: any PreviewOutput, to path: String
    ) async throws(PrismError) {
        let ending = path.split(separator: ".").last.map(String.init) ?? ""
        guard let format = ImageFormat(fileExtension: ending) else {
            throw PrismError(.usage, "\"\(path)\" does not end in .jpg or .png")
        }
        let picture = try await output.screenshot()
        let file = try AtomicFile(path: path, collision: .replace)
        do {
            _ = try picture.withPixels {
                try ImageEncoder(format: format).encode($0, metadata: nil, to: file.fileDescriptor)
            }
        } catch {
            throw error as? PrismError ?? PrismError(.inputOutput, "\(error)")
        }
        try file.publish()
    }

    private func report(_ facts: PreviewFacts) {
        if plan.isJSON {
            Report.event(
                Report.Summary(
                    shown: facts.shown, dropped: facts.dropped, copies: facts.copies,
                    photos: photos,
                    screen: facts.summary, firstFrameMilliseconds: firstFrame.map { $0 / 1_000_000 }
                ))
        } else if plan.showsInfo {
            Report.line("\(facts.summary): \(facts.shown) shown, \(facts.dropped) dropped")
        }
    }
}
