// SPDX-License-Identifier: MIT
// Plans carried out on a simulated camera.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct RunnerTests {
    @Test func aBracketOnARunningCameraRestoresWhatWasSet() async throws {
        let shots = [1, 4, 16].map { time in
            ControlSettings(exposure: .manual(nanoseconds: time * ms, gain: 1))
        }
        try await withCamera { camera in
            let before = ControlSettings(exposure: .manual(nanoseconds: 2 * ms, gain: 8))
            try await camera.start(before)
            let times = Lock<[Int64?]>([])
            let report = try await CaptureRunner(camera).run(.bracket(shots, within: 5 * second)) {
                (frames: [CameraFrame]) in
                times.withLock { $0 += frames.map(\.metadata.exposureTime) }
            }
            #expect(report.wasReady)
            let taken = times.withLock { $0 }
            #expect(taken == [ms, 4 * ms, 16 * ms])
            #expect(await camera.held == before)
            let frames = try await camera.subscribe(.latest)
            let restored = try await frames.metadata { AppliedTest(before).matches($0) }
            #expect(restored != nil)
        }
    }

    @Test func aPlanLeavesNoFrameDurationBehind() async throws {
        let plan = CapturePlan([
            .hold(ControlSettings(frameDuration: 500 * ms...500 * ms)),
            .awaitApplied(within: 60 * second), .collect(count: 1, pick: .next), .consume,
        ])
        try await withCamera { camera in
            try await camera.start()
            _ = try await CaptureRunner(camera).run(plan) { (_: [CameraFrame]) in }
            #expect(await camera.held == ControlSettings())
            let frames = try await camera.subscribe(.latest)
            let usual = try await frames.metadata { ($0.frameDuration ?? .max) < 50 * ms }
            #expect(usual != nil)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aPreTriggerRingOnACamera() async throws {
        let plan = CapturePlan([
            .collect(count: 2, pick: .aroundTrigger(before: 3)), .consume,
        ])
        try await withCamera(allowance: 5, configuration: .small(buffers: 12)) { camera in
            let frames = try await camera.subscribe(.every(limit: 8))
            try await camera.start(.fixed)
            let trigger = CaptureTrigger()
            let press = Task {
                // Time goes on while six frames are out, so the ring must have let four go by then.
                await camera.routed(atLeast: 10)
                trigger.press()
            }
            let numbers = Lock<[UInt32]>([])
            _ = try await CaptureRunner(camera).run(plan, subscription: frames, trigger: trigger) {
                (frames: [CameraFrame]) in
                numbers.withLock { $0 = frames.map(\.metadata.sequence) }
            }
            await press.value
            let taken = numbers.withLock { $0 }
            let first = try #require(taken.first)
            #expect(taken == (0..<5).map { first + $0 }, "none is missing")
        }
    }

    @Test func cancellingTheTaskEndsACaptureAndRestores() async throws {
        let plan = CapturePlan([
            .hold(ControlSettings(exposureValue: 1)),
            .collect(count: 1, pick: .aroundTrigger(before: 1)), .consume,
        ])
        try await withCamera(allowance: 9, configuration: .small(buffers: 12)) { camera in
            try await camera.start(.fixed)
            let capture = Task {
                await prismError {
                    try await CaptureRunner(camera).run(plan) { (_: [CameraFrame]) in }
                }
            }
            await camera.routed(atLeast: 3)
            capture.cancel()
            #expect(await capture.value?.code == .cancelled)
            #expect(await camera.held == .fixed)
        }
    }

    @Test func whatTheConsumerThrowsEndsTheCapture() async throws {
        let full = PrismError(.diskFull, "no space left")
        try await withCamera { camera in
            try await camera.start(.fixed)
            let error = await prismError {
                try await CaptureRunner(camera).run(.burst(count: 1)) {
                    (_: [CameraFrame]) throws(PrismError) in throw full
                }
            }
            #expect(error == full)
            #expect(await camera.frameCounters().out <= 1)
        }
    }

    @Test func aCameraThatFailsFailsTheCapture() async throws {
        try await withCamera(allowance: 2, .virtual("unplug@1")) { camera in
            try await camera.start(.fixed)
            let error = await prismError {
                try await CaptureRunner(camera).run(.burst(count: 2)) { (_: [CameraFrame]) in }
            }
            #expect(error?.code == .unplugged)
        }
    }
}
