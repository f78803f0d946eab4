// SPDX-License-Identifier: MIT
// What a night photograph is going to be, with the reasons.

internal import Glibc

/// A night photograph that is to be taken. Every frame has the same exposure.
public struct NightPlan: Hashable, Codable, Sendable {
    /// What decided something.
    public struct Reason: Hashable, Codable, Sendable {
        /// One word for programs.
        public var code: String
        /// One line for people.
        public var text: String

        /// Says what decided something.
        public init(code: String, text: String) { (self.code, self.text) = (code, text) }
    }

    /// How the camera is held.
    public var hold: NightHold
    /// Exposure time of a frame in nanoseconds.
    public var exposureTime: Int64
    /// Analogue gain.
    public var gain: Double
    /// Number of frames.
    public var frames: Int
    /// From one frame's start to the next, in nanoseconds.
    public var interval: Int64
    /// Stops by which frames are darker than the picture, so that lamps keep their colour.
    public var underexposure: Double
    /// Stops by which the picture is brightened: what frames were under-exposed by, and what light is missing.
    public var brightening: Double
    /// Frames among which the reference is chosen; they are held at the same time.
    public var candidates: Int
    /// Signal to noise of one frame where the picture has 2 % of white.
    public var frameQuality: Double
    /// Bytes that the stack and the picture need beside the camera's buffers.
    public var memory: Int
    /// Stars are to draw trails, see ``NightWish/trails``.
    public var trails: Double?
    /// Why it is so, in the order of decision.
    public var reasons: [Reason] = []

    /// Nanoseconds from the first frame's start to the last one's end.
    public var duration: Int64 { Int64(frames - 1) * interval + exposureTime }
    /// Signal to noise of the whole, where the picture has 2 % of white.
    public var quality: Double { frameQuality * Double(frames).squareRoot() }
    /// The stack that fits: nothing moves on a stand but single pixels; a hand and what it photographs do.
    public var stack: StackPlan {
        if let trails {
            var stack = StackPlan()
            (stack.merge, stack.decay, stack.aligns) = (.brightest, trails, false)
            return stack
        }
        if hold == .astro { return .stars }
        var stack = StackPlan()
        if hold == .stable && frames >= 10 { stack.merge = .kappaSigma }
        stack.restarts = hold != .hand
        return stack
    }

    /// The plan in lines for people: what, then why.
    public var explanation: [String] {
        let time = NightPlan.time(exposureTime)
        let whole = NightPlan.time(duration)
        let what =
            "\(frames) frames of \(time) at gain \(NightPlan.text(gain)), \(whole) in all"
            + " (\(hold.rawValue)), brightened by \(NightPlan.text(brightening)) stops"
        return [what] + reasons.map(\.text)
    }

    /// A time with three digits: `66.7 ms`.
    static func time(_ nanoseconds: Int64) -> String {
        for (unit, size) in [("s", 1e9), ("ms", 1e6)] where Double(nanoseconds) >= size {
            let value = Double(nanoseconds) / size
            return "\(text(value >= 100 ? value.rounded() : value)) \(unit)"
        }
        return "\(nanoseconds / 1000) µs"
    }

    static func stops(_ ratio: Double) -> Double { log2(ratio) }

    static func text(_ number: Double) -> String {
        let tenths = (number * 10).rounded() / 10
        return tenths == tenths.rounded() && abs(tenths) < 1e15
            ? String(Int64(tenths)) : String(tenths)
    }
}
