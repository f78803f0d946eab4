// SPDX-License-Identifier: MIT
// Options of prism night that only a camera can follow, and the wish that they become.

import PrismCore
import PrismNight

enum NightCameraOptions {
    static let isHand = Option(
        flag: "hand",
        "Camera: held in the hand: frames of 1/15 s and less, 3 seconds in all at most.")

    static let isStable = Option(
        flag: "stable",
        "Camera: on a stand: frames of a second and less, 10 seconds in all at most.")

    static let astro = Option<Duration>(
        "astro", "DURATION",
        "Camera: on a stand, for stars: frames as long as stars stay round, for so long in all.",
        examples: ["4m", "90s"]
    ) { (text: String) throws(PrismError) in
        let duration = try DurationReader.read(text, bareUnit: .second)
        guard (1_000_000_000...14_400_000_000_000).contains(duration.wholeNanoseconds) else {
            throw PrismError(.usage, "\"\(text)\": expected 1s to 4h")
        }
        return duration
    }

    static let frames = Option<Int>(
        "frames", "NUMBER", "Camera: how many frames are merged.", fallback: "as many as it takes",
        examples: ["8"]
    ) { (text: String) throws(PrismError) in
        try NumberReader.whole(text, in: 1...StackPlan.maximumFrames)
    }

    static let isPlan = Option(
        flag: "plan", "Camera: meters, says what would be done and why, and takes nothing.")

    static let keep = Option<String>(
        "keep", "DIRECTORY", "Camera: also keeps the merged frames as DNG in this directory.",
        examples: ["frames"], completion: .directory, read: NightOptions.path)

    static let dark = Option<String>(
        "dark", "DIRECTORY",
        "Camera: takes the dark off that fits best, of those that `prism calibrate dark` made.",
        examples: ["darks"], completion: .directory, read: NightOptions.path)

    static let all = [
        CommonOptions.camera.spec, isHand.spec, isStable.spec, astro.spec, frames.spec,
        ExposureOptions.shutter.spec, ExposureOptions.gain.spec, isPlan.spec, keep.spec, dark.spec,
    ]

    /// Those that have no meaning for files, as they were given.
    static func given(_ arguments: Arguments) -> [String] {
        all.map(\.name).filter { arguments.has($0) }
    }

    /// What is wanted of a photograph.
    static func wish(_ arguments: Arguments) throws(PrismError) -> NightWish {
        var wish = NightWish()
        let holds = [isHand.spec.name, isStable.spec.name, astro.spec.name].filter {
            arguments.has($0)
        }
        guard holds.count < 2 else {
            throw PrismError(.usage, "--\(holds[0]) and --\(holds[1]) exclude each other")
        }
        if arguments[isHand] { wish.hold = .hand }
        if arguments[isStable] { wish.hold = .stable }
        if let duration = arguments[astro] {
            wish.hold = .astro
            wish.duration = duration.wholeNanoseconds
        }
        wish.frames = arguments[frames]
        wish.brightening = arguments[NightOptions.brightening]
        wish.trails = NightOptions.trails(arguments)
        if wish.trails != nil { wish.hold = wish.hold ?? .astro }
        if case .fixed(let time) = arguments[ExposureOptions.shutter] { wish.exposureTime = time }
        if case .fixed(let gain) = arguments[ExposureOptions.gain] { wish.gain = gain }
        return wish
    }
}
