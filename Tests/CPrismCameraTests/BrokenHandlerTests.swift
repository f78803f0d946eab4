// SPDX-License-Identifier: MIT
// The bridge in front of a handler that breaks its promises, loaded as a plug-in.

import BridgeTestSupport
import CPrismCamera
import Foundation
import Glibc
import Testing

extension BridgeTests {
    @Suite struct BrokenHandlerTests {
        /// The plug-in lies beside the test program.
        private static let plugin = URL(fileURLWithPath: CommandLine.arguments[0])
            .resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("libprism-test-handler.so").path

        private struct Bench {
            let manager: TestManager
            let session: TestSession

            init(_ camera: String) throws {
                manager = try TestManager(plugin: BrokenHandlerTests.plugin)
                session = try TestSession(manager, camera)
                try session.configure(.wish([.wish(PRISM_ROLE_VIDEO)], buffers: 0))
            }

            /// The handler does its one thing; its callbacks come before this returns.
            func tick() { _ = prism_session_now(session.handle, nil) }
            var taken: [Frame] { session.inbox.change { $0.takeAll() } }

            func end() throws {
                session.destroy()
                try manager.close()
            }
        }

        @Test func aPluginIsLoadedAndNamesItself() throws {
            let bench = try Bench("good")
            #expect(String(cString: prism_manager_handler_name(bench.manager.handle)) == "test")
            #expect(throws: Failure(code: -EALREADY)) {
                try TestManager(plugin: BrokenHandlerTests.plugin)
            }
            // Another handler's manager may be open beside it.
            try TestManager().close()
            try bench.session.start()
            bench.tick()
            #expect(bench.taken.count == 1)
            try bench.end()
        }

        /// The loader would map such a file and take a SIGBUS in it.
        @Test func aPluginThatWasCutShortIsRefusedWithALine() throws {
            let whole = try Data(contentsOf: URL(fileURLWithPath: BrokenHandlerTests.plugin))
            let short = FileManager.default.temporaryDirectory
                .appendingPathComponent("prism-\(UUID().uuidString).so")
            defer { try? FileManager.default.removeItem(at: short) }
            for count in [0, 10, 64, 200, whole.count / 2, whole.count - 1] {
                try whole.prefix(count).write(to: short)
                var manager: OpaquePointer?
                var message = [CChar](repeating: 0, count: 256)
                #expect(
                    prism_manager_open(short.path, nil, nil, &manager, &message, message.count)
                        == -ELIBBAD, "\(count) bytes")
                #expect(message[0] != 0 && manager == nil)
            }
        }

        @Test func aSecondCompletionOfTheSameRequestIsIgnored() throws {
            let bench = try Bench("twice")
            try bench.session.start()
            bench.tick()
            let frames = bench.taken
            #expect(frames.count == 1)
            try bench.session.requeue(frames[0])
            bench.tick()
            #expect(bench.taken.count == 1)
            #expect(bench.session.counters.completed == 2)
            try bench.end()
        }

        @Test func completionsAfterStopAreIgnored() throws {
            let bench = try Bench("late")
            try bench.session.start()
            try bench.session.stop()
            #expect(bench.session.counters.in_flight == 0)
            bench.tick()
            bench.tick()
            #expect(bench.taken.isEmpty)
            #expect(bench.session.counters.completed == 0)
            #expect(bench.session.counters.cancelled == 2)
            try bench.end()
        }

        @Test func aCompletionThatIsNobodysIsIgnored() throws {
            let bench = try Bench("foreign")
            try bench.session.start()
            bench.tick()
            #expect(bench.taken.isEmpty)
            #expect(bench.session.counters.in_flight == 2)
            try bench.end()
        }

        @Test func aSlotThatTheHandlerRefusesStaysIdleAndKeepsItsControls() throws {
            let bench = try Bench("refusing")
            try bench.session.start()
            bench.tick()
            let frame = try #require(bench.taken.first)
            let serial = try bench.session.set([("Value", .int(7))])
            try bench.session.requeue(frame)
            var counters = bench.session.counters
            #expect(counters.out == 0 && counters.in_flight == 1)
            try bench.session.stop()
            #expect(throws: Failure(code: -ENODEV)) { try bench.session.start() }
            counters = bench.session.counters
            #expect(counters.out == 0 && counters.in_flight == 0)
            try bench.session.stop()
            #expect(serial == 1)
            try bench.end()
        }

        @Test func startUpFramesAreQueuedAgainInTheCallback() throws {
            let bench = try Bench("startup")
            try bench.session.start()
            for _ in 0..<7 { bench.tick() }
            #expect(bench.taken.isEmpty)
            #expect(bench.session.counters.hidden == 7)
            #expect(bench.session.counters.in_flight == 2)
            try bench.end()
        }

        @Test func descriptorsAreTheBridgesOwn() throws {
            let bench = try Bench("good")
            try bench.session.start()
            bench.tick()
            let frame = try #require(bench.taken.first)
            let handlers = try bench.session.withPlane(frame, bytes: 1) { _ in
                frame.descriptors[0][0]
            }
            try bench.session.stop()
            try bench.session.close()
            // The handler has closed its own by now.
            #expect(fcntl(handlers, F_GETFD) >= 0)
            try bench.session.requeue(frame)
            #expect(fcntl(handlers, F_GETFD) == -1)
            try bench.end()
        }
    }
}
