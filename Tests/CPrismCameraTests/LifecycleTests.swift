// SPDX-License-Identifier: MIT
// Managers and sessions opened, closed and misused.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension BridgeTests {
    @Suite struct LifecycleTests {
        private let video = prism_configuration.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 640, 480)])

        @Test func aSecondManagerIsRefused() throws {
            let manager = try TestManager()
            #expect(throws: Failure(code: -EALREADY)) { try TestManager() }
            try manager.close()
            try TestManager().close()
        }

        @Test(arguments: [
            ("/nowhere/plugin.so", -ENOENT), ("/proc/self/exe", -ELIBBAD), ("/dev/null", -ELIBBAD),
        ])
        func whatIsNoPluginIsRefusedWithALine(path: String, code: Int32) {
            var manager: OpaquePointer?
            var message = [CChar](repeating: 0, count: 256)
            #expect(
                prism_manager_open(path, nil, nil, &manager, &message, message.count) == code)
            #expect(message[0] != 0)
            #expect(manager == nil)
        }

        @Test func theManagerStaysOpenWhileASessionIs() throws {
            let rig = try Rig()
            #expect(throws: Failure(code: -EBUSY)) { try rig.manager.close() }
            #expect(prism_manager_restart(rig.manager.handle, nil) == -EBUSY)
            try rig.session.close()
            #expect(prism_manager_restart(rig.manager.handle, nil) == 0)
            try rig.end()
        }

        @Test func aRestartChangesTheEnvironment() throws {
            let manager = try TestManager()
            setenv("PRISM_TEST_GONE", "1", 1)
            let changes: [String] = ["PRISM_TEST_SET=a=b", "PRISM_TEST_GONE"]
            let strings = changes.compactMap { strdup($0) }
            defer { strings.forEach { free($0) } }
            var list: [UnsafePointer<CChar>?] = strings.map { UnsafePointer($0) }
            list.append(nil)
            #expect(prism_manager_restart(manager.handle, list) == 0)
            #expect(getenv("PRISM_TEST_SET").map { String(cString: $0) } == "a=b")
            #expect(getenv("PRISM_TEST_GONE") == nil)
            try manager.close()
        }

        @Test func aCameraIsOpenedByOneOnly() throws {
            let rig = try Rig()
            #expect(throws: Failure(code: -EBUSY)) { try TestSession(rig.manager, "bench") }
            #expect(throws: Failure(code: -ENODEV)) { try TestSession(rig.manager, "nobody") }
            #expect(prism_mock_undefine("bench") == -EBUSY)
            try rig.session.close()
            let second = try TestSession(rig.manager, "bench")
            second.destroy()
            try rig.end()
        }

        @Test func callsInTheWrongOrderAreRefused() throws {
            let rig = try Rig()
            let session = rig.session
            #expect(throws: Failure(code: -EINVAL)) { try session.start() }
            #expect(throws: Failure(code: -EINVAL)) { try session.set([("AeEnable", .bool(true))]) }
            try session.stop()
            try session.configure(video)
            try session.start()
            #expect(throws: Failure(code: -EALREADY)) { try session.start() }
            #expect(throws: Failure(code: -EBUSY)) { try session.configure(video) }
            try session.stop()
            try session.stop()
            try session.close()
            try session.close()
            #expect(throws: Failure(code: -ESHUTDOWN)) { try session.configure(video) }
            #expect(throws: Failure(code: -EINVAL)) { try session.start() }
            #expect(throws: Failure(code: -ESHUTDOWN)) { try session.controls() }
            try rig.end()
        }

        @Test func nullIsAnErrorAndNotACrash() {
            #expect(prism_manager_close(nil) == -EINVAL)
            #expect(prism_session_start(nil) == -EINVAL)
            #expect(prism_session_requeue(nil, 1) == -EINVAL)
            #expect(prism_session_configure(nil, nil, 1) == -EINVAL)
            #expect(prism_session_now(nil, nil) == 0)
            #expect(String(cString: prism_manager_handler_name(nil)) == "")
            prism_session_destroy(nil)
        }

        @Test func camerasComeAndGoWhileTheManagerIsOpen() throws {
            let manager = try TestManager()
            var camera: MockCamera? = try MockCamera("late", sensor: "ov5647")
            let came = manager.announcements.wait { $0.first }
            #expect(came == .init(id: "late", added: true))
            #expect(try manager.cameras().contains { $0 == ("late", "ov5647") })
            withExtendedLifetime(camera) {}
            camera = nil
            let went = manager.announcements.wait { $0.count > 1 ? $0[1] : nil }
            #expect(went == .init(id: "late", added: false))
            try manager.close()
        }

        @Test func adjustingAloneChangesNothing() throws {
            let rig = try Rig()
            var wish = prism_configuration.wish([.wish(PRISM_ROLE_VIDEO, "NV12", 641, 481)])
            #expect(prism_session_configure(rig.session.handle, &wish, 0) == 1)
            #expect(wish.list[0].width == 640 && wish.list[0].height == 480)
            #expect(rig.session.counters.slots == 0)
            #expect(throws: Failure(code: -EINVAL)) { try rig.session.start() }
            try rig.end()
        }
    }
}
