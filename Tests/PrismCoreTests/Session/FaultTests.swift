// SPDX-License-Identifier: MIT
// Stalls, time-outs, late frames and unplugging, as the session's users see them.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct FaultTests {
    /// Restarts at once, so that the tests need not wait.
    private let quick = RecoveryPolicy(
        maxRestarts: 3, firstPause: ms, longestPause: ms, returnTimeout: 10 * second)

    /// The next events, as many as `count`.
    private func events(
        _ iterator: inout AsyncStream<CameraEvent>.AsyncIterator, _ count: Int
    ) async -> [CameraEvent] {
        var events: [CameraEvent] = []
        while events.count < count, let event = await iterator.next() { events.append(event) }
        return events
    }

    @Test func aStallIsRestartedAndFramesGoOn() async throws {
        try await withCamera(.virtual("stall@3"), recovery: quick) { camera in
            var iterator = await camera.eventStream().makeAsyncIterator()
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            for _ in 0..<8 { #expect(try await frames.next() != nil) }
            let told = await events(&iterator, 2)
            guard case .stalled(let waited) = told.first else {
                return #expect(Bool(false), "\(told)")
            }
            #expect(waited >= second)
            #expect(told.last == .recovered(attempts: 1))
            #expect(await camera.state == .running)
            #expect(frames.dropped == 0)
        }
    }

    @Test func settingsHoldOnTheFirstFrameAfterARestart() async throws {
        try await withCamera(.virtual("cancel@3"), recovery: quick) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            for _ in 0..<3 { _ = try await frames.next() }
            let first = try #require(try await frames.next()).metadata
            #expect(first.sequence == 0, "of the new run")
            #expect(AppliedTest(.fixed).matches(first))
        }
    }

    @Test func aStallForEverEndsEverySubscriptionWithStalled() async throws {
        var policy = quick
        policy.maxRestarts = 1
        try await withCamera(
            .virtual("stall@2:100"), recovery: policy, configuration: .small(buffers: 8)
        ) { camera in
            let first = try await camera.subscribe(.latest)
            let second = try await camera.subscribe(.every(limit: 2))
            try await camera.start(.fixed)
            let errors = await withTaskGroup(of: PrismError?.self) { group in
                for frames in [first, second] {
                    group.addTask { await prismError { for try await _ in frames {} } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors.map { $0?.code } == [.stalled, .stalled])
            guard case .failed(let error) = await camera.state else {
                return #expect(Bool(false))
            }
            #expect(error.code == .stalled)
            #expect(await prismError { try await camera.start() } == error)
            #expect(await prismError { try await camera.subscribe(.latest) } == error)
            #expect(await prismError { try await camera.configure(.small) } == error)
        }
    }

    @Test func cancelledRequestsAreATimeOutAndRestarted() async throws {
        try await withCamera(.virtual("cancel@3:2"), recovery: quick) { camera in
            var iterator = await camera.eventStream().makeAsyncIterator()
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            for _ in 0..<8 { #expect(try await frames.next() != nil) }
            #expect(await iterator.next() == .timedOut)
            var next = await iterator.next()
            if next == .timedOut { next = await iterator.next() }
            guard case .recovered = next else {
                return #expect(Bool(false), "\(String(describing: next))")
            }
            try await camera.stop()
            frames.cancel()
            #expect(await camera.frameCounters().out == 0, "cancelled requests came back")
        }
    }

    @Test func aLateFrameIsNoStall() async throws {
        try await withCamera(.virtual("late@2:300"), recovery: quick) { camera in
            var iterator = await camera.eventStream().makeAsyncIterator()
            let frames = try await camera.subscribe(.every(limit: 2))
            try await camera.start(.fixed)
            var numbers: [UInt32] = []
            for _ in 0..<5 {
                numbers.append(try #require(try await frames.next()).metadata.sequence)
            }
            #expect(numbers.prefix(3) == [0, 1, 2])
            #expect(numbers[3] > 3, "the frames meanwhile are missing and counted: \(numbers)")
            await camera.close()
            #expect(await iterator.next() == nil)
        }
    }

    @Test func anUnpluggedCameraFailsWithUnplugged() async throws {
        try await withCamera(.virtual("unplug@2")) { camera in
            var iterator = await camera.eventStream().makeAsyncIterator()
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            let error = await prismError { for try await _ in frames {} }
            #expect(error?.code == .unplugged)
            #expect(await iterator.next() == .unplugged)
            let failure = CameraState.failed(try #require(error))
            #expect(await camera.state == failure)
        }
    }

    @Test func anUnpluggedCameraThatReturnsGoesOn() async throws {
        try await withCamera(.virtual("unplug@2:5"), recovery: quick) { camera in
            var iterator = await camera.eventStream().makeAsyncIterator()
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            for _ in 0..<8 {
                let frame = try #require(try await frames.next())
                #expect(AppliedTest(.fixed).matches(frame.metadata))
            }
            #expect(
                await events(&iterator, 3) == [.unplugged, .returned, .recovered(attempts: 1)])
            #expect(await camera.state == .running)
        }
    }

    @Test func aTicketFromBeforeAnUnpluggingIsAppliedAfterIt() async throws {
        try await withCamera(.virtual("unplug@2:5"), recovery: quick) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start()
            for _ in 0..<5 { try await camera.set(ControlSettings(exposureValue: 0)) }
            let ticket = try await camera.set(ControlSettings(exposure: .gainPriority(7)))
            let drain = Task { while try await frames.next() != nil {} }
            await camera.state { $0 == .recovering(attempt: 1) }
            await camera.state { $0 == .running }
            let gain = try await camera.applied(ticket).analogueGain
            #expect(abs((gain ?? 0) - 7) < 0.1)
            drain.cancel()
        }
    }

    @Test func aCameraThatDoesNotReturnFails() async throws {
        var policy = quick
        policy.returnTimeout = 20 * ms
        try await withCamera(.virtual("unplug@2"), recovery: policy) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            #expect(await prismError { for try await _ in frames {} }?.code == .unplugged)
        }
    }

    @Test func stoppingWhileTheCameraIsGoneEndsTheWait() async throws {
        try await withCamera(.virtual("unplug@2"), recovery: quick) { camera in
            let frames = try await camera.subscribe(.latest)
            let drain = Task { await prismError { for try await _ in frames {} } }
            try await camera.start(.fixed)
            await camera.state { $0 == .recovering(attempt: 1) }
            try await camera.stop()
            #expect(await drain.value?.code == .unplugged)
            #expect(await prismError { try await camera.start() }?.code == .unplugged)
        }
    }

    @Test func stoppingDuringARecoveryIsAStop() async throws {
        var policy = quick
        policy.firstPause = 100 * second
        policy.longestPause = 100 * second
        try await withCamera(.virtual("cancel@2"), recovery: policy) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            let drain = Task { while try await frames.next() != nil {} }
            await camera.state { $0 == .recovering(attempt: 1) }
            try await camera.stop()
            #expect(await camera.state == .configured)
            try await camera.start()
            await camera.state { $0 == .running }
            drain.cancel()
        }
    }

    @Test func consumersThatHoldEveryBufferStarveTheCameraWithoutAStall() async throws {
        try await withCamera(allowance: 9, configuration: .small(buffers: 4)) { camera in
            var iterator = await camera.eventStream().makeAsyncIterator()
            let frames = try await camera.subscribe(.every(limit: 2))
            try await camera.start(.fixed)
            var held: [CameraFrame] = []
            for _ in 0..<4 { held.append(try #require(try await frames.next())) }
            #expect(await iterator.next() == .starved)
            #expect(await camera.state == .running)
            held.removeAll()
            #expect(try await frames.next() != nil)
        }
    }
}
