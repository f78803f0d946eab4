// SPDX-License-Identifier: MIT
// A capture as data: steps that still, burst, bracketing, night and time-lapse are all made of.

/// What to do with a running camera, step by step.
///
/// A plan knows nothing of threads, files or clocks: ``CaptureEngine`` walks it, ``CaptureRunner`` carries
/// it out. What is true of one plan (cancelling, restoring, deadlines) is true of all. Waits are nanoseconds of
/// the camera's time, counted from the first frame that comes in them, so that simulated time counts too.
public struct CapturePlan: Hashable, Sendable {
    /// Which frames a collecting step keeps.
    public enum Pick: Hashable, Sendable {
        /// The next frames, one after the other.
        case next
        /// For each time, in order, the frame whose start is nearest to it, or the first one after it; no more
        /// frames than times.
        case at([SensorTime])
        /// The newest frames before the trigger, up to this many, then the step's count after it.
        case aroundTrigger(before: Int)
    }

    /// One step.
    public enum Step: Hashable, Sendable {
        /// Sets controls; what was set before the plan's first hold is restored at the end, however it ends.
        case hold(ControlSettings)
        /// Waits until a frame shows what was held, at most so long, else fails.
        case awaitApplied(within: Int64)
        /// Waits until a sound frame shows what is set, and with `settled` also that exposure and white balance
        /// have settled; after so long goes on all the same and says so in the outcome.
        case awaitReady(settled: Bool, within: Int64)
        /// Keeps so many frames.
        case collect(count: Int, pick: Pick)
        /// Hands what was kept to the consumer and lets it go.
        case consume
        /// Restores the controls now instead of at the end.
        case restore
    }

    /// The steps, in order.
    public var steps: [Step]

    /// Makes a plan.
    public init(_ steps: [Step]) { self.steps = steps }

    /// Most frames that are kept at one time; the consumer's subscription needs one more.
    public var loans: Int {
        var kept = 0
        var most = 0
        for step in steps {
            switch step {
            case .collect(let count, let pick):
                kept += max(0, count)
                if case .aroundTrigger(let before) = pick { kept += max(0, before) }
                most = max(most, kept)
            case .consume: kept = 0
            case .hold, .awaitApplied, .awaitReady, .restore: break
            }
        }
        return most
    }
}

extension CapturePlan {
    /// One frame that shows what is set, after exposure and white balance settled or `within` nanoseconds.
    public static func still(settlingWithin within: Int64) -> CapturePlan {
        CapturePlan([
            .awaitReady(settled: true, within: within), .collect(count: 1, pick: .next), .consume,
        ])
    }

    /// The first frame that shows what is set, however dark or green, or the one after `within` nanoseconds.
    public static func immediate(within: Int64) -> CapturePlan {
        CapturePlan([
            .awaitReady(settled: false, within: within), .collect(count: 1, pick: .next), .consume,
        ])
    }

    /// So many frames in a row, held until all are there.
    public static func burst(count: Int) -> CapturePlan {
        CapturePlan([.collect(count: count, pick: .next), .consume])
    }

    /// One frame for each setting, then everything as before.
    ///
    /// - Parameters:
    ///   - settings: One for each frame.
    ///   - within: Longest wait for each to take effect, in nanoseconds.
    /// - Returns: The plan.
    public static func bracket(_ settings: [ControlSettings], within: Int64) -> CapturePlan {
        let shots = settings.flatMap { setting -> [Step] in
            [
                .hold(setting), .awaitApplied(within: within), .collect(count: 1, pick: .next),
                .consume,
            ]
        }
        return CapturePlan(shots + [.restore])
    }
}
