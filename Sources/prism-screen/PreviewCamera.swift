// SPDX-License-Identifier: MIT
// The camera of a preview: opened by its name, configured for a screen, and for a photograph in between.

internal import FoundationEssentials
import PrismCapture
import PrismCore
import PrismImage
import PrismPreview

/// A camera and its two configurations.
struct PreviewCamera: Sendable {
    let session: CameraSession
    /// Kept, as a simulated camera lives as long as this.
    private let mock: MockCamera?
    private let plan: PreviewPlan

    /// Opens it.
    init(_ plan: PreviewPlan) async throws(PrismError) {
        let variable = ProcessInfo.processInfo.environment["PRISM_CAMERA"]
        let selection = try CameraSelection.resolve(option: plan.camera, environment: variable)
        self.plan = plan
        switch selection {
        case .libcamera(let selector):
            mock = nil
            session = try await CameraSession.open(.libcamera(selector))
        case .mock(let options):
            let made = try PreviewCamera.mock(options)
            mock = made
            session = try await CameraSession.open(.mock(made))
        }
    }

    private static func mock(_ options: MockCameraOptions) throws(PrismError) -> MockCamera {
        var settings = MockCamera.Options(
            sensor: options.sensor, hasVirtualClock: options.clock == .virtual, seed: options.seed,
            faults: options.fault, hasLegacyExposure: options.hasLegacyExposure)
        settings.scene = options.light
        guard case .file(let path) = options.scene else {
            if case .made(let kind) = options.scene { settings.scene.kind = kind }
            return try MockCamera(settings)
        }
        let picture = try ImageDecoder().decode(path: path)
        return try picture.withPixelView { view throws(PrismError) in
            try MockCamera(settings, scene: view)
        }
    }

    /// What screens show without help, best first, then what the processor can convert.
    private static let formats: [PixelFormat] = [.nv12, .yuv420, .xrgb8888, .xbgr8888, .yuyv]

    /// Streams for a screen of a size; `loans` is what the output holds.
    func configure(for screen: PixelSize?, loans: Int) async throws(PrismError) {
        // A simulated clock would stand still while the screen holds a frame.
        mock?.setAllowance(frames: loans + 1)
        let offered = Set(try await session.formats(.viewfinder).map(\.format))
        let stream = StreamConfiguration(
            .viewfinder, format: PreviewCamera.formats.first(where: offered.contains),
            size: try await size(for: screen))
        // What the output holds, one that waits, and two that are being filled.
        let wish = CameraConfiguration(streams: [stream], bufferCount: loans + 3)
        _ = try await session.configure(wish)
    }

    /// The sensor's shape within the screen, so that a preview shows what a photograph does.
    private func size(for screen: PixelSize?) async throws(PrismError) -> PixelSize {
        if let width = plan.width, let height = plan.height {
            return PixelSize(width: width, height: height)
        }
        let box = screen ?? PixelSize(width: 1280, height: 720)
        guard case .size(let width, let height)? = try await session.properties()["PixelArraySize"]
        else { return box }
        let shape = PixelSize(width: width, height: height)
        let place = Placement.scaled(shape, to: box, .fit, turn: .none).destination
        return PixelSize(width: place.width & ~1, height: place.height & ~1)
    }

    /// Streams for one photograph at full size.
    func configureForPhotograph() async throws(PrismError) {
        let offered = Set(try await session.formats(.still).map(\.format))
        let format = [PixelFormat.yuv420, .nv12, .mjpeg].first(where: offered.contains)
        // The preview's consumer and the photograph's may hold two each, and one is being filled.
        let wish = CameraConfiguration(
            streams: [StreamConfiguration(.still, format: format)], bufferCount: 5)
        _ = try await session.configure(wish)
    }

    /// The controls that were asked for.
    var settings: ControlSettings {
        var settings = ControlSettings()
        if plan.exposureTime != nil || plan.analogueGain != nil {
            settings.exposure = Exposure(
                exposureTime: plan.exposureTime.map { .fixed($0) } ?? .auto,
                analogueGain: plan.analogueGain.map { .fixed($0) } ?? .auto)
        }
        settings.exposureValue = plan.exposureValue
        if let gains = plan.colourGains, gains.count == 2 {
            settings.whiteBalance = .gains(ColourGains(red: gains[0], blue: gains[1]))
        }
        if let duration = plan.frameDuration { settings.frameDuration = duration...duration }
        return settings
    }
}
