// SPDX-License-Identifier: MIT
// What a screen costs: a frame presented from the camera's memory, and one that the processor has to draw.

import PrismCore
import PrismFilters
import PrismPreview
import PrismTesting

extension BenchCase {
    static let preview = BenchCase(
        name: "preview", summary: "a frame onto a screen: heap and time, with and without drawing",
        run: measurePreview)

    private static func measurePreview() async throws -> Outcome {
        var figures = try await presented()
        for race in ScreenRace.all { figures += try race.figures() }
        return .figures(figures)
    }

    /// 600 frames of the simulated camera, one flip each.
    private static func presented() async throws -> [Figure] {
        let camera = try await BenchCamera()
        let frames = try await camera.session.subscribe(.latest)
        try await camera.session.configure(BenchCamera.configuration)
        try await camera.session.start(BenchCamera.settings(frame: BenchCamera.frame))
        guard let first = try await frames.next() else { return [] }
        let screen = try PromptScreen(for: PreviewFrame(first))
        var (allocations, seconds) = (UInt64.max, Double.infinity)
        for _ in 0..<600 {
            guard let frame = try await frames.next() else { break }
            let before = Allocations.count
            let watch = ThreadStopwatch()
            try screen.show(PreviewFrame(frame))
            seconds = min(seconds, watch.seconds)
            allocations = min(allocations, Allocations.count - before)
        }
        await camera.session.close()
        return [
            Figure(
                "present a frame: allocations", allocations,
                target: Allocations.isCounting ? .atMost(2) : nil),
            Figure("present a frame: time", seconds * 1e6, "us"),
            Figure(
                "30 frames a second: of a core", seconds * 30 * 100, "%", target: .atMost(2)),
        ]
    }
}

/// A card that takes everything and flips at once, without a list of its own.
private final class PromptDevice: DisplayDevice {
    let card: CardSnapshot
    private var flip: FlipEvent?

    init(_ card: CardSnapshot) { self.card = card }

    var descriptor: Int32? { nil }
    func snapshot() -> CardSnapshot { card }
    func commit(_ request: AtomicRequest, _ flags: CommitFlags, tag: UInt64) {
        if flags.contains(.event) { flip = FlipEvent(crtc: 0, sequence: 0, time: 0, tag: tag) }
    }
    func readFlips(into flips: inout [FlipEvent]) {
        if let flip { flips.append(flip) }
        flip = nil
    }
    func takeHotplug() -> Bool { false }
    func modeBlob(_ mode: DisplayMode) -> UInt32 { 1 }
    func framebuffer(of memory: PictureMemory, _ picture: PreviewPicture) -> UInt32 {
        UInt32(memory.first.descriptor) + 1
    }
    func forgetFramebuffers(except kept: [UInt32]) {}
    func makePicture(_ format: PixelFormat, _ size: PixelSize) -> DrawnPicture {
        DrawnPicture(id: 1, framebuffer: 1, format: format, size: size)
    }
    func draw(into picture: DrawnPicture, _ body: (MutablePixelView) throws -> Void) {}
    func free(_ picture: DrawnPicture) {}
    func writeBack(
        _ request: AtomicRequest, connector: ConnectorSnapshot, crtc: UInt32,
        into picture: DrawnPicture
    ) {}
}

/// A screen of that card.
private struct PromptScreen {
    private let pipeline: DisplayPipeline

    init(for frame: PreviewFrame) throws {
        var maker = CardMaker("bench")
        maker.addCrtc()
        maker.addConnector("HDMI-A-1", modes: [DisplayMode(1920, 1080, at: 60)])
        maker.addPlane(.primary, formats: [.xrgb8888])
        maker.addPlane(.overlay, formats: [frame.picture.format])
        let device = PromptDevice(maker.snapshot)
        pipeline = try DisplayPipeline(
            device, try ScreenChoice(from: [device.card], wish: ScreenWish()), frame.picture,
            fit: .fit, turn: .none, sample: frame.memory)
    }

    func show(_ frame: PreviewFrame) throws {
        try pipeline.present(frame, at: 0)
        try pipeline.handleEvents(at: 1)
    }
}

/// A 1080p picture drawn for a panel of 800x480, on one thread.
private struct ScreenRace {
    let name: String
    let source: PixelFormat
    let target: PixelFormat
    var quarters = 0
    var limit: Double?

    static let all = [
        ScreenRace(name: "NV12 to XRGB", source: .nv12, target: .xrgb8888, limit: 4),
        ScreenRace(name: "NV12 to RGB565", source: .nv12, target: .rgb565),
        ScreenRace(name: "NV12 to XRGB, turned", source: .nv12, target: .xrgb8888, quarters: 1),
        ScreenRace(name: "YUV420 to XRGB", source: .yuv420, target: .xrgb8888),
        ScreenRace(name: "XRGB to XRGB", source: .xrgb8888, target: .xrgb8888),
    ]

    func figures() throws -> [Figure] {
        let size = PixelSize(width: 1920, height: 1080)
        let panel = PixelSize(width: 800, height: 480)
        let from = try PixelBuffer(format: source, size: size, colorSpace: .sYCC)
        let to = try PixelBuffer(format: .xrgb8888, size: panel)
        let turned = quarters == 0 ? PixelSize(width: 800, height: 450) : panel
        let scaler = try ScreenScaler(
            ScreenScaler.Job(
                format: source, size: size, colorSpace: .sYCC, part: (0, 0, 1920, 1080),
                target: quarters == 0 ? turned : PixelSize(width: 480, height: 270),
                quarters: quarters))
        var best = Double.infinity
        var allocations = UInt64.max
        try from.withPixels { view in
            try to.withMutablePixels { own in
                let screen = MutablePixelView(
                    format: target, width: panel.width, height: panel.height,
                    colorSpace: .unspecified, planes: own.planes)
                for _ in 0..<30 {
                    let before = Allocations.count
                    let watch = ThreadStopwatch()
                    try scaler.draw(view, into: screen, x: 0, y: 0)
                    best = min(best, watch.seconds)
                    allocations = min(allocations, Allocations.count - before)
                }
            }
        }
        return [
            Figure("\(name): a frame", best * 1000, "ms", target: limit.map { .atMost($0) }),
            Figure("\(name): allocations", allocations),
        ]
    }
}
