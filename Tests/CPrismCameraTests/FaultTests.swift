// SPDX-License-Identifier: MIT
// Fault scripts: their grammar, and what each fault looks like from outside.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension BridgeTests {
    @Suite struct FaultTests {
        private let video = prism_configuration.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 64, 64)])

        private static let kinds =
            "expected stall, late, cancel, unplug, drop, corrupt, timeout, clock, busy or nomem"

        private func running(_ faults: String, virtual: Bool = true) throws -> Rig {
            let rig = try Rig(virtual: virtual, faults: faults, render: false)
            try rig.session.configure(video)
            try rig.session.start()
            return rig
        }

        private func parse(_ script: String) -> (code: Int32, message: String) {
            var options = prism_mock_options()
            options.size = UInt32(MemoryLayout<prism_mock_options>.size)
            var message = [CChar](repeating: 0, count: 200)
            let code = script.withCString { script in
                options.faults = script
                return prism_mock_define("parsed", &options, &message, message.count)
            }
            prism_mock_undefine("parsed")
            let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return (code, String(decoding: text, as: UTF8.self))
        }

        @Test(arguments: [
            "stall@3", "stall@3:2", "late@0:40", "cancel@7", "cancel@7:3", "unplug@9", "unplug@9:0",
            "busy", "busy:2", "stall@1+late@2:3,cancel@4;unplug@5:6", "drop@3", "drop@3:4",
            "corrupt@2:2", "timeout@5", "timeout@5:2", "clock@3:500", "clock@3:-500", "nomem",
            "nomem:1",
        ])
        func goodScriptsAreTaken(_ script: String) {
            #expect(parse(script).code == 0)
        }

        @Test(arguments: [
            ("", 1, FaultTests.kinds),
            ("stal@1", 1, FaultTests.kinds),
            ("stall", 6, "expected '@' and a frame number"),
            ("stall@", 7, "expected a frame number of at most 9 digits"),
            ("stall@-1", 7, "expected a frame number of at most 9 digits"),
            ("stall@1234567890", 16, "expected a frame number of at most 9 digits"),
            ("late@1", 7, "expected ':' and milliseconds"),
            ("late@1:x", 8, "expected a number of at most 9 digits"),
            ("cancel@1:0", 11, "expected a number above 0 before this"),
            ("busy@1", 5, "expected '+', ',', ';' or the end"),
            ("clock@1", 8, "expected ':' and milliseconds"),
            ("late@1:-5", 8, "expected a number of at most 9 digits"),
            ("busy+", 6, "expected another fault after the separator"),
            ("busy+ stall@1", 6, FaultTests.kinds),
        ])
        func badScriptsAreRefusedWithTheirPosition(script: String, at: Int, text: String) {
            let (code, message) = parse(script)
            #expect(code == -EINVAL)
            #expect(message == "fault script, character \(at): \(text)")
        }

        @Test func randomScriptsAreTakenOrRefused() {
            var random = SplitMix(seed: 7)
            let parts = [
                "stall", "late", "cancel", "unplug", "busy", "@", ":", "+", ",", "7", "0", "x",
                "drop", "corrupt", "timeout", "clock", "nomem", "-",
            ]
            var taken = 0
            for _ in 0..<5000 {
                let script = (0..<random.below(8)).map { _ in parts[random.below(parts.count)] }
                let (code, message) = parse(script.joined())
                #expect(code == 0 || code == -EINVAL)
                #expect((code == 0) == message.isEmpty)
                taken += code == 0 ? 1 : 0
            }
            #expect(taken > 5)
        }

        @Test func otherOptionsAreRefusedWithALine() {
            var options = prism_mock_options()
            options.size = UInt32(MemoryLayout<prism_mock_options>.size)
            var message = [CChar](repeating: 0, count: 200)
            let code = "imx999".withCString { sensor in
                options.sensor = sensor
                return prism_mock_define("wrong", &options, &message, message.count)
            }
            #expect(code == -EINVAL && message[0] != 0)
            options.sensor = nil
            let pixel: [UInt8] = [1, 2, 3]
            pixel.withUnsafeBufferPointer {
                options.scene = $0.baseAddress
                options.scene_width = 2
                options.scene_height = 1
                options.scene_stride = 3
                #expect(prism_mock_define("wrong", &options, &message, 200) == -EINVAL)
            }
            #expect(prism_mock_undefine("wrong") == -ENOENT)
        }

        @Test(arguments: [("stall@3", 1), ("stall@3:2", 2)])
        func aStallLastsUntilStopAndHappensSoOften(faults: String, times: Int) throws {
            let rig = try running(faults)
            _ = try rig.session.take(3)
            var stalledRuns = 0
            for _ in 0..<4 {
                if let frame = rig.session.next(seconds: 0.8) {
                    try rig.session.requeue(frame)
                } else {
                    stalledRuns += 1
                    #expect(rig.session.counters.in_flight == 4)
                }
                try rig.session.stop()
                for frame in rig.session.inbox.change({ $0.takeAll() }) {
                    try rig.session.requeue(frame)
                }
                try rig.session.start()
            }
            #expect(stalledRuns == times)
            _ = try rig.session.take(20)
            try rig.end()
        }

        @Test func aLateFrameCostsTheFramesMeanwhile() throws {
            let rig = try running("late@2:100")
            let frames = try rig.session.take(5).map(\.metadata)
            #expect(frames[2].sequence == frames[1].sequence + 1)
            #expect(frames[2].timestamp_ns == frames[1].timestamp_ns + 33_333_000)
            #expect(frames[3].sequence > frames[2].sequence + 2)
            #expect(frames[3].timestamp_ns > frames[2].timestamp_ns + 100_000_000)
            try rig.end()
        }

        @Test func cancelledFramesRestUntilTheNextStart() throws {
            let rig = try running("cancel@2:2")
            let frames = try rig.session.take(8)
            let isCancelled = frames.map { $0.status == PRISM_COMPLETION_CANCELLED.rawValue }
            #expect(isCancelled == [false, false, true, true, false, false, false, false])
            #expect(rig.session.counters.cancelled == 2)
            let buffers = Set(try rig.session.take(8).map { $0.descriptors[0][0] })
            #expect(buffers.count == 2)
            try rig.session.stop()
            try rig.session.start()
            let again = Set(try rig.session.take(8).map { $0.descriptors[0][0] })
            #expect(again.count == 4)
            try rig.end()
        }

        @Test func droppedFramesLeaveAGap() throws {
            let rig = try running("drop@3:2")
            let frames = try rig.session.take(6).map(\.metadata)
            #expect(frames.map(\.sequence) == [2, 3, 4, 7, 8, 9])
            #expect(frames[3].timestamp_ns == frames[2].timestamp_ns + 3 * 33_333_000)
            try rig.end()
        }

        @Test func aCorruptFrameIsMarkedAndLooksIt() throws {
            let rig = try Rig(faults: "corrupt@1", sight: MockScene("chart"))
            let configuration = try rig.session.configure(
                .wish([.wish(PRISM_ROLE_VIDEO, "NV12", 320, 240)], buffers: 1))
            try rig.session.set(Rig.manual(us: 9000, gain: 2))
            try rig.session.start()
            var lumas: [[UInt8]] = []
            var states: [UInt32] = []
            for _ in 0..<3 {
                let frame = try #require(rig.session.next())
                states.append(frame.status)
                lumas.append(try Pixels(rig.session, frame, configuration.list[0]).planes[0])
                try rig.session.requeue(frame)
            }
            #expect(states == [0, PRISM_COMPLETION_ERROR.rawValue, 0])
            #expect(lumas[0] == lumas[2] && lumas[0] != lumas[1])
            try rig.end()
        }

        @Test(arguments: [true, false])
        func aFrontEndTimeOutCancelsAllUntilStop(virtual: Bool) throws {
            let rig = try running("timeout@3", virtual: virtual)
            _ = try rig.session.take(3)
            let cancelled = try (0..<4).map { _ in try #require(rig.session.next()) }
            #expect(cancelled.allSatisfy { $0.status == PRISM_COMPLETION_CANCELLED.rawValue })
            for frame in cancelled { try rig.session.requeue(frame) }
            #expect(rig.session.counters.in_flight == 0)
            try rig.session.stop()
            try rig.session.start()
            #expect(try rig.session.take(8).allSatisfy { $0.status == 0 })
            try rig.end()
        }

        @Test(arguments: [("clock@3:500", 500), ("clock@3:-500", -500)])
        func theTimestampsJump(faults: String, by: Int64) throws {
            let rig = try running(faults)
            let times = try rig.session.take(6).map(\.metadata.timestamp_ns)
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            let usual: Int64 = 33_333_000
            #expect(steps == [usual, usual, usual + by * 1_000_000, usual, usual])
            try rig.end()
        }

        @Test func withoutMemoryNothingIsConfigured() throws {
            let rig = try Rig(faults: "nomem:1", render: false)
            #expect(throws: Failure(code: -ENOMEM)) { try rig.session.configure(video) }
            #expect(throws: Failure(code: -EINVAL)) { try rig.session.start() }
            #expect(prism_mock_buffer_bytes() == 0)
            try rig.session.configure(video)
            try rig.session.start()
            _ = try rig.session.take(5)
            try rig.end()
        }

        @Test(.timeLimit(.minutes(1))) func anUnpluggedCameraAnswersAndReturns() throws {
            let rig = try running("unplug@3:1")
            let frames = try (0..<3).map { _ in
                let frame = try #require(rig.session.next())
                prism_mock_set_allowance("bench", 4)
                return frame
            }
            #expect(rig.session.inbox.wait { $0.isDisconnected ? true : nil } == true)
            for frame in frames { try rig.session.requeue(frame) }
            try rig.session.stop()
            #expect(throws: Failure(code: -ENODEV)) { try rig.session.start() }
            #expect(throws: Failure(code: -ENODEV)) { try rig.session.configure(video) }
            #expect(throws: Failure(code: -ENODEV)) { try rig.session.set([]) }
            let counters = rig.session.counters
            #expect(counters.in_flight == 0 && counters.out == 0)
            let plug = rig.manager.announcements.wait { $0.count >= 2 ? $0 : nil }
            #expect(plug == [.init(id: "bench", added: false), .init(id: "bench", added: true)])
            try rig.session.close()
            let second = try TestSession(rig.manager, "bench")
            try second.configure(video)
            try second.start()
            _ = try second.take(10)
            second.destroy()
            try rig.end()
        }

        @Test func anUnpluggedCameraIsGoneFromTheList() throws {
            let rig = try running("unplug@0")
            #expect(rig.session.inbox.wait { $0.isDisconnected ? true : nil } == true)
            #expect(rig.manager.announcements.wait { $0.first } == .init(id: "bench", added: false))
            #expect(try rig.manager.cameras().isEmpty)
            try rig.session.close()
            #expect(throws: Failure(code: -ENODEV)) { try TestSession(rig.manager, "bench") }
            rig.session.destroy()
            try rig.manager.close()
            let second = try TestManager()
            #expect(throws: Failure(code: -ENODEV)) { try TestSession(second, "bench") }
            try second.close()
            try rig.end()
        }

        @Test func aBusyCameraIsRefusedSoOften() throws {
            let camera = try MockCamera("bench", faults: "busy:2")
            let manager = try TestManager()
            for _ in 0..<2 {
                #expect(throws: Failure(code: -EBUSY)) { try TestSession(manager, "bench") }
            }
            try TestSession(manager, "bench").destroy()
            try manager.close()
            withExtendedLifetime(camera) {}
        }
    }
}
