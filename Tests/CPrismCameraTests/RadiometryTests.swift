// SPDX-License-Identifier: MIT
// Light to raw numbers, judged by the pixels: proportional, noisy as the model says, and in time.

import BridgeTestSupport
import CPrismCamera
import Testing

extension BridgeTests {
    @Suite struct RadiometryTests {
        private static let raw = [prism_stream_config.wish(PRISM_ROLE_RAW, nil, 640, 480)]
        private static let whole = [prism_stream_config.wish(PRISM_ROLE_RAW)]

        /// Signal of green above black, as a share of white, and its variance in the same unit.
        private func measure(
            _ rig: Rig, _ sensor: SensorFigures, us: Int32, gain: Float,
            streams: [prism_stream_config] = raw, step: Int = 2
        ) throws -> (x: Double, variance: Double, width: UInt32, gain: Double) {
            let shot = try rig.shoot(streams, Rig.manual(us: us, gain: gain))
            let spread = Spread(shot.images[0].samples(sensor.green, 0, step: step))
            let range = sensor.white - sensor.black
            return (
                (spread.mean - sensor.black) / range, spread.variance / range / range,
                shot.images[0].stream.width, Double(shot.metadata.analogue_gain)
            )
        }

        @Test(arguments: SensorFigures.all)
        func twiceTheExposureIsTwiceTheMeanAboveBlack(name: String) throws {
            let sensor = try SensorFigures(name)
            let rig = try Rig(sensor: name, seed: 3, scene: Rig.grey(160))
            let line = Int32(sensor.raw.line_ns / 1000 + 1)
            let once = try measure(rig, sensor, us: line * 100, gain: 2)
            let twice = try measure(rig, sensor, us: line * 200, gain: 2)
            // Whole lines: the same rounding that the driver does.
            let lines = { (us: Int32) in Double(Int64(us) * 1000 / sensor.raw.line_ns) }
            let expected = lines(line * 200) / lines(line * 100)
            #expect(once.x > 0.01)
            #expect(abs(twice.x / once.x / expected - 1) < 0.01, "\(once.x) → \(twice.x)")
            try rig.end()
        }

        // The whole array: binned, some sensors' noise is too small for their own quantisation to be a noise.
        @Test(arguments: SensorFigures.all, [1, 4] as [Float])
        func varianceAgainstMeanFitsTheNoiseModel(name: String, gain: Float) throws {
            let sensor = try SensorFigures(name)
            let rig = try Rig(sensor: name, seed: 11, scene: Rig.grey(188))
            let step = Int32(3000 / gain)
            let points = try [0, 1, 2, 3, 4, 6].map {
                try measure(
                    rig, sensor, us: $0 * step, gain: gain, streams: Self.whole, step: 10)
            }
            let bins = sensor.binned(points[0].width), coded = points[0].gain
            let white = Double(sensor.raw.full_well) / coded
            let after = Double(sensor.raw.read_after) / coded
            let before = Double(sensor.raw.read_before)
            let quantum = 1 / (sensor.white - sensor.black)
            let a = 1 / white / bins
            let b =
                (before * before + after * after) / white / white / bins + quantum * quantum / 12
            // A straight line by least squares, each point weighted by the error of its variance.
            let weights = points.map { 1 / ($0.variance * $0.variance) }
            let sum = weights.reduce(0, +)
            let meanX = zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.x } / sum
            let meanV = zip(weights, points).reduce(0) { $0 + $1.0 * $1.1.variance } / sum
            let up = zip(weights, points).reduce(0) {
                $0 + $1.0 * ($1.1.x - meanX) * ($1.1.variance - meanV)
            }
            let down = zip(weights, points).reduce(0) {
                $0 + $1.0 * ($1.1.x - meanX) * ($1.1.x - meanX)
            }
            let slope = up / down, offset = meanV - slope * meanX
            #expect(abs(slope / a - 1) < 0.05, "a = \(slope), expected \(a)")
            #expect(abs(offset / b - 1) < 0.05, "b = \(offset), expected \(b)")
            try rig.end()
        }

