// SPDX-License-Identifier: MIT
// Frames that come, go back and come again; tokens used wrongly.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension BridgeTests {
    @Suite struct FrameTests {
        private let video = prism_configuration.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 640, 480)])
        private let small = prism_configuration.wish([.wish(PRISM_ROLE_VIDEO, "YU12", 320, 240)])

        @Test func framesComeInOrderAndGoBack() throws {
            let rig = try Rig()
            try rig.session.configure(video)
            try rig.session.start()
            let frames = try rig.session.take(20)
            try rig.session.stop()
            for (earlier, later) in zip(frames, frames.dropFirst()) {
                #expect(later.metadata.sequence == earlier.metadata.sequence + 1)
                #expect(later.metadata.timestamp_ns > earlier.metadata.timestamp_ns)
            }
            #expect(Set(frames.map(\.token)).count == 20)
            #expect(rig.session.counters.in_flight == 0)
            try rig.end()
        }

        @Test func startUpFramesAreHiddenAndCounted() throws {
            let rig = try Rig()
            try rig.session.configure(video)
            try rig.session.start()
            let frames = try rig.session.take(2)
            #expect(frames[0].hidden == 2)
            #expect(frames[0].metadata.sequence == 2)
            #expect(frames[1].hidden == 0)
            #expect(rig.session.counters.hidden == 2)
            try rig.end()
        }

        @Test func aTokenGoesBackOnce() throws {
            let rig = try Rig()
            try rig.session.configure(video)
            try rig.session.start()
            let frame = try #require(rig.session.next())
            try rig.session.requeue(frame)
            // The slot comes round again under another token, so the old one never fits it.
            for _ in 0..<8 {
                #expect(throws: Failure(code: -EINVAL)) { try rig.session.requeue(frame) }
                _ = try rig.session.take(1)
            }
            #expect(prism_session_requeue(rig.session.handle, 0) == -EINVAL)
            #expect(prism_session_requeue(rig.session.handle, 77) == -EINVAL)
            try rig.end()
        }

        @Test func framesMayGoBackInsideTheCallback() throws {
            let rig = try Rig()
            try rig.session.configure(video)
            let results = Monitor<[Int32]>([])
            rig.session.inbox.change {
                $0.inCallback = { session, frame in
                    let result = prism_session_requeue(session, frame.token)
                    results.change { $0.append(result) }
                    return true
                }
            }
            try rig.session.start()
            let enough = results.wait { $0.count >= 50 ? $0.prefix(50) : nil }
            try rig.session.stop()
            #expect(enough?.allSatisfy { $0 == 0 } == true)
            try rig.end()
        }

        @Test func lifecycleCallsInsideACallbackAreRefused() throws {
            let rig = try Rig()
            try rig.session.configure(video)
            let results = Monitor<[Int32]>([])
            let manager = UInt(bitPattern: rig.manager.handle)
            rig.session.inbox.change {
                $0.inCallback = { session, frame in
                    var wish = prism_configuration.wish([.wish(PRISM_ROLE_VIDEO)])
                    let calls = [
                        prism_session_stop(session), prism_session_start(session),
                        prism_session_close(session), prism_session_configure(session, &wish, 1),
                        prism_manager_close(OpaquePointer(bitPattern: manager)),
                    ]
                    results.change { $0 = calls }
                    return false
                }
            }
            try rig.session.start()
            let calls = try #require(results.wait { $0.isEmpty ? nil : $0 })
            #expect(calls.allSatisfy { $0 == -EDEADLK })
            #expect(try rig.session.take(3).count == 3)
            try rig.end()
        }

        @Test func aFrameHeldOverStopAndStartJoinsTheNewRun() throws {
            let rig = try Rig()
            try rig.session.configure(video)
            try rig.session.start()
            let held = try #require(rig.session.next())
            try rig.session.stop()
            prism_mock_set_allowance("bench", 1)
            try rig.session.start()
            _ = try rig.session.take(6)
            // The one that is held, and perhaps the next one, which may have come by now.
            #expect((1...2).contains(rig.session.counters.out))
            let before = try rig.session.withPlane(held, bytes: 64) { Array($0) }
            _ = try rig.session.take(6)
            #expect(try rig.session.withPlane(held, bytes: 64) { Array($0) } == before)
            prism_mock_set_allowance("bench", 0)
            try rig.session.requeue(held)
            #expect(throws: Failure(code: -EINVAL)) { try rig.session.requeue(held) }
            let descriptors = try rig.session.take(8).map { $0.descriptors[0][0] }
            #expect(descriptors.contains(held.descriptors[0][0]))
            #expect(Set(descriptors).count == 4)
            try rig.end()
        }

        @Test func aFrameHeldOverReconfigureKeepsItsMemory() throws {
            let rig = try Rig()
            try rig.session.configure(video)
            try rig.session.start()
            let held = try #require(rig.session.next())
            let size = 640 * 480 * 3 / 2
            let before = try rig.session.withPlane(held, bytes: size) { Array($0) }
            try rig.session.stop()
            try rig.session.configure(small)
            try rig.session.start()
            _ = try rig.session.take(6)
            #expect(try rig.session.withPlane(held, bytes: size) { Array($0) } == before)
            #expect(fcntl(held.descriptors[0][0], F_GETFD) >= 0)
            #expect(rig.session.counters.mapped_bytes == UInt64(size))
            try rig.session.requeue(held)
            #expect(fcntl(held.descriptors[0][0], F_GETFD) == -1)
            #expect(rig.session.counters.mapped_bytes == 0)
            #expect(throws: Failure(code: -EINVAL)) { try rig.session.requeue(held) }
            try rig.end()
        }

        @Test func framesStayValidOverClose() throws {
            let rig = try Rig()
            try rig.session.configure(video)
            prism_mock_set_allowance("bench", 4)
            try rig.session.start()
            let held = try [#require(rig.session.next()), #require(rig.session.next())]
            try rig.session.close()
            for frame in held + rig.session.inbox.change({ $0.takeAll() }) {
                let sum = try rig.session.withPlane(frame, bytes: 640 * 480) { $0.reduce(0, &+) }
                #expect(sum != 0 || frame.metadata.sequence > 0)
                try rig.session.requeue(frame)
                #expect(throws: Failure(code: -EINVAL)) { try rig.session.requeue(frame) }
            }
            #expect(rig.session.counters.out == 0)
            try rig.end()
        }

        @Test func aPlaneIsMappedOncePerBuffer() throws {
            let rig = try Rig()
            try rig.session.configure(small)
            try rig.session.start()
            for _ in 0..<40 {
                let frame = try #require(rig.session.next())
                _ = try rig.session.withPlane(frame, plane: 2, bytes: 1) { $0[0] }
                try rig.session.requeue(frame)
            }
            #expect(rig.session.counters.mapped_bytes == 4 * 320 * 240 * 3 / 2)
            let frame = try #require(rig.session.next())
            #expect(throws: Failure(code: -EINVAL)) {
                try rig.session.withPlane(frame, image: 1, bytes: 1) { $0[0] }
            }
            try rig.session.requeue(frame)
            #expect(throws: Failure(code: -EINVAL)) {
                try rig.session.withPlane(frame, bytes: 1) { $0[0] }
            }
            try rig.end()
        }
    }
}
