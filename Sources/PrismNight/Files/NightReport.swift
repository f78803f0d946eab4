// SPDX-License-Identifier: MIT
// What became of a burst from files, as it is written beside the picture.

internal import FoundationEssentials
public import PrismCore

/// What became of a burst from files.
public struct NightReport: Encodable, Sendable {
    /// A frame's file and what became of it.
    public struct Frame: Encodable, Hashable, Sendable {
        /// The file.
        public var file: String
        /// Its place on the command line, from 0.
        public var index: Int
        /// Whether it is in the picture.
        public var used: Bool
        /// Why it is not: a reason of the stack, or the error's code where it could not be read.
        public var rejected: String?
        /// One line for a person.
        public var note: String?
        /// 2×3, row by row: from the reference's pixel (x, y, 1) to the frame's; nil where there is none.
        public var transform: [Double]?
        /// Sharpness beyond noise.
        public var sharpness: Double?
        /// The median tile's difference from the reference, 1 being noise.
        public var residual: Double?
        /// Mean weight over the picture, 0 to 1.
        public var weight: Double?
    }

    /// How long the parts took.
    public struct Timings: Encodable, Hashable, Sendable {
        /// Choosing the reference, with the reading for it.
        public var choose = WorkTime()
        /// Reading frames to be added.
        public var read = WorkTime()
        /// Adding frames.
        public var stack = WorkTime()
        /// Rendering the picture.
        public var finish = WorkTime()
        /// Encoding and writing the picture.
        public var encode = WorkTime()
        /// Encoding and writing the other files.
        public var write = WorkTime()
        /// The stages of adding, seconds by the wall clock.
        public var stages = StageTimings()

        /// No time.
        public init() {}
    }

    /// How a burst was taken, where it comes from a camera.
    public struct Capture: Encodable, Hashable, Sendable {
        /// Why the capture ended.
        public enum End: String, Codable, Sendable {
            /// All frames are there.
            case complete
            /// The time was over before.
            case time
            /// The user had enough.
            case enough
            /// The user called it off.
            case cancelled
            /// The camera failed.
            case failed
        }

        /// What was planned; where the camera refused an exposure, what was planned then.
        public var plan: NightPlan
        /// What metering found out.
        public var scene: NightScene
        /// Why it ended.
        public var end: End
        /// The same for a person, where there is more to say.
        public var note: String?
        /// Frames that came while one was being merged and none could wait.
        public var dropped: Int
        /// Frames with another exposure than asked for, or whose pixels the camera does not trust.
        public var refused: Int
        /// Whether the camera's controls are again what they were before; false where the camera is gone.
        public var isRestored: Bool
        /// From the press to the last frame's end, in seconds.
        public var seconds: Double

        /// Says how a burst was taken.
        public init(
            plan: NightPlan, scene: NightScene, end: End, note: String? = nil, dropped: Int = 0,
            refused: Int = 0, isRestored: Bool = true, seconds: Double = 0
        ) {
            (self.plan, self.scene, self.end, self.note) = (plan, scene, end, note)
            (self.dropped, self.refused) = (dropped, refused)
            (self.isRestored, self.seconds) = (isRestored, seconds)
        }
    }

    /// The version of this layout.
    public let schema = 1
    /// Place of the frame that the others were brought to.
    public var reference: Int
    /// All frames in the order of the command line.
    public var frames: [Frame]
    /// 2×3 of every frame in the picture, by its place.
    public var transforms: [String: [Double]]
    /// Frames in the picture.
    public var used: Int
    /// Frames as good as one each that the result's noise equals, by quantiles of the area in percent.
    public var effectiveFrames: [String: Double]
    /// Samples of the result per sample of a frame.
    public var scale: Int
    /// Slope and offset of what is left of the noise, for R, Gr, Gb, B.
    public var noise: [[Double]]
    /// Places that count as hot.
    public var hotPixels: [HotPixel]
    /// Stops by which the picture was brightened.
    public var brightening: Double
    /// Files that were written, and those that were not, with the reason.
    public var outputs: [OutputVerdict] = []
    /// How long the parts took.
    public var timings = Timings()
    /// How the burst was taken; nil for one from files.
    public var capture: Capture?

    /// The JSON text.
    ///
    /// - Throws: `invalidData` for a number that JSON does not have.
    public func json() throws(PrismError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self)) + [0x0A]
        } catch {
            throw PrismError(.invalidData, "the report has a number that JSON has not")
        }
    }
}
