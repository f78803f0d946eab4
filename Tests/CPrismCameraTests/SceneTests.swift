// SPDX-License-Identifier: MIT
// What the simulated camera looks at: scenes, their light, the lens before them and the crop of them.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension BridgeTests {
    @Suite struct SceneTests {
        private static let small = [
            prism_stream_config.wish(PRISM_ROLE_VIEWFINDER, "NV12", 640, 360)
        ]

        /// A frame after the algorithms have settled.
        private func settled(_ rig: Rig, _ controls: [(String, ControlValue)] = []) throws
            -> (image: Pixels, metadata: prism_metadata)
        {
            let shot = try rig.shoot(Self.small, controls, skip: 30)
            return (shot.images[0], shot.metadata)
        }

        @Test(arguments: ["chart", "daylight", "day"] as [StaticString])
        func aSceneIsExposedToTheMiddle(name: StaticString) throws {
            let rig = try Rig(seed: 1, sight: MockScene(name, startHour: 12))
            let (image, metadata) = try settled(rig)
            #expect(metadata.ae_state == 2 && metadata.awb_state == 2)
            #expect(image.meanLuma > 70 && image.meanLuma < 160, "\(image.meanLuma)")
            #expect(image.detail > 3)
            try rig.end()
        }

        @Test func atNightTheAutomaticExposureEndsAtItsLimits() throws {
            let rig = try Rig(seed: 1, sight: MockScene("night"))
            prism_mock_set_light("bench", 0.1, 0)
            let (dark, metadata) = try settled(rig)
            #expect(metadata.exposure_ns > 60_000_000 && metadata.analogue_gain > 15)
            let long = try rig.shoot(Self.small, Rig.manual(us: 4_000_000, gain: 16)).images[0]
            #expect(long.meanLuma > 2 * dark.meanLuma)
            try rig.end()
        }

        @Test func starsAreSmallAndLampsAreBright() throws {
            let rig = try Rig(sight: MockScene("night"))
            let sky = try rig.shoot([.wish(PRISM_ROLE_RAW)], Rig.manual(us: 1_000_000, gain: 8))
            let image = sky.images[0]
            // The sky above the highest roof.
            let row = (0..<110).flatMap { y in
                stride(from: 1, to: 4608, by: 2).map { image.raw($0, 40 + y * 4) - 64 }
            }.sorted()
            let background = row[row.count / 2]
            #expect(row.filter { $0 > background * 2 + 60 }.count < row.count / 100)
            #expect(row[row.count - 1] > background * 3)
            let street = stride(from: 1, to: 4608, by: 2).map { image.raw($0, 1936) - 64 }
            #expect((street.max() ?? 0) > 900)
            try rig.end()
        }

        @Test func theObjectInDaylightMovesAndLeavesNothingBehind() throws {
            let rig = try Rig(sight: MockScene("daylight"))
            let configuration = try rig.session.configure(.wish(Self.small, buffers: 1))
            try rig.session.set(Rig.manual(us: 800))
            try rig.session.start()
            var images: [Pixels] = []
            for number in 0..<61 {
                let frame = try #require(rig.session.next())
                if number % 60 == 0 {
                    images.append(try Pixels(rig.session, frame, configuration.list[0]))
                }
                try rig.session.requeue(frame)
            }
            func changed(_ x: Int) -> Bool {
                abs(images[0].yuv(x, 299).2 - images[1].yuv(x, 299).2) > 20
            }
            let columns = (0..<640).filter(changed)
            let last = try #require(columns.last)
            #expect(columns.count > 20 && columns.count < 120, "\(columns.count) columns changed")
            // Two seconds later it is a quarter of the way along the array, of which this mode shows two thirds.
            #expect(last > 60 && last < 180)
            try rig.end()
        }

        @Test func theDayHasItsCurve() throws {
            let rig = try Rig(render: false, sight: MockScene("day", startHour: 0, daySeconds: 24))
            try rig.session.configure(.wish(Self.small, buffers: 1))
            try rig.session.start()
            let frames = try rig.session.take(600).map(\.metadata)
            // A day of 24 seconds that begins at the clock's first second: an hour is a second.
            func at(_ hour: Int64) throws -> prism_metadata {
                try #require(frames.first { $0.timestamp_ns >= (hour + 1) * 1_000_000_000 })
            }
            let night = try at(1), dawn = try at(7), noon = try at(12), evening = try at(18)
            #expect(night.lux < 0.01 && noon.lux > 50_000 && evening.lux > night.lux)
            #expect(dawn.colour_temperature < noon.colour_temperature)
            let exposed = [night, noon].map { Double($0.exposure_ns) * Double($0.analogue_gain) }
            #expect(exposed[1] < exposed[0] / 1000)
            try rig.end()
        }

        @Test func theLightsColourIsBalancedAway() throws {
            for kelvin: Float in [2600, 4000, 6000] {
                let rig = try Rig(scene: Rig.grey(150), sight: MockScene(kelvin: kelvin))
                let (image, metadata) = try settled(rig)
                let (red, green, blue) = image.rgb(320, 180)
                #expect(abs(red - green) < 4 && abs(blue - green) < 4, "\(kelvin): \(red) \(blue)")
                #expect(abs(metadata.colour_temperature - kelvin) < 50)
                try rig.end()
            }
        }

        @Test func aPresetForAnotherLightLeavesACast() throws {
            let rig = try Rig(scene: Rig.grey(150), sight: MockScene(kelvin: 2700))
            let (warm, _) = try settled(rig, [("AwbMode", .int(5))])
            #expect(warm.rgb(320, 180).0 - warm.rgb(320, 180).2 > 40)
            let (right, _) = try settled(rig, [("AwbMode", .int(1))])
            #expect(abs(right.rgb(320, 180).0 - right.rgb(320, 180).2) < 6)
            try rig.end()
        }

        @Test func theLensBlursWhatIsElsewhere() throws {
            let rig = try Rig(sight: MockScene("chart", distance: 0.5))
            let detail = try [2, 2.25, 3, 5, 10].map { (position: Float) in
                try rig.shoot(
                    [.wish(PRISM_ROLE_VIEWFINDER, "NV12", 1920, 1080)],
                    Rig.manual(us: 9000, gain: 2) + [("LensPosition", .float(position))]
                ).images[0].detail
            }
            #expect(detail == detail.sorted(by: >), "\(detail)")
            #expect(detail[0] > detail[4] * 10)
            prism_mock_set_distance("bench", 0.1)
            let near = try rig.shoot(
                [.wish(PRISM_ROLE_VIEWFINDER, "NV12", 1920, 1080)],
                Rig.manual(us: 9000, gain: 2) + [("LensPosition", .float(10))]
            ).images[0].detail
            #expect(abs(near / detail[0] - 1) < 0.01)
            try rig.end()
        }

        @Test func zoomShowsTheMiddleLarger() throws {
            // Dark outside, bright inside the middle half.
            let pixels = (0..<36).flatMap { y in
                (0..<64).flatMap { x -> [UInt8] in
                    let isInside = x >= 16 && x < 48 && y >= 9 && y < 27
                    return [UInt8](repeating: isInside ? 200 : 20, count: 3)
                }
            }
            let rig = try Rig(scene: (pixels, 64, 36))
            let whole = try rig.shoot(Self.small, Rig.manual(us: 10_000, gain: 2)).images[0]
            #expect(whole.yuv(20, 20).0 < 60 && whole.yuv(320, 180).0 > 150)
            // Half of what the mode of 1536 × 864 sees of the array.
            let crop = ControlValue(PRISM_TYPE_RECTANGLE, [SIMD4<Int32>(1536, 864, 1536, 864)])
            let shot = try rig.shoot(
                Self.small, Rig.manual(us: 10_000, gain: 2) + [("ScalerCrop", crop)])
            #expect(shot.metadata.crop_width == 1536 && shot.metadata.crop_x == 1536)
            #expect(shot.images[0].yuv(20, 20).0 > 150)
            try rig.end()
        }

        @Test func aCropOutsideTheModeIsMovedInside() throws {
            let rig = try Rig(render: false)
            let crop = ControlValue(PRISM_TYPE_RECTANGLE, [SIMD4<Int32>(-500, 9000, 1, 99_999)])
            let shot = try rig.shoot(Self.small, [("ScalerCrop", crop)])
            #expect(shot.metadata.crop_width == 64)
            #expect(shot.metadata.crop_x >= 0 && shot.metadata.crop_y >= 0)
            let bottom = Int(shot.metadata.crop_y) + Int(shot.metadata.crop_height)
            #expect(bottom <= 2592)
            try rig.end()
        }

        @Test func whatTheMockHoldsIsReportedAndGivenBack() throws {
            let before = prism_mock_memory_bytes()
            let rig = try Rig(sight: MockScene("chart"))
            _ = try rig.shoot([.wish(PRISM_ROLE_RAW)], Rig.manual(us: 1000))
            let light = UInt64(4608 * 2592 * 2), scene = UInt64(2304 * 1296 * 6)
            #expect(prism_mock_memory_bytes() - before > light + scene)
            try rig.session.configure(.wish(Self.small))
            #expect(prism_mock_memory_bytes() - before < light + scene)
            try rig.end()
            prism_mock_undefine("bench")
            #expect(prism_mock_memory_bytes() == before)
        }

        @Test func sceneOptionsAreChecked() throws {
            func message(_ scene: MockScene) -> String {
                var options = prism_mock_options()
                options.size = UInt32(MemoryLayout<prism_mock_options>.size)
                scene.fill(&options)
                var text = [CChar](repeating: 0, count: 200)
                #expect(prism_mock_define("wrong", &options, &text, text.count) == -EINVAL)
                return String(decoding: text.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
            }
            #expect(message(MockScene("charts")).contains("chart, daylight"))
            #expect(message(MockScene(kelvin: 100)) == "light: 100: expected 1000 to 40000 kelvin")
            #expect(message(MockScene(flickerRate: .nan)).hasPrefix("flicker: nan"))
            #expect(message(MockScene(distance: -1)).hasPrefix("distance: -1"))
            #expect(message(MockScene("day", startHour: 25)).hasPrefix("hour: 25"))
            #expect(message(MockScene("day", daySeconds: 0.5)).hasPrefix("day: 0.5"))
            #expect(prism_mock_set_light("nobody", 1, 0) == -ENOENT)
        }
    }
}
