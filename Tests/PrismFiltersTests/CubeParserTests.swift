// SPDX-License-Identifier: MIT
// The reader of .cube files.

import BridgeTestSupport
import PrismCore
import PrismTesting
import Testing

@testable import PrismFilters

@Suite struct CubeParserTests {
    private static let corners = """
        # a comment
        TITLE "Swap"
        LUT_3D_SIZE 2
        DOMAIN_MIN 0 0 0
        DOMAIN_MAX 1 1 1

        0 0 0
        0 0 1
        0 1 0
        0 1 1
        1 0 0
        1 0 1
        1 1 0
        1 1 1
        """

    @Test func aCubeIsReadWithRedChangingFastest() throws {
        let cube = try ColorCube(cube: CubeParserTests.corners, name: "swap.cube")
        #expect(cube.title == "Swap")
        #expect(cube.size == 2 && cube.isThreeDimensional)
        let swapped = cube(SIMD3(0.25, 0.5, 0.75))
        #expect(swapped == SIMD3(0.75, 0.5, 0.25))
    }

    @Test func threeCurvesAreReadToo() throws {
        let text = "LUT_1D_SIZE 3\r\n0 0 0\r\n0.25 0.5 0.75\r\n1 1 1\r\n"
        let cube = try ColorCube(cube: text, name: "curves.cube")
        #expect(!cube.isThreeDimensional)
        #expect(cube(SIMD3(repeating: 0.5)) == SIMD3(0.25, 0.5, 0.75))
        #expect(cube(SIMD3(repeating: 0.25)) == SIMD3(0.125, 0.25, 0.375))
    }

    @Test func theDomainScalesTheInput() throws {
        let text = "LUT_1D_SIZE 2\nDOMAIN_MIN 0 0 0\nDOMAIN_MAX 2 2 2\n0 0 0\n1 1 1\n"
        #expect(try ColorCube(cube: text, name: "x")(.init(repeating: 1)).x == 0.5)
    }

    static let refused: [(String, String)] = [
        ("", "no LUT_1D_SIZE"),
        ("LUT_3D_SIZE 2\n0 0 0\n", "line 3: the file ends after 1 of 8 colours"),
        ("LUT_3D_SIZE 1\n", "line 1: expected a size from 2 to 256"),
        ("LUT_3D_SIZE 257\n", "line 1: expected a size from 2 to 256"),
        ("LUT_3D_SIZE 99999999999999999999\n", "line 1: expected a size"),
        ("LUT_1D_SIZE 2\nLUT_3D_SIZE 2\n", "line 2: a second size"),
        ("0 0 0\n", "line 1: a colour before"),
        ("LUT_1D_SIZE 2\n0 0\n", "line 2: expected 3 numbers"),
        ("LUT_1D_SIZE 2\n0 0 nan\n", "line 2: expected 3 numbers"),
        ("LUT_1D_SIZE 2\n0 0 1e999\n", "line 2: expected 3 numbers"),
        ("LUT_1D_SIZE 2\n0 0 0\n1 1 1\n2 2 2\n", "line 4: more than 2 colours"),
        ("LUT_1D_SIZE 2\n0 0 0\nTITLE \"x\"\n", "line 3: TITLE stands behind"),
        ("TITLE \"x\n", "line 1: expected a title"),
        ("LUT_2D_SIZE 2\n", "line 1: unknown keyword"),
        ("LUT_1D_SIZE 2\nDOMAIN_MIN 1 1 1\n0 0 0\n1 1 1\n", "the domain"),
    ]

    @Test(arguments: refused.indices)
    func aWrongLineIsNamed(_ index: Int) throws {
        let (text, words) = CubeParserTests.refused[index]
        let error = try #require(prismError { try ColorCube(cube: text, name: "bad.cube") })
        #expect(error.code == .invalidData)
        #expect(error.message.hasPrefix("bad.cube, line "), "\(error)")
        #expect(error.message.contains(words), "\(error)")
    }

    @Test func noFileCrashesTheReader() {
        var random = SplitMix(seed: 7)
        let whole = Array(CubeParserTests.corners.utf8)
        for _ in 0..<5_000 {
            var bytes = whole
            for _ in 0...random.below(6) {
                let at = random.below(bytes.count)
                switch random.below(3) {
                case 0: bytes[at] = UInt8(random.below(256))
                case 1: bytes.remove(at: at)
                default: bytes.insert(bytes[random.below(bytes.count)], at: at)
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let cube = try? ColorCube(cube: text, name: "fuzz") else { continue }
            let color = cube(SIMD3(0.3, 0.6, 0.9))
            #expect(color.x.isFinite && color.y.isFinite && color.z.isFinite)
        }
    }
}
