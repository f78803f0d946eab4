// SPDX-License-Identifier: MIT
// Frames per second as an exact ratio: 30, 29.97, 30000/1001.

import PrismCore

/// A frame rate.
struct FrameRate: Equatable, Sendable {
    /// `frames` in `seconds`, both above 0.
    let frames: Int64
    let seconds: Int64

    /// The time from one frame to the next, rounded to the nearest nanosecond.
    let frameDuration: Duration

    /// From one frame in an hour to a thousand in a millisecond.
    private static let allowed = Int128(1_000)...Int128(3_600_000_000_000)

    /// Reads frames per second: a decimal number or a ratio of two.
    init(_ text: String) throws(PrismError) {
        var rest = Substring(text)
        guard let first = DecimalNumber(takingFrom: &rest) else { throw FrameRate.refusal(text) }
        var second = DecimalNumber.one
        if rest.first == "/" {
            rest.removeFirst()
            guard let divisor = DecimalNumber(takingFrom: &rest) else {
                throw FrameRate.refusal(text)
            }
            second = divisor
        }
        guard rest.isEmpty || rest == "fps" else { throw FrameRate.refusal(text) }
        let (frames, isOver) = first.digits.multipliedReportingOverflow(by: second.divisor)
        let (seconds, isUnder) = second.digits.multipliedReportingOverflow(by: first.divisor)
        guard !isOver, !isUnder, seconds > 0 else { throw FrameRate.refusal(text) }
        guard frames > 0 else { throw FrameRate.beyond(text) }
        let nanoseconds = (Int128(seconds) * 1_000_000_000 + Int128(frames) / 2) / Int128(frames)
        guard FrameRate.allowed.contains(nanoseconds) else { throw FrameRate.beyond(text) }
        self.frames = frames
        self.seconds = seconds
        frameDuration = .nanoseconds(Int64(nanoseconds))
    }

    private static func beyond(_ text: String) -> PrismError {
        PrismError(.usage, "\"\(text)\": not a frame rate from 1/3600 to 1000000")
    }

    private static func refusal(_ text: String) -> PrismError {
        PrismError(
            .usage, "\"\(text)\": not a frame rate; write for example 30, 29.97 or 30000/1001")
    }
}
