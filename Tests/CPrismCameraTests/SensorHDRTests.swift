// SPDX-License-Identifier: MIT
// The sensor's own HDR: a switch that changes the modes, which a manager sees when it starts.

import BridgeTestSupport
import CPrismCamera
import Testing

extension BridgeTests {
    @Suite struct SensorHDRTests {
        private func restart(_ manager: TestManager) -> Int32 {
            var list: [UnsafePointer<CChar>?] = [nil]
            return prism_manager_restart(manager.handle, &list)
        }

        private func configure(_ session: TestSession) throws -> prism_configuration {
            var wish = prism_configuration.wish([.wish(PRISM_ROLE_VIEWFINDER, "NV12", 640, 360)])
            wish.sensor_width = 4608
            wish.sensor_height = 2592
            return try session.configure(wish)
        }

        @Test func theSwitchChangesTheModesWhenTheManagerStartsAnew() throws {
            let camera = try MockCamera("wide")
            let manager = try TestManager()
            var session = try TestSession(manager, "wide")
            #expect(try configure(session).sensor_width == 4608)
            #expect(prism_mock_set_sensor_hdr("wide", 1) == -16, "it is open")
            session.destroy()
            #expect(prism_mock_set_sensor_hdr("wide", 1) == 0)
            session = try TestSession(manager, "wide")
            #expect(try configure(session).sensor_width == 4608, "the modes are cached")
            session.destroy()
            #expect(restart(manager) == 0)
            session = try TestSession(manager, "wide")
            #expect(try configure(session).sensor_width == 2304)
            session.destroy()
            #expect(prism_mock_sensor_hdr("wide") == 1)
            #expect(prism_mock_set_sensor_hdr("wide", 0) == 0 && restart(manager) == 0)
            session = try TestSession(manager, "wide")
            #expect(try configure(session).sensor_width == 4608)
            session.destroy()
            try manager.close()
            withExtendedLifetime(camera) {}
        }

        @Test func aSensorWithoutItSaysSo() throws {
            let camera = try MockCamera("narrow", sensor: "imx477")
            #expect(prism_mock_set_sensor_hdr("narrow", 1) == -25)
            #expect(prism_mock_sensor_hdr("nobody") == -2)
            withExtendedLifetime(camera) {}
        }

        @Test func highlightsAreKept() throws {
            // Two stops over white at the exposure that suits the rest.
            var lumas: [Double] = []
            for isOn in [false, true] {
                let camera = try MockCamera("wide", scene: ([188, 188, 188], 1, 1))
                #expect(prism_mock_set_sensor_hdr("wide", isOn ? 1 : 0) == 0)
                let manager = try TestManager()
                let session = try TestSession(manager, "wide")
                prism_mock_set_light("wide", 3, 0)
                let configuration = try session.configure(
                    .wish([.wish(PRISM_ROLE_VIEWFINDER, "NV12", 640, 360)]))
                // An exposure that is right for a light of one, shortened where the sensor widens the range.
                try session.set(Rig.manual(us: isOn ? 2_500 : 10_000, gain: 2))
                try session.start()
                let frame = try #require(session.next())
                lumas.append(try Pixels(session, frame, configuration.list[0]).meanLuma)
                try session.stop()
                try session.requeue(frame)
                session.destroy()
                try manager.close()
                withExtendedLifetime(camera) {}
            }
            #expect(lumas[0] > 234 && lumas[1] < 225 && lumas[1] > 120, "\(lumas)")
        }
    }
}
