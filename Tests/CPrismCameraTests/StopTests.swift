// SPDX-License-Identifier: MIT
// Stopping against all that can run beside it, and a thousand cycles that leave nothing.

import BridgeTestSupport
import CBridgeTestSupport
import CPrismCamera
import Foundation
import Testing

extension BridgeTests {
    @Suite struct StopTests {
        private let video = prism_configuration.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 64, 64)])

        @Test func aThousandCyclesLeaveNothing() throws {
            let rig = try Rig(render: false)
            func cycle() throws {
                try rig.session.configure(video)
                try rig.session.start()
                let frame = try #require(rig.session.next())
                _ = try rig.session.withPlane(frame, bytes: 1) { $0[0] }
                try rig.session.stop()
                rig.session.inbox.change { $0.frames.removeAll() }
                try rig.session.requeue(frame)
            }
            try cycle()
            let before = try ProcessUsage.now(), bytes = prism_mock_buffer_bytes()
            for _ in 0..<1000 { try cycle() }
            let after = try ProcessUsage.now()
            #expect(after.isFlat(since: before, cycles: 1000), "\(before) → \(after)")
            #expect(prism_mock_buffer_bytes() == bytes)
            #expect(rig.session.counters.generation == 1001)
            try rig.end()
        }

        @Test func openingAndClosingLeavesNothing() throws {
            func cycle() throws {
                let rig = try Rig(render: false)
                try rig.session.configure(video)
                try rig.session.start()
                _ = try #require(rig.session.next())
                try rig.end()
            }
            try cycle()
            let before = try ProcessUsage.now()
            for _ in 0..<50 { try cycle() }
            let after = try ProcessUsage.now()
            #expect(after.isFlat(since: before, cycles: 50), "\(before) → \(after)")
        }

        @Test func noCallbackComesAfterStop() throws {
            let rig = try Rig(virtual: false, render: false)
            try rig.session.configure(video)
            rig.session.inbox.change {
                $0.inCallback = { session, frame in
                    prism_session_requeue(session, frame.token) == 0
                }
            }
            try rig.session.set([
                ("FrameDurationLimits", .longs([8400, 8400])), ("AeEnable", .bool(false)),
                ("ColourGains", .floats([2, 2])),
            ])
            for round in 0..<30 {
                try rig.session.start()
                let wanted = rig.session.inbox.change { $0.count } + round % 3
                _ = rig.session.inbox.wait { $0.count >= wanted ? true : nil }
                try rig.session.stop()
                let atStop = rig.session.inbox.change { $0.count }
                #expect(rig.session.counters.in_flight == 0)
                #expect(
                    rig.session.inbox.wait(seconds: 0.01) { $0.count > atStop ? true : nil } == nil)
            }
            try rig.end()
        }

        /// Four threads give frames back while one starts and stops.
        @Test func givingBackMayRaceWithStop() throws {
            let rig = try Rig(render: false)
            let session = rig.session
            prism_mock_set_allowance("bench", 16)
            try session.configure(.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 64, 64)], buffers: 16))
            let isOver = Monitor(false)
            let failures = Monitor<[Int32]>([])
            let done = DispatchGroup()
            for _ in 0..<4 {
                DispatchQueue.global().async(group: done) {
                    while true {
                        let frame = session.inbox.wait { inbox -> Frame?? in
                            if let frame = inbox.frames.popLast() { return .some(frame) }
                            return isOver.change { $0 } ? .some(nil) : nil
                        }
                        guard let frame, let frame else { return }
                        let result = prism_session_requeue(session.handle, frame.token)
                        if result != 0 { failures.change { $0.append(result) } }
                    }
                }
            }
            for _ in 0..<200 {
                try session.start()
                let wanted = session.inbox.change { $0.count } + 5
                _ = session.inbox.wait { $0.count >= wanted ? true : nil }
                try session.stop()
            }
            isOver.change { $0 = true }
            session.inbox.change { _ in }
            done.wait()
            #expect(failures.change { $0 } == [])
            #expect(session.counters.out == 0 && session.counters.in_flight == 0)
            try session.start()
            _ = session.next()
            try rig.end()
        }

        @Test func aForkedChildIsAnsweredWithAnError() throws {
            let rig = try Rig(render: false)
            try rig.session.configure(video)
            try rig.session.start()
            var handles = bridge_test_handles(
                manager: UnsafeMutableRawPointer(rig.manager.handle),
                session: UnsafeMutableRawPointer(rig.session.handle))
            #expect(bridge_test_in_fork(bridge_test_misuse_after_fork, &handles) == 0)
            _ = try rig.session.take(5)
            try rig.end()
        }
    }
}
