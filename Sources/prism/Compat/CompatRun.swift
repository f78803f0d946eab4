// SPDX-License-Identifier: MIT
// Carries one of the other suites' programs out: opens the camera and hands each frame to what is made of it.

internal import Glibc
import PrismCapture
import PrismCore

/// One run.
struct CompatRun: Sendable {
    let request: CompatRequest
    let input: CompatInput
    let invocation: Invocation

    init(_ request: CompatRequest, _ input: CompatInput, _ invocation: Invocation) {
        self.request = request
        self.input = input
        self.invocation = invocation
    }

    /// Runs to the end; a signal ends previews, time-lapses and videos in order.
    func run() async throws(PrismError) {
        var needs = CameraNeeds(
            selection: request.camera, size: request.picture.size, mode: request.picture.mode,
            transform: request.picture.photo.transform)
        // The newest frame, those in hand and in the queue, one being filled.
        needs.bufferCount = max(request.bufferCount ?? 0, 6)
        needs.wantsSensorHDR = request.picture.wantsSensorHDR
        needs.wantsRaw = request.writesRaw || request.video?.codec == .raw
        let (request, input, invocation) = (request, input, invocation)
        do throws(PrismError) {
            try await CameraUse.with(needs, in: invocation) { camera throws(PrismError) in
                let live = try await CompatCamera(camera.session, request)
                if request.video == nil {
                    try await CompatStillRun(live, request, input, invocation).run()
                } else {
                    try await CompatVideoRun(live, request, input, invocation).run()
                }
            }
        } catch {
            guard error.code == .cancelled, endsWell else { throw error }
        }
    }

    /// Whether all that was asked for may have happened when a signal comes.
    private var endsWell: Bool { request.timing != .atEnd && request.timing != .immediate }
}

/// A running camera with the time that it has run.
struct CompatCamera: Sendable {
    let session: CameraSession
    let settings: ControlSettings
    let capabilities: CameraCapabilities
    /// Whether the shutter is held so long that frames before the picture had better be short.
    let isLong: Bool
    private let start = KernelClock().read().monotonic

    /// The camera is configured; what is set holds from the first frame.
    init(_ session: CameraSession, _ request: CompatRequest) async throws(PrismError) {
        self.session = session
        capabilities = await session.capabilities
        settings = request.picture.settings.merging(try request.focus.settings(for: capabilities))
        guard case .fixed(let time)? = settings.exposure?.exposureTime else {
            isLong = false
            return
        }
        isLong = time >= 1_000_000_000 && request.timing != .immediate
    }

    /// What is set before a picture.
    var previewSettings: ControlSettings {
        guard isLong else { return settings }
        var preview = settings
        preview.exposure = .auto
        return preview
    }

    /// Nanoseconds since the start, on a simulated camera's own time where it has one.
    func elapsed(_ metadata: FrameMetadata, first: FrameMetadata) -> Int64 {
        if metadata.clock == .virtual, let now = metadata.timestamp, let then = first.timestamp {
            return now.nanoseconds - then.nanoseconds + (metadata.frameDuration ?? 0)
        }
        return KernelClock().read().monotonic - start
    }

    /// What keeps a frame from showing what was set.
    private static let missed: Set<LimitCode> = [
        .exposureTimeNotApplied, .gainNotApplied, .whiteBalanceNotApplied,
        .frameDurationNotApplied,
    ]

    /// Whether a frame shows what was set.
    func shows(_ frame: CameraFrame) -> Bool {
        // A long exposure comes after the frames that are looked at.
        if isLong { return frame.isSound }
        let limits = LimitCode.all(
            for: settings, in: frame.metadata, isSound: frame.isSound, of: capabilities)
        return frame.isSound && CompatCamera.missed.isDisjoint(with: limits)
    }
}

/// The line about each frame on standard error.
struct CompatInfoLine {
    private let text: String?
    private var last: Int64?

    init(_ text: String?) { self.text = text }

    mutating func show(_ metadata: FrameMetadata) {
        guard let text else { return }
        let time = metadata.timestamp?.nanoseconds
        let distance = last.flatMap { last in time.map { $0 - last } } ?? 0
        last = time
        let fps = distance > 0 ? 1_000_000_000 / Double(distance) : 0
        Console.write(
            CompatInfoText.fill(text, metadata, fps: fps).onOneLine + "\n", to: STDERR_FILENO)
    }
}
