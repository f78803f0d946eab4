// SPDX-License-Identifier: MIT
// Those who wait until a frame shows their wishes.

/// The waits of one session; lives inside the actor.
struct AppliedWaits {
    typealias Outcome = Result<FrameMetadata, PrismError>

    struct Wait {
        let serial: UInt64
        let test: AppliedTest
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
        end(.success(metadata)) { serial >= $0.serial && $0.test.matches(metadata) }
    }

    mutating func expire(_ now: Int64) {
        let error = PrismError(.stalled, "no frame showed the controls in time")
        end(.failure(error)) { $0.deadline <= now }
    }

    mutating func cancel(_ key: Int) {
        let error = PrismError(.cancelled, "the wait was called off")
        waits.removeValue(forKey: key)?.continuation.resume(returning: .failure(error))
    }

    mutating func finish(_ error: PrismError) { end(.failure(error)) { _ in true } }

    private mutating func end(_ outcome: Outcome, where matches: (Wait) -> Bool) {
        for (key, wait) in waits where matches(wait) {
            waits[key] = nil
            wait.continuation.resume(returning: outcome)
        }
    }
}
