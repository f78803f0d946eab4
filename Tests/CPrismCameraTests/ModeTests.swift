// SPDX-License-Identifier: MIT
// Every mode of every simulated sensor: its rate, its field of view, and changing between them for long.

import BridgeTestSupport
import CPrismCamera
import Testing

extension BridgeTests {
    @Suite struct ModeTests {
        private func wish(_ width: UInt32, _ height: UInt32) -> prism_configuration {
            var wish = prism_configuration.wish(
                [.wish(PRISM_ROLE_VIEWFINDER, "NV12", 320, 240)], buffers: 2)
            wish.sensor_width = width
            wish.sensor_height = height
            return wish
        }

        @Test(arguments: SensorFigures.all)
        func everyModeRunsAtItsRate(name: String) throws {
            let sensor = try SensorFigures(name)
            let rig = try Rig(sensor: name, render: false)
            for mode in sensor.modes {
                let configuration = try rig.session.configure(wish(mode.width, mode.height))
                #expect(configuration.sensor_width == mode.width)
                #expect(configuration.sensor_height == mode.height)
                let shortest = mode.shortest / 1000
                try rig.session.set(
                    Rig.manual(us: 500) + [("FrameDurationLimits", .longs([shortest, shortest]))])
                try rig.session.start()
                let times = try rig.session.take(12).map(\.metadata.timestamp_ns)
                try rig.session.stop()
                for frame in rig.session.inbox.change({ $0.takeAll() }) {
                    try rig.session.requeue(frame)
                }
                let rate = 11e9 / Double(times[11] - times[0])
                #expect(abs(rate - 1e9 / Double(mode.shortest)) < 1, "\(mode): \(rate) fps")
            }
            try rig.end()
        }

        @Test(arguments: SensorFigures.all)
        func theCropOfAModeIsWhatItShows(name: String) throws {
            let sensor = try SensorFigures(name)
            let rig = try Rig(sensor: name, render: false)
            for mode in sensor.modes {
                try rig.session.configure(wish(mode.width, mode.height))
                try rig.session.start()
                let crop = try #require(rig.session.next())
                try rig.session.stop()
                try rig.session.requeue(crop)
                // 4:3 of the mode's field.
                let width = min(Double(mode.cropWidth), Double(mode.cropHeight) * 4 / 3)
                #expect(abs(Double(crop.metadata.crop_width) - width) < 2, "\(mode)")
                let left = (Int(sensor.raw.width) - Int(crop.metadata.crop_width)) / 2
                #expect(Int(crop.metadata.crop_x) == left)
            }
            try rig.end()
        }

        @Test func aThousandModeChangesLeaveNothingBehind() throws {
            let sensor = try SensorFigures("imx708")
            let rig = try Rig(sight: MockScene("chart"))
            var sizes: [(buffers: UInt64, others: UInt64)] = []
            for round in 0..<1000 {
                let mode = sensor.modes[round % sensor.modes.count]
                try rig.session.configure(wish(mode.width, mode.height))
                if round % 3 == 2 {
                    sizes.append((prism_mock_buffer_bytes(), prism_mock_memory_bytes()))
                }
            }
            #expect(sizes.allSatisfy { $0 == sizes[0] })
            try rig.end()
        }
    }
}
