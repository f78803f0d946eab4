// SPDX-License-Identifier: MIT
// The flaws of raw images, by their pixels: hot ones stay where they are and warm up with time, rows waver together,
// corners are darker; and none of it where nobody asked for it.

import BridgeTestSupport
import CPrismCamera
import Testing

extension BridgeTests {
    @Suite struct FlawTests {
        private static let raw = [prism_stream_config.wish(PRISM_ROLE_RAW)]

        private func rig(
            _ name: String, seed: UInt64 = 9, flaws: UInt32 = 1, grey: UInt8 = 160
        ) throws -> Rig {
            var sight = MockScene()
            sight.flaws = flaws
            return try Rig(sensor: name, seed: seed, scene: Rig.grey(grey), sight: sight)
        }

        private func dark(_ rig: Rig, us: Int32, sensor: SensorFigures) throws -> Pixels {
            prism_mock_set_light("bench", 0, 0)
            let limits: Int64 = Int64(us) + 2_000_000
            let controls =
                Rig.manual(us: us, gain: 2) + [
                    ("FrameDurationLimits", .longs([limits, limits]))
                ]
            return try rig.shoot(Self.raw, controls).images[0]
        }

        /// Places of samples that stand out from the noise.
        private func hot(_ image: Pixels, _ sensor: SensorFigures) -> [Int: Int] {
            let width = Int(image.stream.width)
            let limit = Int(sensor.black) + 40
            var places: [Int: Int] = [:]
            for y in 0..<Int(image.stream.height) {
                for x in 0..<width where image.raw(x, y) > limit {
                    places[y * width + x] = image.raw(x, y) - Int(sensor.black)
                }
            }
            return places
        }

        @Test func hotPixelsStayWhereTheyAreAndWarmUpWithTime() throws {
            let sensor = try SensorFigures("imx477")
            let rig = try rig("imx477")
            let short = hot(try dark(rig, us: 1_000_000, sensor: sensor), sensor)
            let long = hot(try dark(rig, us: 2_000_000, sensor: sensor), sensor)
            try rig.end()
            // Mean current × time × gain in the converter's numbers; an exponential share stands out.
            let range = sensor.white - sensor.black
            let mean = Double(sensor.raw.hot_current) * 2 * 2 / Double(sensor.raw.full_well) * range
            let pixels = Double(sensor.raw.width) * Double(sensor.raw.height)
            let all = pixels * Double(sensor.raw.hot_share)
            let expected = all * exponential(-40 / mean)
            #expect(abs(Double(long.count) / expected - 1) < 0.2, "\(long.count), \(expected)")
            var kept = 0
            for (place, warmth) in short where warmth > 100 && warmth < 1_500 {
                kept += 1
                let ratio = Double(long[place] ?? 0) / Double(warmth)
                #expect(abs(ratio - 2) < 0.15, "\(place): \(ratio)")
            }
            #expect(kept > 20)
        }

        /// e to a small negative power, without a library: the series of its reciprocal.
        private func exponential(_ power: Double) -> Double {
            var term = 1.0, sum = 1.0
            for index in 1..<40 {
                term *= -power / Double(index)
                sum += term
            }
            return 1 / sum
        }

        @Test func anotherSeedHasOthersAndWithoutOneThereAreNone() throws {
            let sensor = try SensorFigures("imx477")
            var found: [Set<Int>] = []
            for (seed, flaws) in [(9, 1), (9, 1), (10, 1), (9, 2), (0, 1)] as [(UInt64, UInt32)] {
                let rig = try rig("imx477", seed: seed, flaws: flaws)
                found.append(Set(hot(try dark(rig, us: 1_000_000, sensor: sensor), sensor).keys))
                try rig.end()
            }
            #expect(found[0].count > 50 && found[3].isEmpty && found[4].isEmpty)
            #expect(found[0].symmetricDifference(found[1]).count * 10 < found[0].count)
            #expect(found[0].intersection(found[2]).count * 10 < found[0].count)
        }

