// SPDX-License-Identifier: MIT
// Every sensor mode in raw, packed and not: size, depth and colour order are what was asked for.

import BridgeTestSupport
import CPrismCamera
import Testing

extension BridgeTests {
    @Suite struct RawModeTests {
        private static let packed: UInt64 = 0x0B << 56 | 1

        /// DRM's codes by sensor order (RGGB, GRBG, GBRG, BGGR), at 8, 10 and 12 bits.
        private static let codes: [Int: [StaticString]] = [
            8: ["RGGB", "GRBG", "GBRG", "BA81"], 10: ["RG10", "BA10", "GB10", "BG10"],
            12: ["RG12", "BA12", "GB12", "BG12"],
        ]

        @Test(arguments: SensorFigures.all, [false, true])
        func aModeKeepsItsSizeDepthAndOrder(name: String, isPacked: Bool) throws {
            let sensor = try SensorFigures(name)
            let rig = try Rig(sensor: name, render: false)
            let codes = try #require(Self.codes[Int(sensor.raw.bits)])
            for mode in sensor.modes {
                let code = codes[Int(sensor.raw.bayer_order)]
                var stream = prism_stream_config.wish(
                    PRISM_ROLE_RAW, code, mode.width, mode.height)
                stream.modifier = isPacked ? Self.packed : 0
                let configuration = try rig.session.configure(.wish([stream]))
                let got = configuration.list[0]
                #expect(got.width == mode.width && got.height == mode.height)
                #expect(got.fourcc == prism_stream_config.code(code))
                #expect(got.modifier == stream.modifier)
                #expect(configuration.sensor_bit_depth == sensor.raw.bits)
                #expect(configuration.sensor_width == mode.width)
                let bits = isPacked ? sensor.raw.bits : 16
                #expect(got.stride * 8 >= mode.width * bits)
            }
            try rig.end()
        }
    }
}
