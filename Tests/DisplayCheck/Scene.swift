// SPDX-License-Identifier: MIT
// A simulated camera of one format and size, and a pipeline of the real card, driven by hand.

import Glibc
import PrismCore
import PrismPreview

/// A running simulated camera.
struct Scene {
    let camera: MockCamera
    let session: CameraSession
    let frames: FrameSubscription

    init(
        _ format: PixelFormat, _ size: PixelSize, colorSpace: ColorSpace? = nil
    ) async throws {
        camera = try MockCamera(
            MockCamera.Options(sensor: "imx219", hasVirtualClock: true, seed: 5))
        // The screen holds frames while the camera's clock goes on.
        camera.setAllowance(frames: 5)
        session = try await CameraSession.open(.mock(camera))
        frames = try await session.subscribe(.every(limit: 1))
        _ = try await session.configure(
            CameraConfiguration(
                streams: [
                    StreamConfiguration(
                        .viewfinder, format: format, size: size, colorSpace: colorSpace)
                ], bufferCount: 8))
        try await session.start()
    }

    func frame() async throws -> CameraFrame {
        guard let frame = try await frames.next() else {
            throw PrismError(.stalled, "the camera ended")
        }
        return frame
    }

    func close() async {
        frames.cancel()
        await session.close()
    }
}

/// The card under test with its screen in one mode.
struct Bench {
    let device: KMSDevice
    let screen: ScreenChoice

    init(driver: String, mode: String) throws {
        let cards = DisplayCards().cards.filter { $0.snapshot.driver == driver }
        guard let card = cards.first else {
            throw PrismError(.screen, "no card of the driver \(driver)")
        }
        device = card.device
        screen = try ScreenChoice(
            from: [card.snapshot], wish: ScreenWish(mode: try ModeWish(mode)))
        try device.takeMastery(of: screen.connector.name)
    }

    var size: PixelSize { PixelSize(width: screen.mode.width, height: screen.mode.height) }

    func pipeline(
        for frame: PreviewFrame, fit: PictureFit = .fit, turn: PictureTurn = .none
    ) throws -> DisplayPipeline {
        try DisplayPipeline(
            device, screen, frame.picture, fit: fit, turn: turn, sample: frame.memory)
    }

    /// Shows a frame and waits until it is on the screen.
    func show(_ frame: PreviewFrame, on pipeline: DisplayPipeline) throws {
        let before = pipeline.figures.shown
        try pipeline.present(frame, at: DedicatedExecutor.now())
        try settle(pipeline, shown: before + 1)
    }

    func settle(_ pipeline: DisplayPipeline, shown: Int) throws {
        while pipeline.figures.shown < shown {
            var ready = pollfd(
                fd: device.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 5_000) == 1 else {
                throw PrismError(.stalled, "no flip in five seconds")
            }
            try pipeline.handleEvents(at: DedicatedExecutor.now())
        }
    }
}
