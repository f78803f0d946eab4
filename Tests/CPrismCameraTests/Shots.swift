// SPDX-License-Identifier: MIT
// Shots of a simulated camera with fixed exposure, and the statistics that tests judge them by.

import BridgeTestSupport
import CPrismCamera
import Testing

extension Rig {
    /// Fixed exposure, gain and colour.
    static func manual(
        us: Int32, gain: Float = 1, red: Float = 1.9, blue: Float = 1.6
    ) -> [(String, ControlValue)] {
        [
            ("ExposureTimeMode", .int(1)), ("AnalogueGainMode", .int(1)),
            ("ExposureTime", .int(us)), ("AnalogueGain", .float(gain)),
            ("ColourGains", .floats([red, blue])),
        ]
    }

    /// The pixels of one more frame, its successors being stopped first.
    func shoot(
        _ streams: [prism_stream_config], _ controls: [(String, ControlValue)], skip: Int = 0
    ) throws -> (images: [Pixels], metadata: prism_metadata) {
        let configuration = try session.configure(.wish(streams, buffers: 1))
        try session.set(controls)
        try session.start()
        _ = try session.take(skip)
        let frame = try #require(session.next())
        let images = try configuration.list.enumerated().map { index, stream in
            try Pixels(session, frame, stream, image: index)
        }
        try session.stop()
        try session.requeue(frame)
        return (images, frame.metadata)
    }

    /// A picture of one grey.
    static func grey(_ code: UInt8) -> (pixels: [UInt8], width: Int, height: Int) {
        ([code, code, code], 1, 1)
    }
}

/// Mean and variance of many numbers.
struct Spread {
    private(set) var mean = 0.0
    private(set) var variance = 0.0

    init(_ samples: [Int]) {
        let count = Double(max(samples.count, 1))
        let sum = samples.reduce(0, +)
        mean = Double(sum) / count
        let squares = samples.reduce(0.0) {
            let distance = Double($1) - mean
            return $0 + distance * distance
        }
        variance = squares / count
    }
}

extension Pixels {
    /// Raw samples of one row in `step`, those whose column and row have these parities.
    func samples(_ column: Int, _ row: Int, step: Int = 2) -> [Int] {
        Swift.stride(from: row, to: Int(stream.height), by: step).flatMap { y in
            Swift.stride(from: column, to: Int(stream.width), by: 2).map { raw($0, y) }
        }
    }

    /// Mean luma of a row.
    func lumaOfRow(_ y: Int) -> Double {
        let row = planes[0][(y * strides[0])..<(y * strides[0] + Int(stream.width))]
        return Double(row.reduce(0) { $0 + Int($1) }) / Double(stream.width)
    }

    /// Mean luma of the picture.
    var meanLuma: Double {
        let rows = (0..<Int(stream.height)).map(lumaOfRow)
        return rows.reduce(0, +) / Double(rows.count)
    }

    /// Mean squared difference of neighbouring lumas: what a blurred picture has less of.
    var detail: Double {
        var sum = 0
        for y in 0..<Int(stream.height) {
            let row = planes[0][(y * strides[0])..<(y * strides[0] + Int(stream.width))]
            sum += zip(row, row.dropFirst()).reduce(0) {
                let difference = Int($1.0) - Int($1.1)
                return $0 + difference * difference
            }
        }
        return Double(sum) / Double(stream.width * stream.height)
    }
}

/// Figures of a simulated sensor by name.
struct SensorFigures {
    let raw: prism_mock_sensor

    static let all: [String] = {
        var names: [String] = []
        var sensor = prism_mock_sensor()
        while prism_mock_sensor_at(UInt32(names.count), &sensor) == 0 {
            names.append(SensorFigures(raw: sensor).name)
        }
        return names
    }()

    init(raw: prism_mock_sensor) { self.raw = raw }

    init(_ name: String) throws {
        var sensor = prism_mock_sensor()
        let index = try #require(SensorFigures.all.firstIndex(of: name))
        #expect(prism_mock_sensor_at(UInt32(index), &sensor) == 0)
        raw = sensor
    }

    var name: String {
        withUnsafeBytes(of: raw.name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
    /// Black and white in the sensor's own numbers.
    var black: Double { Double(raw.black_level >> (16 - raw.bits)) }
    var white: Double { Double(1 << raw.bits) - 1 }
    /// Column and row of a green pixel in the first row.
    var green: Int { raw.bayer_order == 0 || raw.bayer_order == 3 ? 1 : 0 }
    /// One mode, with the names of prism_mock_sensor.
    struct Mode {
        let width, height, cropWidth, cropHeight: UInt32
        let shortest: Int64
    }

    /// The modes.
    var modes: [Mode] {
        func list<Tuple, Element>(_ tuple: Tuple, _: Element.Type) -> [Element] {
            withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: Element.self)) }
        }
        let sizes = [raw.mode_width, raw.mode_height].map { list($0, UInt32.self) }
        let crops = [raw.mode_crop_width, raw.mode_crop_height].map { list($0, UInt32.self) }
        let shortest = list(raw.mode_shortest_ns, Int64.self)
        return (0..<Int(raw.mode_count)).map {
            Mode(
                width: sizes[0][$0], height: sizes[1][$0], cropWidth: crops[0][$0],
                cropHeight: crops[1][$0], shortest: shortest[$0])
        }
    }

    /// Pixels that the mode of this width averages.
    func binned(_ width: UInt32) -> Double {
        guard let mode = modes.first(where: { $0.width == width }) else { return 0 }
        return Double(mode.cropWidth) * Double(mode.cropHeight)
            / Double(mode.width) / Double(mode.height)
    }
}
