// SPDX-License-Identifier: MIT
// What the simulated camera draws: bars, photographs, raw light, strides and mirrors.

import BridgeTestSupport
import CPrismCamera
import Glibc
import Testing

extension BridgeTests {
    @Suite struct PixelTests {
        private static let nominal: [(String, ControlValue)] = [
            ("ExposureTimeMode", .int(1)), ("AnalogueGainMode", .int(1)),
            ("ExposureTime", .int(10_000)), ("AnalogueGain", .float(2)),
            ("ColourGains", .floats([1.9, 1.6])),
        ]

        /// The first frame of a configuration, with fixed exposure.
        private func shoot(
            _ rig: Rig, _ wish: prism_configuration, _ changes: [(String, ControlValue)] = []
        ) throws -> [Pixels] {
            let configuration = try rig.session.configure(wish)
            try rig.session.set(Self.nominal + changes)
            try rig.session.start()
            let frame = try #require(rig.session.next())
            let images = try configuration.list.enumerated().map { index, stream in
                try Pixels(rig.session, frame, stream, image: index)
            }
            // Stopped first: no further frame comes that the next shot would take for its own.
            try rig.session.stop()
            try rig.session.requeue(frame)
            return images
        }

        private func isNear(
            _ colour: (Double, Double, Double), _ red: Double, _ green: Double, _ blue: Double,
            within: Double = 2.5
        ) -> Bool {
            abs(colour.0 - red) < within && abs(colour.1 - green) < within
                && abs(colour.2 - blue) < within
        }

        @Test(arguments: [PRISM_ROLE_STILL, PRISM_ROLE_VIDEO], ["NV12", "YU12"] as [StaticString])
        func barsConvertBackByTheReportedColourSpace(role: prism_role, code: StaticString) throws {
            let rig = try Rig()
            let image = try shoot(rig, .wish([.wish(role, code, 642, 362)]))[0]
            #expect(image.stream.color_space.matrix == (role == PRISM_ROLE_STILL ? 2 : 3))
            for bar in 0..<8 {
                let x = bar * 642 / 8 + 40
                #expect(
                    isNear(
                        image.rgb(x, 100), bar & 2 == 0 ? 191 : 0, bar & 4 == 0 ? 191 : 0,
                        bar & 1 == 0 ? 191 : 0), "bar \(bar): \(image.rgb(x, 100))")
            }
            try rig.end()
        }

        @Test func aPhotographComesOutAsItIs() throws {
            let width = 96, height = 64
            var pixels: [UInt8] = []
            for y in 0..<height {
                // Pairs of equal pixels, so that chroma subsampling loses nothing.
                for x in 0..<width {
                    pixels += [UInt8(x / 2 * 5), UInt8(y / 2 * 7), UInt8((x / 2 + y / 2) * 3)]
                }
            }
            let rig = try Rig(scene: (pixels, width, height))
            let image = try shoot(rig, .wish([.wish(PRISM_ROLE_STILL, "YU12", 96, 64)]))[0]
            for y in stride(from: 0, to: height, by: 3) {
                for x in stride(from: 0, to: width, by: 5) {
                    let at = (y * width + x) * 3
                    let (r, g, b) = (pixels[at], pixels[at + 1], pixels[at + 2])
                    #expect(isNear(image.rgb(x, y), Double(r), Double(g), Double(b)))
                }
            }
            try rig.end()
        }

        @Test func aPhotographIsCroppedAndScaled() throws {
            // Left third red, the middle green, right third blue: a square crop sees green only.
            let row = [[255, 0, 0], [0, 255, 0], [0, 0, 255]].flatMap { colour in
                (0..<40).flatMap { _ in colour.map { UInt8($0) } }
            }
            let rig = try Rig(scene: (Array((0..<40).map { _ in row }.joined()), 120, 40))
            let square = try shoot(rig, .wish([.wish(PRISM_ROLE_STILL, "YU12", 400, 400)]))[0]
            #expect(isNear(square.rgb(200, 200), 0, 255, 0))
            #expect(isNear(square.rgb(20, 20), 0, 255, 0))
            let wide = try shoot(rig, .wish([.wish(PRISM_ROLE_STILL, "YU12", 600, 200)]))[0]
            #expect(isNear(wide.rgb(60, 100), 255, 0, 0))
            #expect(isNear(wide.rgb(540, 100), 0, 0, 255))
            try rig.end()
        }

        @Test(arguments: [
            ("imx708", 10, 64), ("imx477", 12, 256), ("imx219", 10, 64), ("ov5647", 10, 16),
        ])
        func twiceTheExposureIsTwiceTheLightInRaw(sensor: String, bits: Int, black: Int) throws {
            let rig = try Rig(sensor: sensor)
            let wish = prism_configuration.wish([.wish(PRISM_ROLE_RAW, nil, 640, 480)])
            let once = try shoot(rig, wish, [("ExposureTime", .int(4800))])[0]
            let twice = try shoot(rig, wish, [("ExposureTime", .int(9600))])[0]
            var lit = 0
            for x in stride(from: 8, to: Int(once.stream.width), by: 37) {
                for y in [100, 101] {
                    let light = once.raw(x, y) - black, more = twice.raw(x, y) - black
                    #expect(abs(more - 2 * light) <= 2, "\(light) → \(more) at \(x),\(y)")
                    lit += light > 50 ? 1 : 0
                }
            }
            #expect(lit > 10)
            #expect(once.planes[0].max() ?? 0 > 0 && once.raw(9, 9) < 1 << bits)
            try rig.end()
        }

