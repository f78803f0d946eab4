// SPDX-License-Identifier: MIT
// Waits for a camera that was unplugged during a time-lapse, but not beyond the end of the run.

internal import PrismCore

/// Listens to a camera while a run waits for its frames.
///
/// Frames move a run on, so a run without them would not notice its own end.
struct AbsenceWatch: Sendable {
    let events: AsyncStream<CameraEvent>
    let frames: FrameSubscription
    let clock: any SystemClock
    /// CLOCK_BOOTTIME at which the run is over in any case.
    let end: Lock<Int64>
    let tell: @Sendable (TimelapseEvent) -> Void

    /// Runs until the task is cancelled; ends the frames where the camera is gone at the end of the run.
    func run() async {
        var timer: Task<Void, Never>?
        for await event in events {
            switch event {
            case .unplugged where timer == nil:
                tell(.cameraLost)
                timer = Task { await endFrames() }
            case .recovered where timer != nil:
                tell(.cameraBack)
                timer?.cancel()
                timer = nil
            default: break
            }
        }
        timer?.cancel()
    }

    private func endFrames() async {
        let left = end.withLock { $0 }.saturatingSubtract(clock.read().boottime)
        try? await Task.sleep(nanoseconds: UInt64(max(0, left)))
        if !Task.isCancelled { frames.cancel() }
    }
}
