// SPDX-License-Identifier: MIT
// The processor's way to a screen, against pictures turned and packed one pixel at a time.

import PrismCore
import PrismFilters
import PrismTesting
import Testing

@Suite struct ScreenScalerTests {
    private let size = PixelSize(width: 64, height: 40)

    /// A picture of noise.
    private func noise(_ format: PixelFormat, _ seed: UInt64) throws -> PixelBuffer {
        var random = SeededGenerator(seed: seed)
        let buffer = try PixelBuffer(format: format, size: size, colorSpace: .sYCC)
        buffer.withMutablePixels { view in
            for plane in view.planes {
                for at in 0..<plane.stride * plane.rows {
                    let value = UInt8.random(in: 0...255, using: &random)
                    plane.base.storeBytes(of: value, toByteOffset: at, as: UInt8.self)
                }
            }
        }
        return buffer
    }

    private func draw(
        _ source: PixelBuffer, _ target: PixelFormat, _ screen: PixelSize, to: PixelSize,
        quarters: Int = 0, isMirrored: Bool = false, part: (Int, Int, Int, Int)? = nil
    ) throws -> [[UInt32]] {
        let part = part ?? (0, 0, size.width, size.height)
        let scaler = try ScreenScaler(
            ScreenScaler.Job(
                format: source.format, size: size, colorSpace: source.colorSpace,
                part: (part.0, part.1, part.2, part.3), target: to, quarters: quarters,
                isMirrored: isMirrored))
        let bytes = target == .xrgb8888 ? 4 : 2
        let stride = screen.width * bytes + 12
        var memory = [UInt8](repeating: 0xEE, count: stride * screen.height)
        try memory.withUnsafeMutableBytes { raw in
            let base = try #require(raw.baseAddress)
            let view = MutablePixelView(
                format: target, width: screen.width, height: screen.height,
                colorSpace: .unspecified,
                planes: [.init(base: base, stride: stride, rows: screen.height)])
            try source.withPixels { try scaler.draw($0, into: view, x: 0, y: 0) }
        }
        for row in 0..<screen.height {
            let behind = memory[(row * stride + screen.width * bytes)..<(row + 1) * stride]
            #expect(behind.allSatisfy { $0 == 0xEE }, "row \(row): written behind its end")
        }
        var rows: [[UInt32]] = []
        for y in 0..<screen.height {
            var row = [UInt32](repeating: 0, count: screen.width)
            for x in 0..<screen.width {
                let place = y * stride + x * bytes
                for byte in 0..<bytes {
                    let value = UInt32(memory[place + byte])
                    row[x] |= value << UInt32(8 * byte)
                }
            }
            rows.append(row)
        }
        return rows
    }

    @Test(arguments: [
        (0, true), (1, false), (1, true), (2, false), (2, true), (3, false), (3, true),
    ])
    func aTurnMovesEachPixelToItsPlace(_ quarters: Int, _ isMirrored: Bool) throws {
        let source = try noise(.nv12, 3)
        let target = PixelSize(width: 50, height: 30)
        let plain = try draw(source, .xrgb8888, target, to: target)
        let turn = quarters % 2 == 0 ? target : PixelSize(width: 30, height: 50)
        let turned = try draw(
            source, .xrgb8888, turn, to: target, quarters: quarters, isMirrored: isMirrored)
        for y in 0..<turn.height {
            for x in 0..<turn.width {
                let column = isMirrored ? turn.width - 1 - x : x
                let (sx, sy): (Int, Int) =
                    switch quarters {
                    case 1: (y, target.height - 1 - column)
                    case 2: (target.width - 1 - column, target.height - 1 - y)
                    case 3: (target.width - 1 - y, column)
                    default: (column, y)
                    }
                #expect(turned[y][x] == plain[sy][sx])
            }
        }
    }

