// SPDX-License-Identifier: MIT
// The reference of affine colour against real arithmetic, within the bounds that the header states.

internal import CPrismKernels
internal import Glibc
import Testing

@Suite struct MatrixModelTests {
    /// Rows of a matrix whose coefficients reach so far.
    private func rows(_ reach: Double, _ random: inout Random) -> [Double] {
        (0..<12).map { random.real(-reach...reach) * ($0 % 4 == 3 ? 200 : 1) }
    }

    private func bound(_ shift: Int16) -> Double { 0.5 + 3.5 * exp2(-Double(shift)) }

    @Test(arguments: [(0.5, Int16(6)), (2.5, 4), (9, 2)])
    func aMatrixIsWithinItsBound(_ reach: Double, _ shift: Int16) {
        var random = Random(state: 7)
        let from = Plane(64, 4, bytesPerColumn: 4), to = Plane(64, 4, bytesPerColumn: 4)
        from.fill(&random)
        for _ in 0..<20 {
            var matrix = prism_matrix()
            let rows = rows(reach, &random)
            #expect(prism_matrix_set(&matrix, rows) == 0)
            #expect(matrix.shift == shift)
            Reference.color.matrix_xrgb?(to.dst, from.src, 64, 0, 4, &matrix)
            #expect(worst(from, to, rows) <= bound(shift))
        }
    }

    /// The largest distance from the real result; infinite where byte 3 changed.
    private func worst(_ from: Plane, _ to: Plane, _ rows: [Double]) -> Double {
        var worst = 0.0
        for y in 0..<from.height {
            for x in 0..<from.width {
                if from[x, y, 3] != to[x, y, 3] { return .infinity }
                for i in 0..<3 {
                    let sum = (0..<3).reduce(rows[4 * i + 3]) {
                        $0 + rows[4 * i + $1] * Double(from[x, y, $1])
                    }
                    worst = max(worst, abs(clamped(sum) - Double(to[x, y, i])))
                }
            }
        }
        return worst
    }

    @Test func theIdentityChangesNothing() {
        let from = Plane(64, 4, bytesPerColumn: 4), to = Plane(64, 4, bytesPerColumn: 4)
        from.count()
        var matrix = prism_matrix()
        #expect(prism_matrix_set(&matrix, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]) == 0)
        Reference.color.matrix_xrgb?(to.dst, from.src, 64, 0, 4, &matrix)
        #expect(to.bytes == from.bytes)
    }

    @Test(arguments: [Double.nan, .infinity, -32, 40])
    func aMatrixThatDoesNotFitIsRefused(_ value: Double) {
        var matrix = prism_matrix()
        #expect(prism_matrix_set(&matrix, [1, 0, 0, 0, 0, value, 0, 0, 0, 0, 1, 0]) == -ERANGE)
        var affine = prism_affine()
        #expect(prism_affine_set(&affine, value, 0) == -ERANGE)
        var chroma = prism_chroma_matrix()
        #expect(prism_chroma_set(&chroma, [1, 0, 0, value, 0, 0]) == -ERANGE)
    }

    @Test func stagesGiveTheBytesOfTheirPasses() {
        var random = Random(state: 3)
        let first = Plane(61, 3, bytesPerColumn: 4), second = Plane(61, 3, bytesPerColumn: 4)
        first.fill(&random)
        let stages = (0..<4).map { _ in
            var matrix = prism_matrix()
            #expect(prism_matrix_set(&matrix, rows(1.2, &random)) == 0)
            return matrix
        }
        Reference.color.matrix_chain_xrgb?(second.dst, first.src, 61, 0, 3, stages, 4)
        for var stage in stages {
            Reference.color.matrix_xrgb?(first.dst, first.src, 61, 0, 3, &stage)
        }
        #expect(first.bytes == second.bytes)
    }

    @Test(arguments: [(1.2, -20.0), (-1, 255), (6, -700), (0.1, 16)])
    func aPlanesGainIsWithinItsBound(_ gain: Double, _ offset: Double) {
        let from = Plane(256, 1), to = Plane(256, 1)
        from.count()
        var affine = prism_affine()
        #expect(prism_affine_set(&affine, gain, offset) == 0)
        Reference.color.affine_u8?(to.dst, from.src, 256, 0, 1, &affine)
        for x in 0..<256 {
            let want = clamped(gain * Double(x) + offset)
            #expect(abs(want - Double(to[x, 0])) <= bound(affine.shift))
        }
    }

    @Test func greyChromaStaysGrey() {
        let pairs = Plane(1, 1, bytesPerColumn: 2)
        pairs[0, 0, 0] = 128
        pairs[0, 0, 1] = 128
        var matrix = prism_chroma_matrix()
        let rows = [1.3, 0.2, 128 * (1 - 1.5), -0.2, 1.3, 128 * (1 - 1.1)]
        #expect(prism_chroma_set(&matrix, rows) == 0)
        Reference.color.chroma_pairs?(pairs.dst, pairs.src, 1, 0, 1, &matrix)
        #expect(pairs.bytes == [128, 128])
    }

    @Test(arguments: [(1.0, 0.0, UInt16(65535)), (0.25, 16, 1023), (-3, 40000, 4095)])
    func wideSamplesAreWithinTheirBound(_ gain: Double, _ offset: Double, _ most: UInt16) {
        var affine = prism_affine_u16()
        #expect(prism_affine_u16_set(&affine, gain, offset, most) == 0)
        let coefficientError = 0.5 * exp2(-Double(affine.shift))
        for sample in stride(from: 0, through: Int(most), by: 97) {
            var value = [UInt16(sample)]
            value.withUnsafeMutableBytes { bytes in
                let dst = prism_dst(data: bytes.baseAddress, stride: 2)
                let src = prism_src(data: bytes.baseAddress, stride: 2)
                Reference.color.affine_u16?(dst, src, 1, 0, 1, &affine)
            }
            let want = min(max(gain * Double(sample) + offset, 0), Double(most))
            let bound = 0.51 + coefficientError * Double(sample + 1)
            #expect(abs(want - Double(value[0])) <= bound)
        }
    }
}
