// SPDX-License-Identifier: MIT
// Those who wait until a frame shows something: their wishes, or the end of a focus scan.

/// What a wait looks for in frames.
enum FrameWatch {
    /// Wishes that took effect.
    case applied(AppliedTest)
    /// A focus scan that ended.
    case focus(FocusWatch)

    mutating func isMet(by metadata: FrameMetadata) -> Bool {
        switch self {
        case .applied(let test): return test.matches(metadata)
        case .focus(var watch):
            defer { self = .focus(watch) }
            return watch.hasEnded(metadata)
        }
    }
}

/// Tells the end of a scan from the end of the one before, which frames may still show after the trigger.
struct FocusWatch {
    private var hasSeenScan = false
    private var frames = 0

    /// Frames after which a state that never was "scanning" is believed: sensors' delays are three at most, and
    /// the lens's own is one.
    private static let patience = 5

    mutating func hasEnded(_ metadata: FrameMetadata) -> Bool {
        frames += 1
        switch metadata.autoFocus {
        case .scanning?:
            hasSeenScan = true
            return false
        case .focused?, .failed?: return hasSeenScan || frames > FocusWatch.patience
        case .idle?, nil: return hasSeenScan
        }
    }
}

/// The waits of one session; lives inside the actor.
struct AppliedWaits {
    typealias Outcome = Result<FrameMetadata, PrismError>

    struct Wait {
        let serial: UInt64
        var watch: FrameWatch
        let deadline: Int64
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private var waits: [Int: Wait] = [:]
    private var lastKey = 0

    var isEmpty: Bool { waits.isEmpty }
    var firstDeadline: Int64? { waits.values.map(\.deadline).min() }

    mutating func nextKey() -> Int {
        lastKey += 1
        return lastKey
    }

    mutating func add(_ wait: Wait, key: Int) { waits[key] = wait }

    mutating func frameCame(_ metadata: FrameMetadata, serial: UInt64) {
        for key in Array(waits.keys) {
            guard let wait = waits[key], serial >= wait.serial,
                waits[key]?.watch.isMet(by: metadata) == true
            else { continue }
            end(key, .success(metadata))
        }
    }

    mutating func expire(_ now: Int64) {
        let error = PrismError(.stalled, "no frame showed the controls in time")
        for (key, wait) in waits where wait.deadline <= now { end(key, .failure(error)) }
    }

    mutating func cancel(_ key: Int) {
        end(key, .failure(PrismError(.cancelled, "the wait was called off")))
    }

    mutating func finish(_ error: PrismError) {
        for key in Array(waits.keys) { end(key, .failure(error)) }
    }

    private mutating func end(_ key: Int, _ outcome: Outcome) {
        waits.removeValue(forKey: key)?.continuation.resume(returning: outcome)
    }
}
