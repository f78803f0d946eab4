// SPDX-License-Identifier: MIT
// Stalls, time-outs, restarts and unplugging, without a camera.

import Testing

import struct BridgeTestSupport.SplitMix

@testable import PrismCore

@Suite struct CameraRecoveryTests {
    private let policy = RecoveryPolicy(
        maxRestarts: 3, firstPause: 100 * ms, longestPause: 150 * ms, returnTimeout: 10 * second)

    @Test func aStallIsToldAndRestartedAfterAPause() {
        var machine = runningMachine(policy)
        #expect(
            machine.handle(.deadline(hasBuffers: true), now: second) == [
                .tell(.stalled(waited: second)), .stop, .wake(at: second + 100 * ms),
            ])
        #expect(machine.state == .recovering(attempt: 1))
        #expect(machine.handle(.deadline(hasBuffers: false), now: 1_100 * ms) == [.start])
        #expect(machine.handle(.started, now: 1_200 * ms) == [.wake(at: 2_200 * ms)])
        #expect(machine.state == .recovering(attempt: 1), "a start is not a frame yet")
        #expect(
            machine.handle(.frame(expected: 33 * ms), now: 1_300 * ms)
                == [.tell(.recovered(attempts: 1))])
        #expect(machine.state == .running)
    }

    @Test func restartsAreBoundedAndPauseLongerEachTime() {
        var machine = runningMachine(policy)
        var now: Int64 = 0
        var pauses: [Int64] = []
        for attempt in 1...3 {
            now += second
            let actions = machine.handle(.deadline(hasBuffers: true), now: now)
            guard case .wake(let time?) = actions.last else { return #expect(Bool(false)) }
            #expect(machine.state == .recovering(attempt: attempt))
            pauses.append(time - now)
            now = time
            #expect(machine.handle(.deadline(hasBuffers: false), now: now) == [.start])
            _ = machine.handle(.started, now: now)
        }
        #expect(pauses == [100 * ms, 150 * ms, 150 * ms])
        let actions = machine.handle(.deadline(hasBuffers: true), now: now + second)
        guard case .failed(let error) = machine.state else { return #expect(Bool(false)) }
        #expect(error.code == .stalled)
        #expect(
            actions == [
                .tell(.stalled(waited: second)), .stop, .wake(at: nil), .fail(error),
            ])
    }

    @Test func aFrameInBetweenForgivesEarlierAttempts() {
        var machine = runningMachine(policy)
        for round in 0..<10 {
            let now = Int64(round) * 10 * second
            _ = machine.handle(.frame(expected: 33 * ms), now: now)
            _ = machine.handle(.deadline(hasBuffers: true), now: now + second)
            #expect(machine.state == .recovering(attempt: 1))
            _ = machine.handle(.deadline(hasBuffers: false), now: now + 2 * second)
            _ = machine.handle(.started, now: now + 2 * second)
        }
    }

    @Test func oneTimeOutCancelsManyRequestsAndIsToldOnce() {
        var machine = runningMachine(policy)
        #expect(
            machine.handle(.cancelled, now: second)
                == [.tell(.timedOut), .stop, .wake(at: second + 100 * ms)])
        #expect(machine.handle(.cancelled, now: second).isEmpty)
        #expect(machine.state == .recovering(attempt: 1))
    }

    @Test func aStartThatFailsCountsAsAnAttempt() {
        var machine = runningMachine(RecoveryPolicy(maxRestarts: 1))
        _ = machine.handle(.cancelled, now: 0)
        #expect(machine.handle(.deadline(hasBuffers: false), now: 100 * ms) == [.start])
        let error = PrismError(.busy, "somebody was faster")
        let actions = machine.handle(.startFailed(error), now: 100 * ms)
        #expect(actions == [.stop, .wake(at: nil), .fail(error)])
        #expect(machine.state == .failed(error))
    }

    @Test func anUnpluggedCameraFailsAtOnceUnlessToldToWait() {
        var machine = runningMachine(RecoveryPolicy())
        let actions = machine.handle(.unplugged, now: second)
        guard case .failed(let error) = machine.state else { return #expect(Bool(false)) }
        #expect(error.code == .unplugged)
        #expect(actions == [.tell(.unplugged), .wake(at: nil), .fail(error)])
    }

    @Test func aCameraThatReturnsIsReopenedAndGoesOn() {
        var machine = runningMachine(policy)
        #expect(
            machine.handle(.unplugged, now: second)
                == [.tell(.unplugged), .letGo, .wake(at: 11 * second)])
        #expect(machine.handle(.unplugged, now: second).isEmpty, "told once")
        #expect(
            machine.handle(.returned, now: 2 * second)
                == [.wake(at: nil), .tell(.returned), .reopen])
        #expect(machine.handle(.started, now: 2 * second) == [.wake(at: 3 * second)])
        #expect(
            machine.handle(.frame(expected: 33 * ms), now: 2_500 * ms)
                == [.tell(.recovered(attempts: 1))])
        #expect(machine.state == .running)
    }

    @Test func aReturnThatDoesNotComeEndsTheWait() {
        var machine = runningMachine(policy)
        _ = machine.handle(.unplugged, now: second)
        _ = machine.handle(.deadline(hasBuffers: false), now: 11 * second)
        guard case .failed(let error) = machine.state else { return #expect(Bool(false)) }
        #expect(error.code == .unplugged)
    }

    @Test func aReopeningThatFailsIsTriedAgainWithoutAStop() {
        var machine = runningMachine(policy)
        _ = machine.handle(.unplugged, now: 0)
        _ = machine.handle(.returned, now: 0)
        let busy = PrismError(.busy, "udev is still busy with it")
        #expect(machine.handle(.startFailed(busy), now: 0) == [.wake(at: 150 * ms)])
        #expect(machine.handle(.deadline(hasBuffers: false), now: 150 * ms) == [.reopen])
        #expect(machine.handle(.startFailed(busy), now: 150 * ms) == [.wake(at: 300 * ms)])
        #expect(machine.handle(.deadline(hasBuffers: false), now: 300 * ms) == [.reopen])
        #expect(machine.handle(.startFailed(busy), now: 300 * ms).last == .fail(busy))
        #expect(machine.state == .failed(busy))
    }

    @Test func unpluggedAgainWhileReopeningWaitsAgain() {
        var machine = runningMachine(policy)
        _ = machine.handle(.unplugged, now: 0)
        _ = machine.handle(.returned, now: 0)
        #expect(
            machine.handle(.unplugged, now: second)
                == [.tell(.unplugged), .letGo, .wake(at: 11 * second)])
        #expect(machine.handle(.returned, now: 2 * second).last == .reopen)
    }

    @Test func aRestartThatFindsTheCameraGoneTellsSo() {
        var machine = runningMachine(policy)
        _ = machine.handle(.cancelled, now: 0)
        _ = machine.handle(.deadline(hasBuffers: false), now: 100 * ms)
        let gone = PrismError(.unplugged, "no such device")
        #expect(
            machine.handle(.startFailed(gone), now: 100 * ms)
                == [.tell(.unplugged), .letGo, .wake(at: 100 * ms + 10 * second)])
        #expect(machine.handle(.unplugged, now: 200 * ms).isEmpty, "told once")
    }

    @Test func stoppingACameraThatIsGoneGivesItUp() {
        var machine = runningMachine(policy)
        _ = machine.handle(.unplugged, now: 0)
        let actions = machine.handle(.stopped, now: 0)
        guard case .failed(let error) = machine.state else { return #expect(Bool(false)) }
        #expect(error.code == .unplugged)
        #expect(actions == [.wake(at: nil), .fail(error)])
    }

    @Test func stoppingBetweenRestartsEndsThem() {
        var machine = runningMachine(policy)
        _ = machine.handle(.cancelled, now: 0)
        #expect(machine.handle(.stopped, now: 0) == [.wake(at: nil)])
        #expect(machine.state == .configured)
        #expect(machine.handle(.deadline(hasBuffers: true), now: second).isEmpty)
    }

    @Test func anIdleCameraThatIsUnpluggedFails() {
        var machine = CameraStateMachine(policy: policy)
        _ = machine.handle(.configured, now: 0)
        let actions = machine.handle(.unplugged, now: 0)
        guard case .failed(let error) = machine.state else { return #expect(Bool(false)) }
        #expect(error.code == .unplugged)
        #expect(actions.last == .fail(error))
    }

    @Test func noOrderOfEventsBreaksTheBounds() {
        var random = SplitMix(seed: 4)
        for _ in 0..<500 {
            var machine = CameraStateMachine(policy: policy)
            var now: Int64 = 0
            for _ in 0..<40 {
                now += Int64(random.below(2_000)) * ms
                let input = CameraStateMachineTests.inputs.dropLast()[random.below(10)]
                for action in machine.handle(input, now: now) {
                    if case .wake(let time?) = action { #expect(time >= now) }
                    if case .fail(let error) = action { #expect(machine.state == .failed(error)) }
                }
                if case .recovering(let attempt) = machine.state {
                    #expect((1...policy.maxRestarts).contains(attempt))
                }
            }
        }
    }
}

@Suite struct RecoveryPolicyTests {
    @Test(
        arguments: [
            (1, 100 * ms), (2, 200 * ms), (3, 400 * ms), (6, 3_200 * ms), (7, 5 * second),
            (100, 5 * second),
        ] as [(Int, Int64)])
    func pausesDoubleUpToTheLongest(attempt: Int, pause: Int64) {
        #expect(RecoveryPolicy().pause(before: attempt) == pause)
    }

    @Test func aHugePauseIsStillBounded() {
        let policy = RecoveryPolicy(firstPause: .max / 2, longestPause: 5 * second)
        for attempt in 1...30 { #expect(policy.pause(before: attempt) == 5 * second) }
    }

    @Test(
        arguments: [
            (0, second), (8 * ms, second), (200 * ms, second), (400 * ms, 2 * second),
            (second, 5 * second), (5 * second, 13 * second), (100 * second, 203 * second),
        ] as [(Int64, Int64)])
    func theWatchdogWaitsForFramesAndNotForExposures(frame: Int64, timeout: Int64) {
        #expect(WatchdogTimeout.after(frame: frame) == timeout)
    }

    @Test func theWatchdogNeverWaitsLessForALongerFrame() {
        let frames = stride(from: Int64(0), through: 3 * second, by: 7_000_000).map { $0 }
        let timeouts = frames.map { WatchdogTimeout.after(frame: $0) }
        #expect(timeouts == timeouts.sorted())
        #expect(WatchdogTimeout.after(frame: .max) > 0, "no overflow")
    }
}
