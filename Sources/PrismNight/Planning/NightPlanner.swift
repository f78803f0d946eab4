// SPDX-License-Identifier: MIT
// From a scene, a wish and limits to a plan. Pure: shutter first, then gain, then frames, then memory.

internal import Glibc
public import PrismCore

/// Plans night photographs.
public struct NightPlanner: Sendable {
    /// Signal to noise that a picture is to have where it shows 2 % of white.
    static let wantedQuality = 8.0
    /// Part of white at which the quality is asked for: deep shadows.
    static let shadow = 0.02
    /// Most stops that lamps may darken the frames by.
    static let mostUnderexposure = 3.0
    /// Pixels that a frame may be smeared over: from the hand, and on a stand.
    static let blur = (hand: 1.5, stand: 1.0)
    /// Shortest time that motion drives a frame to, in seconds.
    static let leastTime = 1.0 / 60
    /// Seconds × gain beyond which a scene is to look like night; a room with one lamp needs it.
    static let dusk = 0.5
    /// Longest time of all frames in nanoseconds: from the hand, and on a stand.
    static let longest: (hand: Int64, stable: Int64) = (3_000_000_000, 10_000_000_000)

    private let scene: NightScene
    private let wish: NightWish
    private let limits: NightLimits
    private var reasons: [NightPlan.Reason] = []

    private init(_ scene: NightScene, _ wish: NightWish, _ limits: NightLimits) {
        (self.scene, self.wish, self.limits) = (scene, wish, limits)
    }

    /// Plans a photograph.
    ///
    /// - Parameters:
    ///   - scene: What metering found out.
    ///   - wish: What is wanted; it must be within the limits.
    ///   - limits: What camera, sensor and board allow.
    /// - Returns: The plan, with its reasons.
    /// - Throws: `outOfRange` where nothing was seen but for stars (a lens cap), where a wish is beyond the limits,
    ///   or where memory does not suffice.
    public static func plan(
        _ scene: NightScene, wish: NightWish = NightWish(), limits: NightLimits
    ) throws(PrismError) -> NightPlan {
        var planner = NightPlanner(scene, wish, limits)
        return try planner.plan()
    }

    private mutating func plan() throws(PrismError) -> NightPlan {
        let hold = self.hold()
        guard !scene.isBlack || hold == .astro else {
            throw PrismError(
                .outOfRange,
                "the camera sees nothing at all: is the lens covered? (--astro exposes all the same)"
            )
        }
        let dark = darkness()
        let light = scene.exposure * exp2(-dark)
        let under = try underexposure(light)
        let wanted = light * exp2(-under)
        let time = try exposureTime(wanted, hold)
        let gain = try gain(wanted, time)
        let missing = log2(max(wanted / (Double(time) / 1e9 * gain), 1e-9))
        let brightening = brightening(under + max(0, missing), missing)
        let interval = max(time, limits.shortestFrame)
        let quality = limits.noise.ratio(
            NightPlanner.shadow * exp2(-brightening), gain: gain)
        let frames = try frames(hold, interval: interval, quality: quality)
        var plan = NightPlan(
            hold: hold, exposureTime: time, gain: gain, frames: frames, interval: interval,
            underexposure: under, brightening: brightening,
            candidates: hold == .hand ? candidates(frames) : 1, frameQuality: quality, memory: 0)
        plan.trails = wish.trails
        if wish.trails != nil { say("trails", "the brightest of all frames: stars draw trails") }
        try fit(&plan)
        plan.reasons = reasons
        return plan
    }

    private mutating func say(_ code: String, _ text: String) {
        reasons.append(NightPlan.Reason(code: code, text: text))
    }

    private mutating func hold() -> NightHold {
        if let hold = wish.hold {
            say("hold", "held as asked: \(hold.rawValue)")
            return hold
        }
        if scene.isStable {
            say("hold", "the picture stands still: as on a stand")
            return .stable
        }
        say("hold", "the picture moves by \(NightPlan.text(scene.shake)) pixels a second: by hand")
        return .hand
    }

    /// Stops by which the darkest scenes are shown darker than by day.
    private mutating func darkness() -> Double {
        let stops = min(1, max(0, log2(scene.exposure / NightPlanner.dusk) / 4))
        if stops > 0.05 {
            say(
                "night",
                "shown \(NightPlan.text(stops)) stops darker than by day, to look like night")
        }
        return stops
    }

    /// As far as 99.5 % of the samples keep below white, three stops at most.
    private mutating func underexposure(_ light: Double) throws(PrismError) -> Double {
        let highest = scene.highlights * light / scene.exposure
        let stops =
            highest.isFinite
            ? min(NightPlanner.mostUnderexposure, max(0, log2(max(highest, 1e-9) / 0.95)))
            : NightPlanner.mostUnderexposure
        if stops > 0.05 {
            say("highlights", "frames are \(NightPlan.text(stops)) stops darker, for the lamps")
        }
        return stops
    }

    private mutating func brightening(_ planned: Double, _ missing: Double) -> Double {
        if missing > 0.05 {
            say(
                "light", "\(NightPlan.text(missing)) stops of light are missing at the largest gain"
            )
        }
        guard let asked = wish.brightening else { return min(6, planned) }
        say("brightening", "brightened by \(NightPlan.text(asked)) stops, as asked")
        return asked
    }

    // MARK: Shutter

