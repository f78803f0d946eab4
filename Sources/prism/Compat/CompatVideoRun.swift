// SPDX-License-Identifier: MIT
// rpicam-vid and -raw: every frame into one file or many, with times and metadata beside.

internal import Glibc
import PrismCapture
import PrismCore
import PrismImage

/// One recording.
struct CompatVideoRun: Sendable {
    private let camera: CompatCamera
    private let request: CompatRequest
    private let input: CompatInput
    private let writer: CompatVideoWriter

    /// Frames that may wait for the encoder.
    private static let queue = 3

    init(
        _ camera: CompatCamera, _ request: CompatRequest, _ input: CompatInput,
        _ invocation: Invocation
    ) throws(PrismError) {
        self.camera = camera
        self.request = request
        self.input = input
        writer = try CompatVideoWriter(request)
    }

    func run() async throws(PrismError) {
        let frames = try await camera.session.subscribe(.every(limit: CompatVideoRun.queue))
        defer { frames.cancel() }
        try await camera.session.start(camera.settings)
        do throws(PrismError) {
            try await record(frames)
        } catch {
            try await writer.finish()
            throw error
        }
        try await writer.finish()
        if request.verbosity > 0, frames.dropped > 0 {
            let text = "dropped: \(frames.dropped) frames came faster than they were written\n"
            Console.write(text, to: STDERR_FILENO)
        }
    }

    private func record(_ frames: FrameSubscription) async throws(PrismError) {
        var info = CompatInfoLine(request.infoText)
        var first: FrameMetadata?
        var count = 0
        var isPaused = request.video?.beginsPaused ?? false
        while let frame = try await frames.next() {
            if Task.isCancelled { throw PrismError(.cancelled, "called off") }
            info.show(frame.metadata)
            let (presses, isQuitting) = input.take()
            if isQuitting { return }
            if presses % 2 == 1 {
                isPaused.toggle()
                if !isPaused { await writer.resume() }
            }
            let elapsed = camera.elapsed(frame.metadata, first: first ?? frame.metadata)
            first = first ?? frame.metadata
            if !isPaused, frame.isSound {
                try await writer.write(frame)
                count += 1
            }
            if let most = request.video?.frames {
                if count >= most { return }
            } else if let length = request.length, elapsed >= length {
                return
            }
        }
    }
}
