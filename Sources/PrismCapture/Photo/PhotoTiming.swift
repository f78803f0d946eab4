// SPDX-License-Identifier: MIT
// Which frame of a fresh stream becomes the photograph, as a plan.

internal import PrismCore

/// When a photograph is taken.
public enum PhotoTiming: Hashable, Sendable {
    /// The first frame that shows what was asked for, however dark or green.
    case immediate
    /// The first frame that shows what was asked for with exposure and white balance settled; the best there is
    /// after this much of the camera's time, in nanoseconds.
    case settled(within: Int64)

    /// Settled, or as it is after five seconds.
    public static let automatic = PhotoTiming.settled(within: 5_000_000_000)

    /// Longest wait of an immediate photograph for its controls, in nanoseconds: ten frames at 30 per second.
    static let controlTime: Int64 = 333_333_333

    /// The capture.
    var plan: CapturePlan {
        switch self {
        case .immediate: .immediate(within: PhotoTiming.controlTime)
        case .settled(let within): .still(settlingWithin: within)
        }
    }
}
