// SPDX-License-Identifier: MIT
// From short frames of the automatic exposure to what is known of the scene.

internal import Glibc
internal import PrismCore
public import PrismImage

/// Meters a scene that is darker than the camera's automatic exposure reaches, and how it moves.
///
/// The automatic may end at any exposure: what a frame of known exposure shows says what the scene is.
public struct NightMeter: Sendable {
    /// What one frame said.
    private struct Reading: Sendable {
        /// Seconds × gain of the frame.
        var exposure: Double
        var mean: Double
        var highlight: Double
    }

    /// Frames that count for the light.
    private static let lightFrames = 4
    /// Mean of what 18 % grey scenes have, as libcamera's and Prism's exposures are aimed.
    static let grey = 0.18
    /// A mean, in parts of white, that an error of the black level can be.
    private static let leastMean = 1.5e-4

    private var readings: [Reading] = []
    private var motions: [(motion: PictureMotion, seconds: Double)] = []
    private var last: (picture: MeteringPicture, time: Int64)?
    private var scale = 1.0

    /// Makes a meter that has seen nothing.
    public init() {}

    /// Takes a frame.
    ///
    /// - Parameters:
    ///   - image: Its mosaic; it is not kept.
    ///   - exposure: Its exposure time in seconds times its gains.
    ///   - time: Start of its exposure in nanoseconds, on any clock.
    public mutating func add(_ image: RawImage, exposure: Double, time: Int64) {
        let picture = MeteringPicture(image)
        scale = Double(picture.scale)
        readings.append(
            Reading(exposure: exposure, mean: picture.mean, highlight: picture.highlight))
        if let last, time > last.time {
            let seconds = Double(time - last.time) / 1e9
            motions.append((MotionMeter.motion(last.picture, picture), seconds))
        }
        last = (picture, time)
    }

    /// Stops by which a mosaic's mean is below 18 % of white.
    package static func stopsToGrey(_ image: RawImage) -> Double {
        log2(grey / max(leastMean, MeteringPicture(image).mean))
    }

    /// What is known; nil before the first frame.
    public func scene() -> NightScene? {
        let recent = readings.suffix(NightMeter.lightFrames)
        guard !recent.isEmpty else { return nil }
        let wanted = recent.map { reading in
            reading.exposure * NightMeter.grey / max(reading.mean, NightMeter.leastMean)
        }.sorted()
        let exposure = wanted[wanted.count / 2]
        let highlights =
            recent.map { reading in
                reading.highlight >= 0.98
                    ? NightScene.beyond : reading.highlight * exposure / reading.exposure
            }.max() ?? 0
        var scene = NightScene(exposure: exposure, highlights: highlights)
        scene.isBlack = recent.allSatisfy {
            $0.mean < NightMeter.leastMean && $0.highlight < 0.05
        }
        addMotion(to: &scene)
        return scene
    }

    private func addMotion(to scene: inout NightScene) {
        let moving = motions.filter { $0.seconds > 0 }
        guard !moving.isEmpty else { return }
        let shakes = moving.map { $0.motion.size * scale / $0.seconds }.sorted()
        let parts = moving.map { $0.motion.parts * scale / $0.seconds }.sorted()
        scene.shake = shakes[shakes.count * 3 / 4]
        // Less than a third of the small picture's pixel is what noise alone looks like.
        let isSeen = moving.map(\.motion.parts).sorted()[moving.count / 2] > 0.35
        scene.motion = isSeen ? parts[parts.count / 2] : 0
        let squares = moving.reduce(0.0) { $0 + $1.motion.size * $1.motion.size }
        let rms = (squares / Double(moving.count)).squareRoot()
        let time = moving.reduce(0.0) { $0 + $1.seconds }
        let isCalm = moving.allSatisfy { $0.motion.size <= 1 }
        scene.isStable = rms < 0.3 && isCalm && time >= 0.5
    }
}
