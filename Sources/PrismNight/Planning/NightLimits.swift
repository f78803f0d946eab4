// SPDX-License-Identifier: MIT
// What camera, sensor and board allow a night photograph.

/// What a plan has to stay within.
public struct NightLimits: Hashable, Sendable {
    /// Exposure times that the camera takes, in nanoseconds.
    public var exposureTimes: ClosedRange<Int64> = 100_000...1_000_000_000
    /// Analogue gains that the camera takes.
    public var gains: ClosedRange<Double> = 1...16
    /// The largest gain that is worth its noise.
    public var worthwhileGain = 16.0
    /// Shortest time from frame to frame, in nanoseconds.
    public var shortestFrame: Int64 = 100_000_000
    /// Longest frames in seconds: from the hand, on a stand, of stars.
    public var handheld = 1.0 / 15
    /// On a stand, people in the picture.
    public var stand = 1.0
    /// Before stars are drawn out by more than one and a half pixels.
    public var stars = 8.0
    /// Half a period of the mains in nanoseconds; nil where no lamp flickers.
    public var mains: Int64? = 10_000_000
    /// Width and height of a frame in samples.
    public var width = 0
    /// Height of a frame in samples.
    public var height = 0
    /// Buffers that the camera has.
    public var buffers = 7
    /// The samples can be read where the camera put them.
    public var readsInPlace = false
    /// Memory that programs can still get, in bytes; nil where the board does not say.
    public var availableMemory: Int64?
    /// Noise of a sample by gain.
    public var noise = NightNoise()

    /// Makes limits of a camera that nobody knows.
    public init() {}

    /// Buffers beside those of the frames among which the reference is chosen: one in work and two that wait, one to
    /// be filled.
    public static let workBuffers = 4

    /// Buffers to configure a camera with: as many as choosing among three frames needs, fewer where the board has no
    /// memory for them.
    ///
    /// - Parameters:
    ///   - bytes: Of one buffer.
    ///   - free: Bytes of contiguous memory; nil where the board does not say.
    /// - Returns: Their number.
    public static func buffers(of bytes: Int, free: Int64?) -> Int {
        guard let free, bytes > 0 else { return workBuffers + 3 }
        return min(workBuffers + 3, max(workBuffers + 1, Int(free) / bytes))
    }
}

/// Noise of a sample by gain: variance = a·x + b.
public struct NightNoise: Hashable, Sendable {
    /// The line at one gain.
    private struct Line: Hashable, Sendable {
        var gain, a, b: Double
    }

    /// By rising gain, at least one.
    private var lines = [Line(gain: 1, a: 1.0 / 8000, b: 1e-7)]

    /// A typical sensor: 8000 electrons at white.
    public init() {}

    /// Samples a model at gains of one stop each.
    public init(_ line: (_ gain: Double) -> (a: Double, b: Double)) {
        lines = (0...8).map { stop in
            let gain = Double(1 << stop)
            let (a, b) = line(gain)
            return Line(gain: gain, a: a, b: b)
        }
    }

    /// The line at a gain, between the two nearest.
    public func line(gain: Double) -> (a: Double, b: Double) {
        guard let above = lines.firstIndex(where: { $0.gain >= gain }), above > 0 else {
            let end = gain <= lines[0].gain ? lines[0] : lines[lines.count - 1]
            let factor = max(1, gain / end.gain)
            return (end.a * factor, end.b * factor * factor)
        }
        let (low, high) = (lines[above - 1], lines[above])
        let share = (gain - low.gain) / (high.gain - low.gain)
        return (low.a + (high.a - low.a) * share, low.b + (high.b - low.b) * share)
    }

    /// Signal to noise of a sample, 1 being white.
    public func ratio(_ x: Double, gain: Double) -> Double {
        let line = line(gain: gain)
        let variance = line.a * x + line.b
        return variance > 0 ? x / variance.squareRoot() : 0
    }
}
