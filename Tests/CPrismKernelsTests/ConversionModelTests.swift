// SPDX-License-Identifier: MIT
// The reference of conversion against the definitions of ITU-R BT.601 and BT.709.

internal import CPrismKernels
internal import Glibc
import Testing

/// Colour as a standard defines it: the weights of red and blue, and whether values span 16 ... 235 or 0 ... 255.
struct ColourStandard: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let red: Double
    let blue: Double
    let isLimited: Bool

    static let all = [
        ColourStandard(testDescription: "BT.601 limited", red: 0.299, blue: 0.114, isLimited: true),
        ColourStandard(testDescription: "BT.601 full", red: 0.299, blue: 0.114, isLimited: false),
        ColourStandard(testDescription: "BT.709", red: 0.2126, blue: 0.0722, isLimited: true),
    ]

    private var green: Double { 1 - red - blue }
    private var lumaScale: Double { isLimited ? 219.0 / 255 : 1 }
    private var chromaScale: Double { isLimited ? 224.0 / 255 : 1 }
    private var black: Double { isLimited ? 16 : 0 }

    /// Rows B, G, R over Y, U, V.
    var toPixels: [Double] {
        let y: Double = 1 / lumaScale
        let u: Double = 2 * (1 - blue) / chromaScale
        let v: Double = 2 * (1 - red) / chromaScale
        let greenU: Double = -u * blue / green
        let greenV: Double = -v * red / green
        let rows: [[Double]] = [[y, u, 0], [y, greenU, greenV], [y, 0, v]]
        return rows.flatMap { row -> [Double] in
            row + [-black * row[0] - 128 * (row[1] + row[2])]
        }
    }

    /// Rows Y, U, V over B, G, R.
    var toYUV: [Double] {
        let u: Double = chromaScale / (2 * (1 - blue))
        let v: Double = chromaScale / (2 * (1 - red))
        var rows: [Double] = [blue * lumaScale, green * lumaScale, red * lumaScale, black]
        rows += [u * (1 - blue), -u * green, -u * red, 128]
        rows += [-v * blue, -v * green, v * (1 - red), 128]
        return rows
    }
}

@Suite struct ConversionModelTests {
    private func matrix(_ rows: [Double]) -> prism_matrix {
        var matrix = prism_matrix()
        #expect(prism_matrix_set(&matrix, rows) == 0)
        return matrix
    }

    private func real(_ rows: [Double], _ row: Int, _ values: [Double]) -> Double {
        clamped(zip(rows[4 * row..<4 * row + 3], values).map(*).reduce(rows[4 * row + 3], +))
    }

    @Test(arguments: ColourStandard.all)
    func nv12BecomesThePixelsOfTheDefinition(_ standard: ColourStandard) {
        var random = Random(state: 11), matrix = matrix(standard.toPixels)
        let luma = Plane(31, 7), chroma = Plane(16, 4, bytesPerColumn: 2)
        let pixels = Plane(31, 7, bytesPerColumn: 4)
        luma.fill(&random)
        chroma.fill(&random)
        Reference.convert.nv12_to_xrgb?(pixels.dst, luma.src, chroma.src, 31, 0, 7, &matrix)
        let bound = 0.5 + 3.5 * exp2(-Double(matrix.shift))
        for y in 0..<7 {
            for x in 0..<31 {
                let yuv = [luma[x, y], chroma[x / 2, y / 2, 0], chroma[x / 2, y / 2, 1]]
                for i in 0..<3 {
                    let want = real(standard.toPixels, i, yuv.map(Double.init))
                    #expect(abs(want - Double(pixels[x, y, i])) <= bound)
                }
                #expect(pixels[x, y, 3] == 255)
            }
        }
    }

    @Test(arguments: ColourStandard.all)
    func greysSurviveTheWayThereAndBack(_ standard: ColourStandard) {
        var there = matrix(standard.toYUV), back = matrix(standard.toPixels)
        let grey = Plane(256, 2, bytesPerColumn: 4), result = Plane(256, 2, bytesPerColumn: 4)
        for y in 0..<2 {
            for x in 0..<256 { for i in 0..<4 { grey[x, y, i] = i == 3 ? 255 : UInt8(x) } }
        }
        let luma = Plane(256, 2), chroma = Plane(128, 1, bytesPerColumn: 2)
        Reference.convert.xrgb_to_nv12?(luma.dst, chroma.dst, grey.src, 256, 0, 2, &there)
        Reference.convert.nv12_to_xrgb?(result.dst, luma.src, chroma.src, 256, 0, 2, &back)
        #expect(chroma.bytes.allSatisfy { $0 == 128 })
        let worst = zip(grey.bytes, result.bytes).map { abs(Int($0) - Int($1)) }.max()
        // 219 steps cannot carry 256 values; the full range can.
        #expect(worst == (standard.isLimited ? 1 : 0))
    }

    @Test func chromaIsOfTheMeanOfFourPixels() {
        var matrix = matrix(ColourStandard.all[1].toYUV)
        let pixels = Plane(2, 2, bytesPerColumn: 4)
        for (i, value) in [UInt8(255), 0, 0, 0].enumerated() { pixels[i % 2, i / 2, 0] = value }
        let luma = Plane(2, 2), u = Plane(1, 1), v = Plane(1, 1)
        Reference.convert.xrgb_to_yuv420?(luma.dst, u.dst, v.dst, pixels.src, 2, 0, 2, &matrix)
        #expect(luma.bytes == [29, 0, 0, 0])
        // (255 + 2) >> 2 = 64, and half of that above grey.
        #expect(u.bytes == [160])
    }

    @Test func planarAndPairedChromaGiveTheSamePixels() {
        var random = Random(state: 5), matrix = matrix(ColourStandard.all[0].toPixels)
        let luma = Plane(30, 6), u = Plane(15, 3), v = Plane(15, 3)
        let pairs = Plane(15, 3, bytesPerColumn: 2)
        for plane in [luma, u, v] { plane.fill(&random) }
        Reference.convert.interleave?(pairs.dst, u.src, v.src, 15, 0, 3)
        let first = Plane(30, 6, bytesPerColumn: 4), second = Plane(30, 6, bytesPerColumn: 4)
        Reference.convert.nv12_to_xrgb?(first.dst, luma.src, pairs.src, 30, 0, 6, &matrix)
        Reference.convert.yuv420_to_xrgb?(second.dst, luma.src, u.src, v.src, 30, 0, 6, &matrix)
        #expect(first.bytes == second.bytes)
    }

    @Test func byteOrdersAndSizesComeBack() {
        var random = Random(state: 9)
        let small = Plane(21, 2, bytesPerColumn: 3), again = Plane(21, 2, bytesPerColumn: 3)
        let wide = Plane(21, 2, bytesPerColumn: 4)
        small.fill(&random)
        Reference.convert.rgb888_to_xrgb?(wide.dst, small.src, 21, 0, 2)
        Reference.convert.xrgb_to_rgb888?(again.dst, wide.src, 21, 0, 2)
        #expect(again.bytes == small.bytes)
        var reversed = prism_swizzle(from: (2, 1, 0, UInt8(PRISM_BYTE_ONES)))
        Reference.convert.swizzle_xrgb?(wide.dst, wide.src, 21, 0, 2, &reversed)
        #expect(wide[5, 1, 0] == small[5, 1, 2])
        #expect(wide[5, 1, 3] == 255)
    }
}
