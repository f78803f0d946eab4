// SPDX-License-Identifier: MIT
// What a handler does while it runs: order, buffers, stopping, restarting.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension HandlerConformance {
    @Suite struct RunTests {
        @Test(arguments: [PRISM_ROLE_VIEWFINDER, PRISM_ROLE_VIDEO, PRISM_ROLE_STILL])
        func framesComeInOrderAndBuffersGoRound(role: prism_role) throws {
            let bench = try Bench()
            let configuration = try bench.configure(role)
            try bench.session.start()
            let frames = try bench.take(12)
            try bench.session.stop()
            for (earlier, later) in zip(frames, frames.dropFirst()) {
                #expect(later.metadata.sequence > earlier.metadata.sequence)
                guard earlier.metadata.valid & PRISM_HAS_TIMESTAMP.rawValue != 0 else { continue }
                #expect(later.metadata.timestamp_ns > earlier.metadata.timestamp_ns)
            }
            let buffers = Set(frames.map { $0.descriptors[0][0] })
            #expect(buffers.count <= Int(configuration.buffer_count))
            #expect(buffers.count < frames.count)
            let planes = Layout.planes(configuration.list[0].fourcc)
            #expect(frames.allSatisfy { $0.planeCounts == [planes] })
            #expect(frames.allSatisfy { $0.strides[0][0] == Int(configuration.list[0].stride) })
            try bench.end()
        }

        @Test func timestampsAreOnTheClockThatTheHandlerNames() throws {
            let bench = try Bench()
            try bench.configure()
            var clock: UInt32 = 0
            let before = prism_session_now(bench.session.handle, &clock)
            try bench.session.start()
            let frame = try #require(try bench.take(3).last)
            let after = prism_session_now(bench.session.handle, nil)
            try bench.session.stop()
            if frame.metadata.valid & PRISM_HAS_TIMESTAMP.rawValue != 0,
                frame.metadata.clock != PRISM_CLOCK_UNKNOWN.rawValue
            {
                #expect(frame.metadata.clock == clock)
                #expect(frame.metadata.timestamp_ns <= after)
                // A camera that runs already may hand out a frame begun a moment earlier.
                #expect(frame.metadata.timestamp_ns > before - 1_000_000_000)
            }
            try bench.end()
        }

        @Test func pixelsCanBeReadAndDiffer() throws {
            let bench = try Bench()
            let configuration = try bench.configure()
            try bench.session.start()
            var pictures: Set<[UInt8]> = []
            for _ in 0..<8 {
                let frame = try #require(bench.session.next())
                let bytes = try bench.bytes(of: frame, configuration)
                #expect(Set(bytes).count > 1)
                pictures.insert(bytes)
                try bench.session.requeue(frame)
            }
            try bench.session.stop()
            // A picture that stands still is told by PRISM_CONFORMANCE_STILL_SCENE.
            if getenv("PRISM_CONFORMANCE_STILL_SCENE") == nil { #expect(pictures.count > 1) }
            try bench.end()
        }

        /// PRISM_CONFORMANCE_CYCLES says how many; 20 where it is not set.
        @Test func cyclesLeaveNothing() throws {
            let bench = try Bench()
            func cycle() throws {
                try bench.configure()
                try bench.session.start()
                _ = try bench.take(2)
                try bench.session.stop()
                for frame in bench.session.inbox.change({ $0.takeAll() }) {
                    try bench.session.requeue(frame)
                }
            }
            try cycle()
            let before = try ProcessUsage.now()
            let asked = getenv("PRISM_CONFORMANCE_CYCLES").map { String(cString: $0) }
            let cycles = asked.flatMap(Int.init) ?? 20
            for _ in 0..<cycles { try cycle() }
            let after = try ProcessUsage.now()
            #expect(after.isFlat(since: before, cycles: cycles), "\(before) → \(after)")
            #expect(bench.session.counters.out == 0 && bench.session.counters.in_flight == 0)
            try bench.end()
        }

        @Test func stoppingAtOnceCancelsEverything() throws {
            let bench = try Bench()
            try bench.configure()
            for _ in 0..<10 {
                try bench.session.start()
                try bench.session.stop()
                #expect(bench.session.counters.in_flight == 0)
                for frame in bench.session.inbox.change({ $0.takeAll() }) {
                    try bench.session.requeue(frame)
                }
            }
            try bench.session.start()
            _ = try bench.take(3)
            try bench.end()
        }

        @Test func noFrameComesAfterStop() throws {
            let bench = try Bench()
            try bench.configure()
            try bench.session.start()
            _ = try bench.take(4)
            try bench.session.stop()
            let atStop = bench.session.inbox.change { $0.count }
            let later = bench.session.inbox.wait(seconds: 0.1) { $0.count > atStop ? true : nil }
            #expect(later == nil)
            try bench.end()
        }

        @Test func aHeldFrameOutlivesStopStartAndReconfigure() throws {
            let bench = try Bench()
            let configuration = try bench.configure()
            try bench.session.start()
            let held = try #require(bench.session.next())
            let before = try bench.bytes(of: held, configuration)
            try bench.session.stop()
            if configuration.buffer_count > 1 {
                try bench.session.start()
                _ = try bench.take(6)
                try bench.session.stop()
            }
            #expect(try bench.bytes(of: held, configuration) == before)
            try bench.configure(PRISM_ROLE_VIDEO)
            try bench.session.start()
            _ = try bench.take(6)
            #expect(try bench.bytes(of: held, configuration) == before)
            try bench.session.requeue(held)
            #expect(throws: Failure(code: -EINVAL)) { try bench.session.requeue(held) }
            _ = try bench.take(3)
            try bench.end()
        }

        @Test func aFrameHeldOverStopJoinsTheNextRun() throws {
            let bench = try Bench()
            try bench.configure()
            try bench.session.start()
            let held = try #require(bench.session.next())
            try bench.session.stop()
            try bench.session.start()
            try bench.session.requeue(held)
            let count = Int(bench.session.counters.slots) * 3
            let buffers = try bench.take(count).map { $0.descriptors[0][0] }
            #expect(buffers.contains(held.descriptors[0][0]))
            try bench.end()
        }

        @Test func theSameFrameIsNotTakenTwice() throws {
            let bench = try Bench()
            try bench.configure()
            try bench.session.start()
            let frame = try #require(bench.session.next())
            try bench.session.requeue(frame)
            #expect(throws: Failure(code: -EINVAL)) { try bench.session.requeue(frame) }
            _ = try bench.take(4)
            try bench.end()
        }

        @Test func lifecycleCallsInsideACallbackAreRefused() throws {
            let bench = try Bench()
            try bench.configure()
            let results = Monitor<[Int32]>([])
            bench.session.inbox.change {
                $0.inCallback = { session, _ in
                    let calls = [prism_session_stop(session), prism_session_close(session)]
                    results.change { $0 = calls }
                    return false
                }
            }
            try bench.session.start()
            let calls = try #require(results.wait { $0.isEmpty ? nil : $0 })
            #expect(calls == [-EDEADLK, -EDEADLK])
            _ = try bench.take(3)
            try bench.end()
        }

        @Test func theManagerRestartsOnlyWithoutSessions() throws {
            let bench = try Bench()
            try bench.configure()
            try bench.session.start()
            #expect(prism_manager_restart(bench.manager.handle, nil) == -EBUSY)
            #expect(prism_manager_close(bench.manager.handle) == -EBUSY)
            _ = try bench.take(2)
            bench.session.destroy()
            #expect(prism_manager_restart(bench.manager.handle, nil) == 0)
            let second = try TestSession(bench.manager, bench.id)
            try second.configure(Bench.wish(PRISM_ROLE_VIDEO))
            try second.start()
            _ = try second.take(2)
            second.destroy()
            try bench.end()
        }
    }
}
