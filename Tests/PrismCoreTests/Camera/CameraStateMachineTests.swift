// SPDX-License-Identifier: MIT
// The states of a camera and its watchdog, without a camera.

import Testing

@testable import PrismCore

typealias Action = CameraStateMachine.Action

let ms: Int64 = 1_000_000
let second: Int64 = 1_000_000_000

/// A machine that runs since time 0.
func runningMachine(
    _ policy: RecoveryPolicy = RecoveryPolicy(), expectedFrame: Int64 = 33_333_333
) -> CameraStateMachine {
    var machine = CameraStateMachine(policy: policy, expectedFrame: expectedFrame)
    _ = machine.handle(.configured, now: 0)
    _ = machine.handle(.started, now: 0)
    return machine
}

@Suite struct CameraStateMachineTests {
    @Test func theUsualLifeNeedsNothingButAWatchdog() {
        var machine = CameraStateMachine(policy: RecoveryPolicy())
        #expect(machine.state == .opened)
        #expect(machine.handle(.configured, now: 0).isEmpty)
        #expect(machine.state == .configured)
        #expect(machine.handle(.started, now: 5) == [.wake(at: 5 + second)])
        #expect(machine.state == .running)
        #expect(machine.handle(.frame(expected: 33 * ms), now: 100 * ms).isEmpty)
        #expect(machine.handle(.stopped, now: 200 * ms) == [.wake(at: nil)])
        #expect(machine.state == .configured)
        #expect(machine.handle(.closed, now: 300 * ms) == [.wake(at: nil)])
        #expect(machine.state == .closed)
    }

    @Test func aDeadlineThatAFrameForestalledIsSetAnew() {
        var machine = runningMachine()
        _ = machine.handle(.frame(expected: 33 * ms), now: 900 * ms)
        let actions = machine.handle(.deadline(hasBuffers: true), now: second)
        #expect(actions == [.wake(at: 1_900 * ms)])
        #expect(machine.state == .running)
    }

    @Test func aLongExposureMovesTheDeadlineBeforeItsFrame() {
        var machine = runningMachine()
        #expect(machine.expect(frame: 100 * second) == [.wake(at: 203 * second)])
        #expect(
            machine.handle(.deadline(hasBuffers: true), now: 150 * second)
                == [.wake(at: 203 * second)])
        #expect(machine.state == .running)
    }

    @Test func afterALongExposureTheDeadlineComesNearerAgain() {
        var machine = runningMachine()
        _ = machine.expect(frame: 100 * second)
        let actions = machine.handle(.frame(expected: 33 * ms), now: 100 * second)
        #expect(actions == [.wake(at: 101 * second)])
    }

    @Test func aStoppedMachineExpectsNothing() {
        var machine = CameraStateMachine(policy: RecoveryPolicy())
        _ = machine.handle(.configured, now: 0)
        #expect(machine.expect(frame: 100 * second).isEmpty)
        #expect(machine.handle(.started, now: 0) == [.wake(at: 203 * second)])
    }

    @Test func withoutBuffersTheCameraIsNotToBlame() {
        var machine = runningMachine()
        let first = machine.handle(.deadline(hasBuffers: false), now: second)
        #expect(first == [.tell(.starved), .wake(at: 2 * second)])
        let again = machine.handle(.deadline(hasBuffers: false), now: 2 * second)
        #expect(again == [.wake(at: 3 * second)], "starvation is told once")
        _ = machine.handle(.frame(expected: 33 * ms), now: 2_500 * ms)
        _ = machine.handle(.deadline(hasBuffers: false), now: 3 * second)
        let later = machine.handle(.deadline(hasBuffers: false), now: 3_500 * ms)
        #expect(later.first == .tell(.starved), "and told anew after a frame")
        #expect(machine.state == .running)
    }

    @Test func theTimeOfAStarvedCameraBeginsWithItsBuffer() {
        var machine = runningMachine()
        _ = machine.handle(.deadline(hasBuffers: false), now: second)
        let actions = machine.handle(.deadline(hasBuffers: true), now: 2 * second)
        #expect(actions.first == .tell(.stalled(waited: second)))
    }

    /// Everything that may happen, in every state that ends a camera's use.
    static let inputs: [CameraStateMachine.Input] = [
        .configured, .started, .startFailed(PrismError(.stalled, "")), .frame(expected: ms),
        .cancelled, .deadline(hasBuffers: true), .deadline(hasBuffers: false), .unplugged,
        .returned, .stopped, .closed,
    ]

    @Test(arguments: inputs)
    func aClosedMachineDoesNothing(input: CameraStateMachine.Input) {
        var machine = runningMachine()
        _ = machine.handle(.closed, now: 0)
        #expect(machine.handle(input, now: second).isEmpty)
        #expect(machine.state == .closed)
    }

    // The 6.0.3 compiler crashes on a closure inside the macro.
    static let inputsAfterAFailure = inputs.filter { $0 != .closed && $0 != .started }

    @Test(arguments: inputsAfterAFailure)
    func aFailureIsForGood(input: CameraStateMachine.Input) {
        var machine = runningMachine(RecoveryPolicy(maxRestarts: 0))
        _ = machine.handle(.deadline(hasBuffers: true), now: second)
        let failure = machine.state
        guard case .failed = failure else { return #expect(Bool(false), "\(failure)") }
        let actions = machine.handle(input, now: 2 * second)
        #expect(actions.allSatisfy { $0 == .wake(at: nil) }, "\(actions)")
        #expect(machine.state == failure)
    }

    @Test(arguments: [
        CameraStateMachine.Input.frame(expected: ms), .cancelled, .deadline(hasBuffers: true),
        .startFailed(PrismError(.busy, "")), .returned,
    ])
    func latecomersDoNotDisturbAStoppedCamera(input: CameraStateMachine.Input) {
        var machine = runningMachine()
        _ = machine.handle(.stopped, now: 0)
        #expect(machine.handle(input, now: second).isEmpty)
        #expect(machine.state == .configured)
    }
}
