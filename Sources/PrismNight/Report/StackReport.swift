// SPDX-License-Identifier: MIT
// What became of a burst, as it is written beside the picture.

/// What became of a burst.
public struct StackReport: Hashable, Codable, Sendable {
    /// The frame that the others were brought to.
    public var reference: Int
    /// Every frame in the order it came.
    public var frames: [FrameVerdict] = []
    /// Frames as good as one each that the noise of the result equals, by quantiles of the area: 5, 25, 50, 75, 95 %.
    public var effectiveFrames: [String: Double] = [:]
    /// Places that count as hot.
    public var hotPixels: [HotPixel] = []
    /// Seconds of all frames by stage.
    public var timings = StageTimings()

    /// 2×3 of every frame that is in the stack, by frame number.
    public var transforms: [String: [Double]] {
        Dictionary(
            frames.filter(\.isUsed).map { (String($0.frame), $0.transform) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Frames in the stack.
    public var used: Int { frames.count(where: \.isUsed) }

    private enum CodingKeys: String, CodingKey {
        case reference, frames, effectiveFrames, hotPixels, timings, transforms, used
    }

    /// Starts a report.
    public init(reference: Int) { self.reference = reference }

    /// Reads what ``encode(to:)`` wrote.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        reference = try values.decode(Int.self, forKey: .reference)
        frames = try values.decode([FrameVerdict].self, forKey: .frames)
        effectiveFrames = try values.decode([String: Double].self, forKey: .effectiveFrames)
        hotPixels = try values.decode([HotPixel].self, forKey: .hotPixels)
        timings = try values.decode(StageTimings.self, forKey: .timings)
    }

    /// Writes everything, with what follows from it.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(reference, forKey: .reference)
        try values.encode(frames, forKey: .frames)
        try values.encode(effectiveFrames, forKey: .effectiveFrames)
        try values.encode(hotPixels, forKey: .hotPixels)
        try values.encode(timings, forKey: .timings)
        try values.encode(transforms, forKey: .transforms)
        try values.encode(used, forKey: .used)
    }
}
