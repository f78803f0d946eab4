// SPDX-License-Identifier: MIT
// The simulated sensors' own figures, so that a test can hold them against Tuning/.

internal import CPrismCamera

/// One simulated sensor, with the names and units of ``SensorProfile``.
package struct MockSensor: Sendable {
    package let name: String
    package let array: PixelSize
    package let filters: BayerOrder
    package let bits: Int
    package let blackLevel: Int
    package let pixelPitch: Double
    package let hasGlobalShutter: Bool
    package let modes: [SensorProfile.Mode]
    package let gain: ClosedRange<Double>
    package let gainCode: SensorProfile.GainCode
    package let gainScale: Double
    package let exposure: SensorProfile.Exposure
    package let delays: SensorProfile.Delays
    /// Full well, read noise before and after the amplifier, in electrons.
    package let noise: [Double]
    package let flaws: SensorProfile.Flaws
    package let lens: SensorProfile.Lens
    /// Kelvin, red and blue gain.
    package let illuminants: [[Double]]

    /// All of them.
    package static let all: [MockSensor] = {
        var sensors: [MockSensor] = []
        var raw = prism_mock_sensor()
        while prism_mock_sensor_at(UInt32(sensors.count), &raw) == 0 {
            sensors.append(MockSensor(raw))
        }
        return sensors
    }()

    private init(_ raw: prism_mock_sensor) {
        name = MockSensor.text(raw.name)
        array = PixelSize(width: Int(raw.width), height: Int(raw.height))
        filters = BayerOrder.allCases[Int(raw.bayer_order)]
        bits = Int(raw.bits)
        blackLevel = Int(raw.black_level)
        pixelPitch = Double(raw.unit_cell_nm) / 1000
        hasGlobalShutter = raw.has_global_shutter != 0
        modes = MockSensor.modes(raw)
        gain = Double(raw.smallest_gain)...Double(raw.largest_gain)
        gainCode = SensorProfile.GainCode.allCases[Int(raw.gain_code)]
        gainScale = Double(raw.gain_scale)
        exposure = SensorProfile.Exposure(
            lineNanoseconds: raw.line_ns, longestNanoseconds: raw.longest_exposure_ns,
            marginLines: Int(raw.margin_lines))
        delays = SensorProfile.Delays(
            exposure: Int(raw.exposure_delay), gain: Int(raw.gain_delay),
            frameDuration: Int(raw.duration_delay))
        noise = [raw.full_well, raw.read_before, raw.read_after].map(Double.init)
        flaws = SensorProfile.Flaws(
            rowNoise: Double(raw.row_noise), hotPixels: Double(raw.hot_share),
            hotCurrent: Double(raw.hot_current))
        let isMoving = raw.has_moving_lens != 0
        lens = SensorProfile.Lens(
            focalLength: Double(raw.focal_length_mm), aperture: Double(raw.aperture),
            dioptres: isMoving ? Double(raw.lens_farthest)...Double(raw.lens_nearest) : nil,
            restingDioptres: isMoving ? Double(raw.lens_usual) : nil)
        let kelvin = MockSensor.list(raw.illuminant_kelvin, Float.self)
        let red = MockSensor.list(raw.illuminant_red, Float.self)
        let blue = MockSensor.list(raw.illuminant_blue, Float.self)
        illuminants = (0..<Int(raw.illuminant_count)).map {
            [Double(kelvin[$0]), Double(red[$0]), Double(blue[$0])]
        }
    }

    private static func modes(_ raw: prism_mock_sensor) -> [SensorProfile.Mode] {
        let widths = list(raw.mode_width, UInt32.self).map(Int.init)
        let heights = list(raw.mode_height, UInt32.self).map(Int.init)
        let cropWidths = list(raw.mode_crop_width, UInt32.self).map(Int.init)
        let cropHeights = list(raw.mode_crop_height, UInt32.self).map(Int.init)
        let durations = list(raw.mode_shortest_ns, Int64.self)
        return (0..<Int(raw.mode_count)).map { index in
            SensorProfile.Mode(
                size: PixelSize(width: widths[index], height: heights[index]),
                crop: PixelSize(width: cropWidths[index], height: cropHeights[index]),
                frameRate: 1e9 / Double(durations[index]))
        }
    }

    private static func list<Tuple, Element>(_ tuple: Tuple, _: Element.Type) -> [Element] {
        withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: Element.self)) }
    }

    private static func text<Tuple>(_ tuple: Tuple) -> String {
        withUnsafeBytes(of: tuple) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