        private func dark(orientation: UInt32) throws -> Pixels {
            let rig = try rig("imx477")
            prism_mock_set_light("bench", 0, 0)
            let configuration = try rig.session.configure(
                .wish(Self.raw, buffers: 1, orientation: orientation))
            try rig.session.set(
                Rig.manual(us: 1_000_000, gain: 2) + [
                    ("FrameDurationLimits", .longs([2_000_000, 2_000_000]))
                ])
            try rig.session.start()
            let frame = try #require(rig.session.next())
            let image = try Pixels(rig.session, frame, configuration.list[0])
            try rig.session.stop()
            try rig.session.requeue(frame)
            try rig.end()
            return image
        }

        @Test func theyAreTheSamePixelsWhenThePictureIsMirrored() throws {
            let sensor = try SensorFigures("imx477")
            let image = try dark(orientation: 1), turned = try dark(orientation: 3)
            let last = Int(image.stream.width) * Int(image.stream.height) - 1
            let places = Set(hot(image, sensor).keys)
            let mirrored = Set(hot(turned, sensor).keys.map { last - $0 })
            #expect(places.count > 50)
            #expect(places.symmetricDifference(mirrored).count * 10 < places.count)
        }

        @Test func rowsWaverTogether() throws {
            let sensor = try SensorFigures("imx477")
            for flaws in [1, 2] as [UInt32] {
                let rig = try rig("imx477", flaws: flaws)
                prism_mock_set_light("bench", 0, 0)
                let image = try rig.shoot(Self.raw, Rig.manual(us: 100, gain: 1)).images[0]
                try rig.end()
                let width = Int(image.stream.width)
                var means: [Double] = []
                for y in 0..<Int(image.stream.height) {
                    var sum = 0
                    for x in 0..<width { sum += image.raw(x, y) }
                    means.append(Double(sum) / Double(width))
                }
                var total = 0.0
                for mean in means { total += mean }
                let middle = total / Double(means.count)
                var squares = 0.0
                for mean in means { squares += (mean - middle) * (mean - middle) }
                let electrons =
                    (squares / Double(means.count)).squareRoot() * Double(sensor.raw.full_well)
                    / (sensor.white - sensor.black)
                if flaws == 1 {
                    #expect(abs(electrons / Double(sensor.raw.row_noise) - 1) < 0.1)
                } else {
                    #expect(electrons < 0.3 * Double(sensor.raw.row_noise))
                }
            }
        }

        @Test(arguments: ["imx708", "imx219"])
        func cornersAreDarkerByTheFourthPowerOfTheCosine(name: String) throws {
            let sensor = try SensorFigures(name)
            let rig = try rig(name)
            let image = try rig.shoot(Self.raw, Rig.manual(us: 8_000, gain: 2)).images[0]
            try rig.end()
            let width = Int(image.stream.width), height = Int(image.stream.height)
            func mean(_ left: Int, _ top: Int) -> Double {
                var sum = 0, count = 0
                for y in stride(from: top & ~1, to: top + 64, by: 2) {
                    for x in stride(from: (left & ~1) + sensor.green, to: left + 64, by: 2) {
                        sum += image.raw(x, y)
                        count += 1
                    }
                }
                return Double(sum) / Double(count) - sensor.black
            }
            let pitch = Double(sensor.raw.unit_cell_nm) / 1e6
            let across = Double(width / 2 - 32) * pitch / Double(sensor.raw.focal_length_mm)
            let down = Double(height / 2 - 32) * pitch / Double(sensor.raw.focal_length_mm)
            let reach = 1 + across * across + down * down
            let middle = mean(width / 2 - 32, height / 2 - 32)
            for (x, y) in [(0, 0), (width - 64, 0), (0, height - 64), (width - 64, height - 64)] {
                let share = mean(x, y) / middle
                #expect(abs(share * reach * reach - 1) < 0.03, "\(x),\(y): \(share)")
            }
        }

        @Test func whatIsNoAnswerIsRefused() {
            var options = prism_mock_options()
            options.size = UInt32(MemoryLayout<prism_mock_options>.size)
            options.flaws = 3
            #expect(prism_mock_define("flawed", &options, nil, 0) == -22)
            options.flaws = 0
            options.background = .nan
            #expect(prism_mock_define("flawed", &options, nil, 0) == -22)
        }
    }
}
