// SPDX-License-Identifier: MIT
// Which frame of a fresh stream becomes the photograph.

internal import PrismCore

/// When a photograph is taken.
public enum PhotoTiming: Hashable, Sendable {
    /// The first frame that shows what was asked for, however dark or green.
    case immediate
    /// The first frame that shows what was asked for with exposure and white balance settled; the best there is
    /// after this much of the camera's time, in nanoseconds.
    case settled(within: Int64)

    /// Settled, or as it is after five seconds.
    public static let automatic = PhotoTiming.settled(within: 5_000_000_000)
}

/// Picks the frame that becomes the photograph. Pure: frames' own times in, verdicts out.
struct PhotoReadiness: Hashable, Sendable {
    /// Frames after which even an immediate photograph no longer waits for its controls.
    static let controlFrames = 10

    private let test: AppliedTest
    private let timing: PhotoTiming
    private var first: Int64?
    private var frames = 0

    init(_ requested: ControlSettings, _ timing: PhotoTiming) {
        test = AppliedTest(requested)
        self.timing = timing
    }

    /// Whether a frame is the one.
    mutating func accepts(_ frame: FrameMoment, _ metadata: FrameMetadata) -> Bool {
        let first = first ?? frame.start
        self.first = first
        frames += 1
        let isApplied = test.matches(metadata)
        if isApplied, frame.isSound, timing == .immediate || frame.isSettled { return true }
        switch timing {
        case .immediate: return frames >= PhotoReadiness.controlFrames
        case .settled(let limit):
            return frames > 1 && frame.start.saturatingSubtract(first) >= limit
        }
    }
}
