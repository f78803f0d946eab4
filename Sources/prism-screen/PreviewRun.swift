// SPDX-License-Identifier: MIT
// One preview: frames from the camera to the output, keys in between, and the end.

internal import Foundation
internal import Glibc
import PrismCapture
import PrismCore
import PrismFilters
import PrismImage
import PrismPreview
import PrismUI

/// Runs a plan until it is over or called off.
struct PreviewRun {
    private let plan: PreviewPlan
    private let turn: PictureTurn
    private var photos = 0
    private var compensation: Double
    private var isOver = false
    private var firstFrame: Int64?
    private var nextInfo: Int64 = 0
    private var overlay: ScreenOverlay?
    private let start = DedicatedExecutor.now()

    init(_ plan: PreviewPlan) {
        self.plan = plan
        turn = PictureTurn(quarters: plan.quarters, isMirrored: plan.isMirrored)
        compensation = plan.exposureValue ?? 0
        overlay = ScreenOverlay(plan)
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
        let keys = try Keyboard(onQuit: { frames.cancel() })
        defer { keys?.close() }
        while !isOver, !Task.isCancelled, let frame = try await frames.next() {
            let shown = try chain?.render(frame) ?? frame
            try await output.show(shown)
            if let screen = output as? ScreenPreview {
                try await overlay?.update(
                    frame, on: screen, compensation: compensation, at: DedicatedExecutor.now())
            }
            if firstFrame == nil { firstFrame = DedicatedExecutor.now() - start }
            for key in keys?.take() ?? [] {
                try await perform(key, camera, output, shooter)
            }
            try await tick(output)
        }
        if let path = plan.screenshot { try await screenshot(output, to: path) }
    }

    private mutating func perform(
        _ key: KeyCommand, _ camera: PreviewCamera, _ output: any PreviewOutput,
        _ shooter: PhotoShooter?
    ) async throws(PrismError) {
        switch key {
        case .quit: isOver = true
        case .screenshot: try await screenshot(output, to: plan.screenshot ?? "screenshot.png")
        case .brighter, .darker:
            compensation += key == .brighter ? 1.0 / 3 : -1.0 / 3
            var settings = ControlSettings()
            settings.exposureValue = min(8, max(-8, compensation))
            do throws(PrismError) { try await camera.session.set(settings) } catch { say(error) }
        case .shutter:
            guard let shooter else { return }
            do throws(PrismError) {
                let photo = try await shooter.shoot(camera, settings: camera.settings)
                photos += 1
                overlay?.tell(.photoSaved, at: DedicatedExecutor.now())
                if plan.isJSON { Report.event(photo) }
            } catch {
                // The preview goes on: the next press may succeed.
                overlay?.tell(.photoFailed, at: DedicatedExecutor.now())
                say(error)
            }
            try await camera.configure(for: output.preferredSize, loans: output.loans)
            await output.buffersChanged()
        }
    }

    private func say(_ error: PrismError) { Report.line(error.description) }

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
        let options = ScreenOptions(
            wish: wish, fit: plan.fills ? .fill : .fit, turn: turn,
            hasOverlay: overlay != nil)
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

    private func screenshot(
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
