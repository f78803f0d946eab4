// SPDX-License-Identifier: MIT
// Every pixel format shows the same picture: raw depths and packings against each other, outputs against YUV.

import BridgeTestSupport
import CPrismCamera
import Foundation
import Testing

extension BridgeTests {
    @Suite struct FormatTests {
        private static let packed: UInt64 = 0x0B << 56 | 1

        private func raw(
            _ code: StaticString, modifier: UInt64 = 0, sensor: String = "imx477"
        ) throws -> Pixels {
            let rig = try Rig(sensor: sensor, seed: 5, sight: MockScene("chart"))
            var stream = prism_stream_config.wish(PRISM_ROLE_RAW, code, 1332, 990)
            stream.modifier = modifier
            let image = try rig.shoot([stream], Rig.manual(us: 9000, gain: 2)).images[0]
            #expect(image.stream.fourcc == prism_stream_config.code(code))
            #expect(image.stream.modifier == modifier)
            try rig.end()
            return image
        }

        private let columns = Array(0..<1332)

        @Test func packedSamplesAreTheUnpackedOnes() throws {
            let twelve = try raw("RG12"), packed12 = try raw("RG12", modifier: Self.packed)
            let ten = try raw("RG10"), packed10 = try raw("RG10", modifier: Self.packed)
            #expect(packed12.strides[0] >= 1332 * 3 / 2 && packed10.strides[0] >= 1332 * 5 / 4)
            for y in [0, 101, 500, 989] {
                let row12 = columns.map { x -> Int in
                    let at = y * packed12.strides[0] + x / 2 * 3
                    let low = Int(packed12.planes[0][at + 2]) >> (x % 2 * 4) & 15
                    return Int(packed12.planes[0][at + x % 2]) << 4 | low
                }
                #expect(row12 == columns.map { twelve.raw($0, y) })
                let row10 = columns.map { x -> Int in
                    let at = y * packed10.strides[0] + x / 4 * 5
                    let low = Int(packed10.planes[0][at + 4]) >> (x % 4 * 2) & 3
                    return Int(packed10.planes[0][at + x % 4]) << 2 | low
                }
                #expect(row10 == columns.map { ten.raw($0, y) })
            }
        }

        @Test func sixteenBitsHoldTheSensorsOwnAtTheUpperEnd() throws {
            let twelve = try raw("RG12"), sixteen = try raw("RGB6")
            for y in [1, 400] {
                #expect(
                    columns.map { sixteen.raw($0, y) } == columns.map { twelve.raw($0, y) << 4 })
            }
        }

        @Test func fewerBitsAreTheSameLightInCoarserSteps() throws {
            let twelve = try raw("RG12"), ten = try raw("RG10"), eight = try raw("RGGB")
            #expect(eight.strides[0] < 1332 * 2)
            for x in columns {
                let fine = Double(twelve.raw(x, 300))
                #expect(abs(Double(ten.raw(x, 300)) - fine / 4) < 2)
                let coarse = Double(eight.planes[0][300 * eight.strides[0] + x])
                #expect(abs(coarse - fine / 16) < 2)
            }
        }

        @Test func moreBitsThanTheSensorHasAreAdjusted() throws {
            let rig = try Rig(render: false)
            var wish = prism_configuration.wish([.wish(PRISM_ROLE_RAW, "BG12")])
            #expect(prism_session_configure(rig.session.handle, &wish, 0) == 1)
            #expect(wish.list[0].fourcc == prism_stream_config.code("BG10"))
            #expect(wish.sensor_bit_depth == 10)
            try rig.end()
        }

        @Test(
            arguments: [
                ("XR24", [2, 1, 0], 4), ("XB24", [0, 1, 2], 4), ("RG24", [2, 1, 0], 3),
                ("BG24", [0, 1, 2], 3),
            ] as [(StaticString, [Int], Int)])
        func rgbFormatsLieAsDrmNamesThem(code: StaticString, places: [Int], bytes: Int) throws {
            let rig = try Rig()
            let image = try rig.shoot(
                [.wish(PRISM_ROLE_VIEWFINDER, code, 642, 362)], Rig.manual(us: 10_000, gain: 2)
            ).images[0]
            for bar in 0..<8 {
                let at = 100 * image.strides[0] + (bar * 642 / 8 + 40) * bytes
                let pixel = places.map { Int(image.planes[0][at + $0]) }
                let on = [bar & 2 == 0, bar & 4 == 0, bar & 1 == 0].map { $0 ? 191 : 0 }
                #expect(zip(pixel, on).allSatisfy { abs($0 - $1) <= 1 }, "bar \(bar): \(pixel)")
                if bytes == 4 { #expect(image.planes[0][at + 3] == 255) }
            }
            try rig.end()
        }

        @Test(.enabled(if: Judge.isThere)) func motionJpegDecodesToTheSamePicture() throws {
            let rig = try Rig(sight: MockScene("chart"))
            let settings = Rig.manual(us: 9000, gain: 2)
            let plain = try rig.shoot(
                [.wish(PRISM_ROLE_STILL, "YU12", 642, 362)], settings
            ).images[0]
            let configuration = try rig.session.configure(
                .wish([.wish(PRISM_ROLE_VIDEO, "MJPG", 642, 362)], buffers: 1))
            try rig.session.set(settings)
            try rig.session.start()
            let frame = try #require(rig.session.next())
            let bytes = frame.bytesUsed[0]
            #expect(bytes > 1000 && bytes < Int(configuration.list[0].frame_size))
            let file = try rig.session.withPlane(frame, bytes: bytes) { Data($0) }
            let decoded = try Judge.grey(file)
            try rig.session.stop()
            try rig.session.requeue(frame)
            #expect(decoded.count == 642 * 362)
            let differences = (0..<(642 * 362)).map { index in
                let luma = plain.planes[0][index / 642 * plain.strides[0] + index % 642]
                return abs(Int(decoded[index]) - Int(luma))
            }
            #expect(Spread(differences).mean < 3)
            try rig.end()
        }
    }
}

/// djpeg of libjpeg-turbo-progs.
private enum Judge {
    static let path = "/usr/bin/djpeg"
    static let isThere = FileManager.default.isExecutableFile(atPath: path)

    /// Luma of a JPEG.
    static func grey(_ file: Data) throws -> [UInt8] {
        let place = FileManager.default.temporaryDirectory
            .appendingPathComponent("prism-mock-\(UUID().uuidString).jpg")
        try file.write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-grayscale", "-pnm", place.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let pnm = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        // "P5\n642 362\n255\n"
        let header = pnm.indices.filter { pnm[$0] == 10 }.dropFirst(2).first.map { $0 + 1 } ?? 0
        return Array(pnm[header...])
    }
}
