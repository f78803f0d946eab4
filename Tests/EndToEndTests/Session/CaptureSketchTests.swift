// SPDX-License-Identifier: MIT
// Burst, pre-trigger ring, bracketing and a ramp, written as plans and carried out on a camera.

import PrismCore
import Testing

@Suite struct CaptureSketchTests {
    private static let second: Int64 = 1_000_000_000

    @Test func aBurstIsConsecutiveFrames() async throws {
        let camera = try await RunningCamera(buffers: 9)
        // A virtual clock stands still while frames are held, and a burst holds them.
        camera.mock.setAllowance(frames: 5)
        var sequences: [UInt32] = []
        _ = try await CaptureRunner(camera.session).run(.burst(count: 5)) {
            (frames: [CameraFrame]) throws(PrismError) in
            sequences = frames.map(\.metadata.sequence)
        }
        let first = try #require(sequences.first)
        #expect(sequences == (0..<5).map { first + $0 })
        await camera.session.close()
    }

    @Test func aRingHoldsWhatWasBeforeTheTrigger() async throws {
        let camera = try await RunningCamera(buffers: 10)
        camera.mock.setAllowance(frames: 8)
        let trigger = CaptureTrigger()
        let states = try await camera.session.subscribe(.latest)
        let watcher = Task {
            var pressedAfter: UInt32 = 0
            while let frame = try await states.next() {
                pressedAfter = frame.metadata.sequence
                if pressedAfter > 20 { break }
            }
            states.cancel()
            trigger.press()
            return pressedAfter
        }
        var sequences: [UInt32] = []
        let plan = CapturePlan([.collect(count: 2, pick: .aroundTrigger(before: 3)), .consume])
        _ = try await CaptureRunner(camera.session).run(plan, trigger: trigger) {
            (frames: [CameraFrame]) throws(PrismError) in
            sequences = frames.map(\.metadata.sequence)
        }
        #expect(sequences.count == 5)
        #expect(sequences == sequences.sorted())
        #expect(try await watcher.value > 20)
        await camera.session.close()
    }

    @Test func aBracketShowsEachExposureAndRestoresTheFirst() async throws {
        let camera = try await RunningCamera()
        let times: [Int64] = [2_000_000, 8_000_000, 16_000_000]
        let settings = times.map {
            ControlSettings(exposure: .manual(nanoseconds: $0, gain: 2))
        }
        var shown: [Int64] = []
        _ = try await CaptureRunner(camera.session).run(.bracket(settings, within: Self.second)) {
            (frames: [CameraFrame]) throws(PrismError) in
            shown += frames.compactMap(\.metadata.exposureTime)
        }
        #expect(shown.count == 3)
        for (wanted, got) in zip(times, shown) { #expect(abs(wanted - got) <= wanted / 50) }
        try await expectAutomatic(camera.session)
        await camera.session.close()
    }

    @Test func aCancelledPlanRestoresTheControls() async throws {
        let camera = try await RunningCamera()
        let hold = ControlSettings(exposure: .manual(nanoseconds: 3_000_000, gain: 4))
        let plan = CapturePlan([
            .hold(hold), .awaitApplied(within: Self.second), .collect(count: 1, pick: .next),
            .consume, .collect(count: 1_000_000, pick: .at([])), .consume,
        ])
        let session = camera.session
        let (signal, ready) = AsyncStream<Void>.makeStream()
        let run = Task {
            try await CaptureRunner(session).run(
                plan, subscription: try await session.subscribe(.latest)
            ) { (_: [CameraFrame]) throws(PrismError) in ready.yield() }
        }
        for await _ in signal { break }
        run.cancel()
        await #expect(throws: PrismError.self) { _ = try await run.value }
        try await expectAutomatic(session)
        await session.close()
    }

    /// Day to night: each shot's exposure follows from what the one before it measured.
    @Test func aRampIsAPlanForEachShot() async throws {
        let camera = try await RunningCamera()
        var exposure: Int64 = 1_000_000
        var shown: [Int64] = []
        for _ in 0..<4 {
            let wish = ControlSettings(exposure: .manual(nanoseconds: exposure, gain: 1))
            let plan = CapturePlan([
                .hold(wish), .awaitApplied(within: Self.second), .collect(count: 1, pick: .next),
                .consume,
            ])
            _ = try await CaptureRunner(camera.session).run(plan) {
                (frames: [CameraFrame]) throws(PrismError) in
                shown += frames.compactMap(\.metadata.exposureTime)
            }
            exposure = try #require(shown.last) * 2
        }
        #expect(shown.count == 4)
        for (earlier, later) in zip(shown, shown.dropFirst()) {
            #expect(abs(later - 2 * earlier) <= later / 25)
        }
        await camera.session.close()
    }

    private func expectAutomatic(_ session: CameraSession) async throws {
        let frames = try await session.subscribe(.latest)
        var states: Set<AutoExposureState> = []
        for _ in 0..<30 where !states.contains(.converged) {
            let frame = try #require(try await frames.next())
            states.insert(try #require(frame.metadata.autoExposure))
        }
        #expect(states.contains(.converged), "\(states)")
    }
}
