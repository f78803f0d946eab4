// SPDX-License-Identifier: MIT
// The two clocks of the mock: who may move time, and that stopping never waits for it.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension BridgeTests {
    @Suite struct ClockTests {
        private let video = prism_configuration.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 64, 64)])

        private static func fixed(_ microseconds: Int32) -> [(String, ControlValue)] {
            [
                ("ExposureTimeMode", .int(1)), ("AnalogueGainMode", .int(1)),
                ("ExposureTime", .int(microseconds)), ("AnalogueGain", .float(1)),
                ("ColourGains", .floats([2, 2])),
            ]
        }

        private func now(_ rig: Rig) -> (Int64, UInt32) {
            var clock: UInt32 = 0
            return (prism_session_now(rig.session.handle, &clock), clock)
        }

        @Test func virtualTimeStandsStillWhileAFrameIsOut() throws {
            let rig = try Rig(render: false)
            try rig.session.configure(video)
            try rig.session.set(Self.fixed(1000))
            #expect(now(rig) == (1_000_000_000, PRISM_CLOCK_VIRTUAL.rawValue))
            try rig.session.start()
            let first = try #require(rig.session.next())
            #expect(first.metadata.timestamp_ns == 1_000_000_000)
            // Nothing can come: the only way on is the frame in our hands.
            #expect(rig.session.next(seconds: 0.05) == nil)
            #expect(now(rig).0 == 1_033_333_000)
            try rig.session.requeue(first)
            let second = try #require(rig.session.next())
            #expect(second.metadata.timestamp_ns == 1_033_333_000)
            try rig.end()
        }

        @Test func theAllowanceLetsTimeGoOn() throws {
            let rig = try Rig(render: false)
            try rig.session.configure(video)
            try rig.session.start()
            let held = try #require(rig.session.next())
            #expect(prism_mock_set_allowance("bench", 1) == 0)
            #expect(prism_mock_set_allowance("nobody", 1) == -ENOENT)
            let frames = try rig.session.take(30)
            #expect(frames.last?.metadata.sequence == held.metadata.sequence + 30)
            try rig.end()
        }

        @Test func virtualTimeGoesOnOverStopAndStart() throws {
            let rig = try Rig(render: false)
            try rig.session.configure(video)
            try rig.session.start()
            _ = try rig.session.take(5)
            try rig.session.stop()
            let before = now(rig).0
            try rig.session.start()
            while let left = rig.session.inbox.change({ $0.frames.popLast() }) {
                try rig.session.requeue(left)
            }
            let frame = try #require(rig.session.next())
            #expect(frame.metadata.timestamp_ns >= before)
            try rig.end()
        }

        @Test func virtualTimeDoesNotWaitForExposures() throws {
            let rig = try Rig(render: false)
            try rig.session.configure(video)
            try rig.session.set(Self.fixed(100_000_000))
            try rig.session.start()
            let frames = try rig.session.take(100)
            #expect(frames.allSatisfy { $0.metadata.exposure_ns == 100_000_000_000 })
            #expect(now(rig).0 > 10_000_000_000_000)
            try rig.end()
        }

        @Test func realTimestampsLieOnTheSensorsGrid() throws {
            let rig = try Rig(virtual: false, render: false)
            try rig.session.configure(video)
            try rig.session.set(
                Self.fixed(1000) + [("FrameDurationLimits", .longs([10_000, 10_000]))])
            let before = now(rig)
            #expect(before.1 == PRISM_CLOCK_BOOTTIME.rawValue)
            try rig.session.start()
            let frames = try rig.session.take(12).map(\.metadata)
            #expect(frames[0].timestamp_ns >= before.0)
            #expect(now(rig).0 >= frames[11].timestamp_ns + 10_000_000)
            for frame in frames {
                let since = frame.timestamp_ns - frames[0].timestamp_ns
                #expect(since == Int64(frame.sequence - frames[0].sequence) * 10_000_000)
            }
            try rig.end()
        }

        @Test func aMissingRequestIsADroppedFrame() throws {
            let rig = try Rig(virtual: false, render: false)
            try rig.session.configure(video)
            try rig.session.set(
                Self.fixed(1000) + [("FrameDurationLimits", .longs([9_000, 9_000]))])
            try rig.session.start()
            let held = try (0..<4).map { _ in try #require(rig.session.next()) }
            let last = held[3].metadata
            // By its own clock the sensor has run through some frames that nobody queued for.
            while now(rig).0 < last.timestamp_ns + 60_000_000 {}
            for frame in held { try rig.session.requeue(frame) }
            let next = try #require(rig.session.next()).metadata
            #expect(next.sequence >= last.sequence + 5)
            let since = next.timestamp_ns - last.timestamp_ns
            #expect(since == Int64(next.sequence - last.sequence) * 9_000_000)
            try rig.end()
        }

        // Without the interrupt this test would take 100 s and more.
        @Test(.timeLimit(.minutes(1))) func stoppingDoesNotWaitForTheExposure() throws {
            let rig = try Rig(virtual: false, render: false)
            try rig.session.configure(video)
            try rig.session.set(Self.fixed(100_000_000))
            for _ in 0..<5 {
                try rig.session.start()
                try rig.session.stop()
            }
            #expect(rig.session.counters.completed == 0)
            #expect(rig.session.counters.cancelled == 20)
            try rig.end()
        }
    }
}
