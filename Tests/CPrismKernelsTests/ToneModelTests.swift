// SPDX-License-Identifier: MIT
// The reference of tables, cubes and gains against real arithmetic.

internal import CPrismKernels
internal import Glibc
import Testing

/// A cube in real numbers, by the definition of tetrahedral interpolation.
private struct RealCube {
    let size: Int
    var values: [Double]

    init(_ size: Int, _ colour: (_ first: Double, _ second: Double, _ third: Double) -> [Double]) {
        self.size = size
        values = []
        for k in 0..<size {
            for j in 0..<size {
                for i in 0..<size {
                    let last = Double(size - 1)
                    values += colour(Double(i) / last, Double(j) / last, Double(k) / last)
                }
            }
        }
    }

    /// The kernels' entries: words of 2^7 times a byte.
    var entries: [Int16] {
        let beyond = Int(prism_cube_entries(Int32(size))) - size * size * size
        var inside: [Int16] = []
        for index in 0..<values.count / 3 {
            for channel in 0..<3 {
                let scaled: Double = values[3 * index + channel] * 32640
                inside.append(Int16(scaled.rounded()))
            }
            inside.append(0)
        }
        return inside + [Int16](repeating: .max, count: 4 * beyond)
    }

    /// Walks from the cell's first corner along the axes, that of the largest fraction first.
    func colour(_ bytes: [UInt8]) -> [Double] {
        let at = bytes.map { Double($0) / 255 * Double(size - 1) }
        var corner = at.map { min(Int($0), size - 2) }
        let fractions = zip(at, corner).map { $0 - Double($1) }
        var result = value(corner)
        for axis in (0..<3).sorted(by: { fractions[$0] > fractions[$1] }) {
            let before = value(corner)
            corner[axis] += 1
            let after = value(corner)
            for i in 0..<3 { result[i] += fractions[axis] * (after[i] - before[i]) }
        }
        return result.map { $0 * 255 }
    }

    private func value(_ corner: [Int]) -> [Double] {
        let index = 3 * (corner[0] + size * (corner[1] + size * corner[2]))
        return Array(values[index..<index + 3])
    }
}

@Suite struct ToneModelTests {
    private func apply(_ cube: RealCube, _ plane: Plane) {
        let entries = cube.entries
        entries.withUnsafeBufferPointer { buffer in
            var c = prism_cube(entries: buffer.baseAddress, size: Int32(cube.size))
            let width = Int32(plane.width), height = Int32(plane.height)
            Reference.tone.cube_xrgb?(plane.dst, plane.src, width, 0, height, &c)
        }
    }

    @Test(arguments: [2, 17, 33, 65])
    func aCubeThatIsTheIdentityChangesNothing(_ size: Int) {
        var random = Random(state: 1)
        let plane = Plane(256, 3, bytesPerColumn: 4)
        plane.fill(&random)
        for x in 0..<256 { for i in 0..<3 { plane[x, 0, i] = UInt8(x) } }
        let before = plane.bytes
        apply(RealCube(size) { [$0, $1, $2] }, plane)
        #expect(plane.bytes == before)
    }

    @Test(arguments: [2, 5, 17, 33])
    func aCubeIsTetrahedral(_ size: Int) {
        var random = Random(state: 2)
        let cube = RealCube(size) { _, _, _ in (0..<3).map { _ in random.real(0...1) } }
        let plane = Plane(200, 2, bytesPerColumn: 4), before = Plane(200, 2, bytesPerColumn: 4)
        plane.fill(&random)
        for x in 0..<8 { for i in 0..<3 { plane[x, 0, i] = x & 1 << i == 0 ? 0 : 255 } }
        Reference.convert.copy?(before.dst, plane.src, 800, 0, 2)
        apply(cube, plane)
        for y in 0..<2 {
            for x in 0..<200 {
                let want = cube.colour((0..<3).map { before[x, y, $0] })
                for i in 0..<3 { #expect(abs(want[i] - Double(plane[x, y, i])) <= 0.55) }
            }
        }
    }

    @Test func tablesAreLookedUp() {
        let plane = Plane(64, 1, bytesPerColumn: 4)
        plane.count()
        let tables = (0..<768).map { UInt8(truncatingIfNeeded: $0 / 256 + 255 - $0 % 256) }
        Reference.tone.lut_xrgb?(plane.dst, plane.src, 64, 0, 1, tables)
        #expect(plane.bytes.prefix(8) == [255, 255, 255, 3, 251, 251, 251, 7])
    }

    @Test func aSampleAboveATableCountsAsItsLast() {
        var samples: [UInt16] = [0, 3, 4, 65535]
        samples.withUnsafeMutableBytes { bytes in
            let dst = prism_dst(data: bytes.baseAddress, stride: 8)
            let src = prism_src(data: bytes.baseAddress, stride: 8)
            Reference.tone.lut_u16?(dst, src, 4, 0, 1, [10, 11, 12, 13], 3)
        }
        #expect(samples == [10, 13, 13, 13])
    }

    @Test(arguments: [16, 8])
    func aGainIsBilinear(_ step: Int) {
        var random = Random(state: 4)
        let columns = 40 / step + 2, rows = 20 / step + 2
        let gains = (0..<columns * rows).map { _ in Int16.random(in: 0...32767, using: &random) }
        let plane = Plane(40, 20), before = Plane(40, 20)
        plane.fill(&random)
        Reference.convert.copy?(before.dst, plane.src, 40, 0, 20)
        gains.withUnsafeBufferPointer { buffer in
            var grid = prism_gain_grid(
                gains: buffer.baseAddress, stride: Int32(columns), step: Int32(step), black: 16)
            Reference.tone.gain_u8?(plane.dst, plane.src, 40, 0, 20, &grid)
        }
        for y in 0..<20 {
            for x in 0..<40 {
                let u = Double(x % step) / Double(step), v = Double(y % step) / Double(step)
                let at = x / step + columns * (y / step)
                let corner = [0, 1, columns, columns + 1].map { Double(gains[at + $0]) / 16384 }
                let above = corner[0] * (1 - u) + corner[1] * u
                let below = corner[2] * (1 - u) + corner[3] * u
                let gain = above * (1 - v) + below * v
                let want = clamped(16 + (Double(before[x, y]) - 16) * gain)
                #expect(abs(want - Double(plane[x, y])) <= 0.56)
            }
        }
    }

    @Test func aGainOfOneChangesNothing() {
        let plane = Plane(64, 1, bytesPerColumn: 4)
        plane.count()
        let before = plane.bytes
        let gains = [Int16](repeating: 16384, count: 16)
        gains.withUnsafeBufferPointer { buffer in
            var grid = prism_gain_grid(gains: buffer.baseAddress, stride: 8, step: 16, black: 0)
            Reference.tone.gain_xrgb?(plane.dst, plane.src, 64, 0, 1, &grid)
        }
        #expect(plane.bytes == before)
    }
}
