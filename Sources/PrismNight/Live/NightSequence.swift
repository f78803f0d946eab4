// SPDX-License-Identifier: MIT
// Which frames of a running camera belong to a night photograph: pure, so that refusals are tested without a camera.

public import PrismCore

/// Checks each frame's metadata against the plan.
public struct NightSequence: Sendable {
    /// Why a frame is not taken.
    public enum Objection: String, Codable, Sendable {
        /// The camera says that its pixels cannot be trusted.
        case unsound
        /// It shows another exposure time or gain than is held.
        case exposure
    }

    /// What is to be done with a frame.
    public enum Ruling: Hashable, Sendable {
        /// It belongs to the photograph.
        case take
        /// It does not.
        case leave(Objection)
        /// The camera keeps to another exposure than it was asked for: plan anew with this time and gain.
        case adopt(exposureTime: Int64, gain: Double)
    }

    /// Frames of one wrong exposure, in a row, that count as the camera's answer.
    private static let patience = 10
    private var wanted: (time: Int64, gain: Double)
    /// What the first frame that was taken has; all others must have the same.
    private var held: (time: Int64, gain: Double)?
    private var wrong: (time: Int64, gain: Double, count: Int)?

    /// Begins a photograph.
    public init(_ plan: NightPlan) { wanted = (plan.exposureTime, plan.gain) }

    /// Rules on the next frame.
    ///
    /// A frame that does not say what its exposure was is taken.
    public mutating func rule(on frame: FrameMetadata, isSound: Bool) -> Ruling {
        guard isSound else { return .leave(.unsound) }
        let (goal, tolerance) = held.map { ($0, 0.02) } ?? (wanted, 0.05)
        let time = frame.exposureTime ?? goal.time
        let gain = frame.analogueGain.map(Double.init) ?? goal.gain
        // Sensors count exposures in lines: 40 µs is one of the longest.
        let isTime = (time - goal.time).magnitude <= max(UInt64(goal.time / 50), 40_000)
        if isTime, abs(gain - goal.gain) <= tolerance * goal.gain {
            held = held ?? (time, gain)
            wrong = nil
            return .take
        }
        return refuse(time, gain)
    }

    private mutating func refuse(_ time: Int64, _ gain: Double) -> Ruling {
        guard held == nil else { return .leave(.exposure) }
        if let last = wrong, last.time == time, last.gain == gain {
            wrong = (time, gain, last.count + 1)
        } else {
            wrong = (time, gain, 1)
        }
        guard let wrong, wrong.count >= NightSequence.patience else { return .leave(.exposure) }
        (wanted, self.wrong) = ((time, gain), nil)
        return .adopt(exposureTime: time, gain: gain)
    }
}

extension NightPlan {
    /// The plan for a camera that exposes otherwise than it was asked to: as much light by more frames, as far as the
    /// time allows.
    ///
    /// - Parameters:
    ///   - exposureTime: What the camera gives, in nanoseconds.
    ///   - gain: The gain that it gives.
    /// - Returns: The plan, with the refusal as its last reason.
    public func adopting(exposureTime: Int64, gain: Double) -> NightPlan {
        var plan = self
        let asked = Double(self.exposureTime) * self.gain
        let got = max(1, Double(exposureTime) * gain)
        plan.exposureTime = exposureTime
        plan.gain = gain
        plan.interval = max(exposureTime, min(interval, 100_000_000))
        let fitting = Int(max(duration, 1_000_000_000) / max(1, plan.interval))
        let wanted = Double(frames) * asked / got
        plan.frames = max(
            1, min(Int(min(wanted.rounded(.up), 1e6)), fitting, StackPlan.maximumFrames))
        plan.brightening = min(6, max(0, brightening + NightPlan.stops(asked / got)))
        plan.reasons.append(
            Reason(
                code: "refused",
                text: "asked for \(NightPlan.time(self.exposureTime)) at gain"
                    + " \(NightPlan.text(self.gain)), the camera gives"
                    + " \(NightPlan.time(exposureTime)) at \(NightPlan.text(gain)): planned anew"))
        return plan
    }
}