        /// Means of green of the frames that follow a change carried by one request.
        private func means(
            _ rig: Rig, _ sensor: SensorFigures, after change: [(String, ControlValue)]
        ) throws -> [Double] {
            let configuration = try rig.session.configure(.wish(Self.raw, buffers: 1))
            try rig.session.set(Rig.manual(us: 2000, gain: 2))
            try rig.session.start()
            let first = try #require(rig.session.next())
            try rig.session.set(change)
            try rig.session.requeue(first)
            let means = try (0..<5).map { _ in
                let frame = try #require(rig.session.next())
                let image = try Pixels(rig.session, frame, configuration.list[0])
                try rig.session.requeue(frame)
                return Spread(image.samples(sensor.green, 0, step: 16)).mean - sensor.black
            }
            try rig.session.stop()
            for frame in rig.session.inbox.change({ $0.takeAll() }) {
                try rig.session.requeue(frame)
            }
            return means
        }

        @Test(arguments: SensorFigures.all)
        func changesAreSeenAfterTheDelaysAndNotBefore(name: String) throws {
            let sensor = try SensorFigures(name)
            let rig = try Rig(sensor: name, scene: Rig.grey(160))
            let changes: [([(String, ControlValue)], UInt32)] = [
                ([("ExposureTime", .int(4000))], sensor.raw.exposure_delay),
                ([("AnalogueGain", .float(4))], sensor.raw.gain_delay),
            ]
            for (change, delay) in changes {
                let means = try means(rig, sensor, after: change)
                for (index, mean) in means.enumerated() {
                    let ratio = mean / means[0], expected = index < delay ? 1.0 : 2.0
                    #expect(abs(ratio / expected - 1) < 0.02, "\(name) \(change): \(means)")
                }
            }
            try rig.end()
        }

        @Test func lightBeyondWhiteIsClipped() throws {
            let sensor = try SensorFigures("imx477")
            let rig = try Rig(sensor: "imx477", seed: 1, scene: Rig.grey(255))
            let shot = try rig.shoot(Self.raw, Rig.manual(us: 60_000, gain: 4))
            let spread = Spread(shot.images[0].samples(sensor.green, 0))
            #expect(spread.mean == sensor.white && spread.variance == 0)
            try rig.end()
        }

        @Test(arguments: [(5000, true), (10_000, false), (20_000, false)] as [(Int32, Bool)])
        func aLightOf100HertzMakesBandsUnlessTheExposureIsAMultiple(us: Int32, bands: Bool) throws {
            let rig = try Rig(
                sensor: "imx477", scene: Rig.grey(140),
                sight: MockScene(flickerRate: 100, flickerDepth: 0.5))
            let image = try rig.shoot(
                [.wish(PRISM_ROLE_VIDEO, "NV12", 640, 480)],
                Rig.manual(us: us, gain: 20_000 / Float(us))
            ).images[0]
            let rows = (0..<480).map(image.lumaOfRow)
            let high = try #require(rows.max()), low = try #require(rows.min())
            #expect(bands ? high - low > 20 : high - low < 1.5, "\(low) … \(high)")
            try rig.end()
        }

        @Test func aGlobalShutterHasNoBands() throws {
            let rig = try Rig(
                sensor: "imx296", scene: Rig.grey(140),
                sight: MockScene(flickerRate: 100, flickerDepth: 0.5))
            let image = try rig.shoot(
                [.wish(PRISM_ROLE_VIDEO, "NV12", 640, 480)], Rig.manual(us: 5000, gain: 4)
            ).images[0]
            let rows = (0..<480).map(image.lumaOfRow)
            #expect(rows.allSatisfy { $0 == rows[0] })
            try rig.end()
        }
    }
}
