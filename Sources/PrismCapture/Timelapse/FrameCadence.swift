// SPDX-License-Identifier: MIT
// How far apart a camera's frames really are: longer than it says where the machine cannot keep up.

internal import PrismCore

/// The distances of the last frames' starts. Pure.
///
/// A camera that makes 14 frames a second, on a machine that has time for 7, gives a frame each seventh of a second: that
/// is the length by which a frame is near its deadline or not, or most shots would be lost for nothing. The shortest
/// of the last distances counts, so that neither a dropped frame nor a stall passes for a long frame.
struct FrameCadence: Hashable, Sendable {
    private static let window = 8
    /// Of so few distances the shortest says little against what the camera says.
    private static let enough = 4

    private var previous: Int64?
    private var distances: [Int64] = []

    /// Notes a frame and returns its length.
    ///
    /// - Parameters:
    ///   - start: Start of its exposure, in nanoseconds.
    ///   - duration: What the camera says its length is; nil: nothing.
    ///   - limit: A length that was only observed does not exceed this.
    /// - Returns: The longer of what the camera says and what was observed; nil where neither is known.
    mutating func length(start: Int64, duration: Int64?, limit: Int64) -> Int64? {
        if let previous {
            if distances.count == FrameCadence.window { distances.removeFirst() }
            distances.append(max(0, start.saturatingSubtract(previous)))
        }
        previous = start
        let observed = distances.min().map { min($0, limit) }
        guard let duration else { return observed }
        guard let observed, distances.count >= FrameCadence.enough else { return duration }
        return max(duration, observed)
    }
}
