// SPDX-License-Identifier: MIT
// Shots of a time-lapse in the dark: several frames in the place of one, where the light asks for it.

internal import PrismCore
internal import PrismImage
internal import PrismNight

/// Decides how many frames a shot is made of, and makes one picture of them.
struct NightShots: Sendable {
    /// Fewer frames than this are not worth it.
    private static let fewest = 4
    /// More than this many in one shot are not taken.
    private static let most = 15
    /// Longest time that the frames of one shot take, in nanoseconds.
    private static let longest: Int64 = 3_000_000_000
    /// Signal to noise that a shot is to have where it shows 2 % of white, see ``NightPlanner``.
    private static let quality = 8.0
    /// Stops by which a picture is brightened at most: a night stays dark.
    private static let brightest = 2.0

    private let noise: NightNoise
    private let interval: Int64
    private let worker: NightWorker

    /// For a sensor whose profile is known, or a typical one.
    init(model: String, interval: Int64) async throws(PrismError) {
        worker = try NightWorker()
        self.interval = interval
        let profile = try await worker.run { () throws(PrismError) in
            try? SensorCatalog.standard.profile(of: model)
        }
        noise =
            profile.map { profile in
                NightNoise { gain in
                    let line = profile.noise.line(gain: gain)
                    return (line.a, line.b)
                }
            } ?? NightNoise()
    }

    /// Frames of a shot whose first frame says this of itself; 1 where that one is clean enough.
    func count(_ frame: FrameMetadata) -> Int {
        NightShots.count(frame, noise: noise, interval: interval)
    }

    static func count(_ frame: FrameMetadata, noise: NightNoise, interval: Int64) -> Int {
        guard let gain = frame.analogueGain, let length = frame.frameDuration, length > 0 else {
            return 1
        }
        let ratio = quality / max(1e-3, noise.ratio(0.02, gain: Double(gain)))
        let needed = Int(min(1000, (ratio * ratio).rounded(.up)))
        let fitting = Int(min(longest, interval / 2) / length)
        let count = min(needed, fitting, most)
        return count >= fewest ? count : 1
    }

    /// Merges a frame and those that follow it with the same exposure.
    ///
    /// - Returns: The stack; nil where the frames end.
    func stack(
        _ first: CameraFrame, _ frames: FrameSubscription, count: Int
    ) async throws(PrismError) -> StackedRaw? {
        var plan = StackPlan()
        plan.threads = 2
        await worker.begin(
            plan, frames: count, candidates: 1, source: NightSource(), nil)
        _ = try await worker.take(first)
        var taken = 1
        // Frames whose exposure still follows the light are left out by the stack; twice as many are looked at.
        for _ in 0..<2 * count where taken < count {
            guard let frame = try await frames.next() else { return nil }
            guard frame.isSound else { continue }
            if try await worker.take(frame).contains(where: { $0.isUsed }) { taken += 1 }
        }
        return try await worker.finish().0
    }

    /// Writes the picture of a stack. Thread: the encoder's.
    static func write(
        _ stacked: StackedRaw, photo: PhotoMetadata, with encoder: ImageEncoder,
        to descriptor: Int32
    ) throws -> EncodedPicture {
        var plan = FinishPlan()
        plan.brightening = brightening(of: stacked.image)
        plan.localContrast = min(plan.localContrast, plan.brightening)
        let finisher = try NightFinisher(plan: plan)
        let picture = try finisher.render(stacked.image, basis: StackBasis(stacked))
        var photo = photo
        photo.userComment = "mean of \(stacked.report.used) frames"
        return try picture.withPixels { view in
            let info = try encoder.encode(view, metadata: photo, to: descriptor)
            return EncodedPicture(
                size: PixelSize(width: info.width, height: info.height),
                checksum: FileChecksum(bytes: Int64(info.bytes), crc32c: info.crc32c),
                flaws: LimitCode.flaws(of: view))
        }
    }

    /// Half way, in stops, from what the frames show to a middling picture.
    private static func brightening(of image: RawImage) -> Double {
        min(brightest, max(0, NightMeter.stopsToGrey(image) / 2))
    }
}