    @Test(arguments: 0..<4)
    func sixteenBitsAreTheUpperOnes(_ quarters: Int) throws {
        let source = try noise(.nv12, 4)
        let target = PixelSize(width: 50, height: 30)
        let turn = quarters % 2 == 0 ? target : PixelSize(width: 30, height: 50)
        let wide = try draw(source, .xrgb8888, turn, to: target, quarters: quarters)
        let narrow = try draw(source, PixelFormat("RG16"), turn, to: target, quarters: quarters)
        for y in 0..<turn.height {
            for x in 0..<turn.width {
                let pixel = wide[y][x]
                let red = pixel >> 19 & 31
                let green = pixel >> 10 & 63
                #expect(narrow[y][x] == red << 11 | green << 5 | pixel >> 3 & 31)
            }
        }
    }

    @Test func planesAndPairsOfTheSameSamplesLookTheSame() throws {
        let pairs = try noise(.nv12, 5)
        let planes = try PixelBuffer(format: .yuv420, size: size, colorSpace: .sYCC)
        let packed = try PixelBuffer(format: .yuyv, size: size, colorSpace: .sYCC)
        pairs.withPixels { from in
            let at = { (plane: Int, x: Int, y: Int) in
                from.planes[plane].base.load(
                    fromByteOffset: y * from.planes[plane].stride + x, as: UInt8.self)
            }
            planes.withMutablePixels { to in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        to.planes[0].store(at(0, x, y), x, y)
                        guard x % 2 == 0, y % 2 == 0 else { continue }
                        to.planes[1].store(at(1, x, y / 2), x / 2, y / 2)
                        to.planes[2].store(at(1, x + 1, y / 2), x / 2, y / 2)
                    }
                }
            }
            packed.withMutablePixels { to in
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        to.planes[0].store(at(0, x, y), 2 * x, y)
                        to.planes[0].store(at(1, x, y / 2), 2 * x + 1, y)
                    }
                }
            }
        }
        let target = PixelSize(width: 31, height: 23)
        let expected = try draw(pairs, .xrgb8888, target, to: target)
        #expect(try draw(planes, .xrgb8888, target, to: target) == expected)
        #expect(try draw(packed, .xrgb8888, target, to: target) == expected)
    }

    @Test(arguments: [PixelFormat.xrgb8888, .xbgr8888, .rgb888, .bgr888])
    func coloursOfTheirOwnSizeStayAsTheyAre(_ format: PixelFormat) throws {
        let source = try noise(format, 6)
        let drawn = try draw(source, .xrgb8888, size, to: size)
        let layout = try #require(PixelLayout(format))
        source.withPixels { view in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let values = layout.components.map { part in
                        UInt32(
                            view.planes[0].base.load(
                                fromByteOffset: y * view.planes[0].stride + part.offset
                                    + x * part.step, as: UInt8.self))
                    }
                    #expect(
                        drawn[y][x] & 0xFF_FFFF == values[0] << 16 | values[1] << 8 | values[2])
                }
            }
        }
    }

    @Test func aPartIsWhatAPictureOfItAloneWouldBe() throws {
        let source = try noise(.xrgb8888, 7)
        let all = try draw(source, .xrgb8888, size, to: size)
        let part = PixelSize(width: 20, height: 10)
        let cut = try draw(source, .xrgb8888, part, to: part, part: (12, 6, 20, 10))
        for y in 0..<10 { #expect(cut[y] == Array(all[6 + y][12..<32])) }
    }

    @Test func whatCannotBeDrawnIsRefused() throws {
        let job = ScreenScaler.Job(
            format: .mjpeg, size: size, colorSpace: .sYCC, part: (0, 0, 64, 40), target: size)
        #expect(prismError { try ScreenScaler(job) }?.code == .unsupported)
        let source = try noise(.nv12, 1)
        let error = prismError {
            try draw(source, .xrgb8888, size, to: PixelSize(width: 65, height: 40))
        }
        #expect(error?.code == .outOfRange)
    }
}

extension MutablePixelView.Plane {
    fileprivate func store(_ value: UInt8, _ x: Int, _ y: Int) {
        base.storeBytes(of: value, toByteOffset: y * stride + x, as: UInt8.self)
    }
}
