// SPDX-License-Identifier: MIT
// When a frame was exposed, on the clock that the grid lies on.

internal import PrismCore

/// When a frame was exposed and whether its automatic quantities had settled.
struct FrameMoment: Hashable, Sendable {
    /// Start of the exposure: CLOCK_BOOTTIME, or a virtual camera's own time.
    var start: Int64
    /// Start of this frame to start of the next; nil where the camera does not say.
    var duration: Int64?
    /// Whether `start` is a virtual camera's own time.
    var isVirtual: Bool
    /// Whether exposure and white balance have settled, or are not automatic.
    var isSettled: Bool
    /// Whether the pixels can be trusted.
    var isSound: Bool

    /// Places a frame that has just come.
    ///
    /// - Parameters:
    ///   - metadata: What the frame says of itself.
    ///   - isSound: Whether its pixels can be trusted.
    ///   - now: The clocks of this moment.
    init(_ metadata: FrameMetadata, isSound: Bool, now: ClockReading) {
        start = FrameMoment.start(metadata, now)
        duration = metadata.frameDuration
        isVirtual = metadata.clock == .virtual && metadata.timestamp != nil
        isSettled = metadata.hasSettled
        self.isSound = isSound
    }

    private static func start(_ metadata: FrameMetadata, _ now: ClockReading) -> Int64 {
        switch (metadata.clock, metadata.timestamp?.nanoseconds) {
        case (.boottime, let time?), (.virtual, let time?): return time
        case (.monotonic, let time?):
            // The two clocks part while the machine sleeps, so the distance is taken anew for each frame.
            return time.saturatingAdd(now.boottime - now.monotonic)
        default:
            // It has just ended, so it began its own length ago.
            let length = metadata.frameDuration ?? metadata.exposureTime ?? 0
            return now.boottime.saturatingSubtract(length)
        }
    }
}