        @Test(arguments: [1, 2, 3, 4] as [UInt32])
        func theBayerOrderAndThePictureFollowTheOrientation(_ orientation: UInt32) throws {
            // Left half red, right half blue, upper part only; the lower part is green.
            let upper = (0..<64).flatMap { x -> [UInt8] in x < 32 ? [255, 0, 0] : [0, 0, 255] }
            let lower = (0..<64).flatMap { _ -> [UInt8] in [0, 255, 0] }
            let pixels = (0..<48).flatMap { $0 < 24 ? upper : lower }
            let rig = try Rig(sensor: "imx219", scene: (pixels, 64, 48))
            let images = try shoot(
                rig,
                .wish(
                    [
                        .wish(PRISM_ROLE_RAW, nil, 640, 480),
                        .wish(PRISM_ROLE_STILL, "YU12", 640, 480),
                    ],
                    orientation: orientation))
            let isMirrored = orientation == 2 || orientation == 3
            let isUpsideDown = orientation >= 3
            let (x, y) = (isMirrored ? 520 : 120, isUpsideDown ? 380 : 100)
            #expect(isNear(images[1].rgb(x, y), 255, 0, 0))
            let names: [StaticString] = ["RG10", "BA10", "BG10", "GB10"]
            let index = Int(orientation) - 1
            #expect(images[0].stream.fourcc == prism_stream_config.code(names[index]))
            let red = [(0, 0), (1, 0), (1, 1), (0, 1)][index]
            for (column, row) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                let isRed = (column, row) == red
                #expect((images[0].raw(x + column, y + row) > 300) == isRed)
            }
            try rig.end()
        }

        @Test(arguments: [(0, 704), (650, 652), (1000, 1000), (4096, 4096)] as [(UInt32, Int)])
        func stridesAreAlignedOrTakenAsAsked(wish: UInt32, stride: Int) throws {
            let rig = try Rig()
            let image = try shoot(
                rig, .wish([.wish(PRISM_ROLE_STILL, "YU12", 650, 102, stride: wish)]))[0]
            #expect(image.strides == [stride, stride / 2, stride / 2])
            #expect(image.stream.stride == UInt32(stride))
            #expect(isNear(image.rgb(20, 20), 191, 191, 191))
            #expect(isNear(image.rgb(20, 60), 191, 191, 191))
            try rig.end()
        }

        @Test(
            arguments: [
                (1, 1, 64, 64), (65, 67, 64, 66), (9999, 9999, 4608, 2592), (322, 242, 322, 242),
            ] as [(UInt32, UInt32, UInt32, UInt32)])
        func sizesAreMadeEvenAndKeptWithinTheSensor(
            width: UInt32, height: UInt32, newWidth: UInt32, newHeight: UInt32
        ) throws {
            let rig = try Rig(render: false)
            var wish = prism_configuration.wish([.wish(PRISM_ROLE_VIDEO, "NV12", width, height)])
            let result = prism_session_configure(rig.session.handle, &wish, 1)
            #expect(result == (width == newWidth && height == newHeight ? 0 : 1))
            #expect(wish.list[0].width == newWidth && wish.list[0].height == newHeight)
            try rig.end()
        }

        @Test func rawAndTwoOutputsComeTogether() throws {
            let rig = try Rig()
            let images = try shoot(
                rig,
                .wish([
                    .wish(PRISM_ROLE_RAW), .wish(PRISM_ROLE_STILL, "YU12", 1920, 1080),
                    .wish(PRISM_ROLE_VIEWFINDER, "NV12", 640, 360),
                ]))
            #expect(images.map { $0.planes.count } == [1, 3, 2])
            #expect(isNear(images[1].rgb(100, 100), 191, 191, 191))
            #expect(isNear(images[2].rgb(40, 100), 191, 191, 191))
            var twoRaws = prism_configuration.wish([.wish(PRISM_ROLE_RAW), .wish(PRISM_ROLE_RAW)])
            #expect(prism_session_configure(rig.session.handle, &twoRaws, 0) == -EINVAL)
            try rig.end()
        }

        @Test func noiseIsTheSameForTheSameSeedOnly() throws {
            let wish = prism_configuration.wish([.wish(PRISM_ROLE_RAW, nil, 640, 480)])
            func noisy(_ seed: UInt64) throws -> Pixels {
                let rig = try Rig(sensor: "imx219", seed: seed)
                let image = try shoot(rig, wish)[0]
                try rig.end()
                return image
            }
            let clean = try noisy(0), one = try noisy(1)
            #expect(try noisy(1).planes == one.planes)
            #expect(try noisy(2).planes != one.planes)
            #expect((0..<600).contains { one.raw($0, 50) != clean.raw($0, 50) })
        }

        @Test func barsCarryTheFramesNumber() throws {
            let rig = try Rig()
            let configuration = try rig.session.configure(
                .wish([.wish(PRISM_ROLE_STILL, "YU12", 320, 240)]))
            try rig.session.set(Self.nominal)
            try rig.session.start()
            for number in 0..<5 {
                let frame = try #require(rig.session.next())
                let image = try Pixels(rig.session, frame, configuration.list[0])
                let read = (0..<16).reduce(0) {
                    $0 | (image.yuv($1 * 20 + 10, 235).0 > 128 ? 1 << $1 : 0)
                }
                #expect(read == number)
                try rig.session.requeue(frame)
            }
            try rig.end()
        }

        @Test func withoutRenderingBuffersAreLeftAlone() throws {
            let rig = try Rig(render: false)
            let image = try shoot(rig, .wish([.wish(PRISM_ROLE_VIDEO, "NV12", 64, 64)]))[0]
            #expect(image.planes[0].allSatisfy { $0 == 0 })
            try rig.end()
        }
    }
}