    private mutating func exposureTime(
        _ wanted: Double, _ hold: NightHold
    ) throws(PrismError) -> Int64 {
        let range = limits.exposureTimes
        if let asked = wish.exposureTime {
            guard range.contains(asked) else {
                throw PrismError(
                    .outOfRange,
                    "exposures of \(NightPlan.time(asked)): the camera takes"
                        + " \(NightPlan.time(range.lowerBound)) to \(NightPlan.time(range.upperBound))"
                )
            }
            say("time", "exposure time as asked")
            return asked
        }
        let cap = cap(hold)
        // With the least gain no more light than wanted.
        let seconds = min(cap, wanted / limits.gains.lowerBound)
        if seconds < cap { say("bright", "there is light enough for \(text(seconds)) a frame") }
        let time = steady(Int64((seconds * 1e9).rounded()))
        let allowed = min(max(time, range.lowerBound), range.upperBound)
        if allowed < time {
            say("camera", "the camera exposes for \(NightPlan.time(allowed)) at most")
        }
        return allowed
    }

    /// The longest frame in seconds that neither hand nor scene smears.
    private mutating func cap(_ hold: NightHold) -> Double {
        switch hold {
        case .astro:
            say("cap", "frames of \(text(limits.stars)) at most, before stars are drawn out")
            return limits.stars
        case .hand:
            let calm = scene.shake < 6 && scene.shake > 0
            let most = calm ? max(limits.handheld, 0.125) : limits.handheld
            say("cap", "frames of \(text(most)) at most from the hand")
            return moving(max(scene.motion, scene.shake), NightPlanner.blur.hand, most)
        case .stable:
            say("cap", "frames of \(text(limits.stand)) at most on a stand")
            return moving(scene.motion, NightPlanner.blur.stand, limits.stand)
        }
    }

    private mutating func moving(_ speed: Double, _ blur: Double, _ most: Double) -> Double {
        let seconds = max(NightPlanner.leastTime, blur / max(speed, 1e-9))
        guard seconds < most else { return most }
        say(
            "motion",
            "\(text(seconds)) a frame, for things move by \(NightPlan.text(speed)) pixels a second")
        return seconds
    }

    /// Whole half periods of the mains, where it is longer than one.
    private mutating func steady(_ time: Int64) -> Int64 {
        guard let half = limits.mains, time > half, time < 1_000_000_000 else { return time }
        let steady = time / half * half
        if steady != time {
            say("mains", "\(NightPlan.time(steady)), a multiple of the mains' half period")
        }
        return steady
    }

    private func text(_ seconds: Double) -> String {
        NightPlan.time(Int64((seconds * 1e9).rounded()))
    }

    // MARK: Gain, frames, memory

    private mutating func gain(_ wanted: Double, _ time: Int64) throws(PrismError) -> Double {
        let range = limits.gains
        if let asked = wish.gain {
            guard range.contains(asked) else {
                throw PrismError(
                    .outOfRange,
                    "a gain of \(NightPlan.text(asked)): the camera takes"
                        + " \(NightPlan.text(range.lowerBound)) to \(NightPlan.text(range.upperBound))"
                )
            }
            say("gain", "gain as asked")
            return asked
        }
        let most = max(range.lowerBound, min(range.upperBound, limits.worthwhileGain))
        return min(max(wanted / (Double(time) / 1e9), range.lowerBound), most)
    }

    private mutating func frames(
        _ hold: NightHold, interval: Int64, quality: Double
    ) throws(PrismError) -> Int {
        if let asked = wish.frames {
            guard (1...StackPlan.maximumFrames).contains(asked) else {
                throw PrismError(
                    .outOfRange, "\(asked) frames: a stack holds 1 to \(StackPlan.maximumFrames)")
            }
            say("frames", "\(asked) frames, as asked")
            return asked
        }
        let ratio = NightPlanner.wantedQuality / max(quality, 1e-3)
        let needed = Int(min(1e6, (ratio * ratio).rounded(.up)))
        func fitting(_ time: Int64) -> Int { max(1, Int(time / max(1, interval))) }
        switch hold {
        case .astro:
            let count = min(StackPlan.maximumFrames, fitting(wish.duration))
            say("frames", "\(count) frames fill \(NightPlan.time(wish.duration))")
            return count
        case .hand: return count(needed, in: 4...15, fitting: fitting(NightPlanner.longest.hand))
        case .stable:
            return count(needed, in: 4...30, fitting: fitting(NightPlanner.longest.stable))
        }
    }

    private mutating func count(_ needed: Int, in range: ClosedRange<Int>, fitting: Int) -> Int {
        if needed == 1 {
            say("daylight", "one frame is clean already: there is no night here")
            return 1
        }
        let wanted = min(max(needed, range.lowerBound), range.upperBound)
        let count = max(1, min(wanted, fitting))
        let why = count < needed ? "the time allows" : "make the shadows clean"
        say(
            "frames",
            "\(count) frames \(count < needed ? "are what " : "")\(why) (\(needed) needed)")
        return count
    }

    /// A frame that may be the reference is held until it is chosen.
    private mutating func candidates(_ frames: Int) -> Int {
        let most = max(1, limits.buffers - NightLimits.workBuffers)
        if most < min(3, frames) {
            say("memory", "the reference is chosen among \(most), for lack of memory")
        }
        return min(3, most, frames)
    }

    /// Refuses what the board's memory does not hold.
    private mutating func fit(_ plan: inout NightPlan) throws(PrismError) {
        let pixels = limits.width * limits.height
        let copy = limits.readsInPlace ? 0 : 2 * pixels
        // Sums and weights, pyramids; the picture comes when the pyramids are gone; strips and code.
        plan.memory = 4 * pixels + pixels / 2 + 9 * pixels / 4 + copy + 20_000_000
        if let free = limits.availableMemory, plan.memory > free {
            throw PrismError(
                .noMemory,
                "a night photograph of \(limits.width)×\(limits.height) needs"
                    + " \(plan.memory / 1_000_000) MB; \(free / 1_000_000) MB are free")
        }
        say("memory", "\(plan.memory / 1_000_000) MB of memory, \(limits.buffers) buffers")
    }
}
