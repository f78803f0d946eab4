// SPDX-License-Identifier: MIT
// Each filter against OpenCV, SciPy, scikit-image or colour-science, within a stated tolerance.

import BridgeTestSupport
import Foundation
import PrismCore
import Testing

@testable import PrismFilters

/// A filter, and how far it may be off what others make of it.
struct ForeignCase: Sendable {
    var name: String
    var chain: String
    /// Largest difference of any value, in code values.
    var most: Int
    /// Values that may be off by more than 2, in millionths.
    var share = 0

    init(_ name: String, _ chain: String? = nil, most: Int, share: Int = 0) {
        self.name = name
        self.chain = chain ?? name
        self.most = most
        self.share = share
    }
}

@Suite struct ForeignFilterTests {
    /// What works on light is a table of 65³ colours: near black, where light is held to 0, it is off by more.
    private static let cases = [
        ForeignCase("brightness", "brightness=0.2", most: 1),
        ForeignCase("contrast", "contrast=1.5", most: 1),
        ForeignCase("saturation", "saturation=1.6", most: 1),
        ForeignCase("grayscale", most: 1), ForeignCase("hue", "hue=0.8", most: 2),
        ForeignCase("sepia", most: 1), ForeignCase("invert", most: 0),
        ForeignCase("mixer", "mixer=0.5:0.3:0.1:0.2:0.6:0.1:0:0.4:0.7", most: 1),
        ForeignCase("vignette", "vignette=0.8:0.7", most: 1),
        ForeignCase("exposure", "exposure=0.7", most: 1),
        ForeignCase("gamma", "gamma=1.8", most: 1),
        ForeignCase("curves", "curves=0/0;0.25/0.1;0.5/0.7;1/1", most: 1),
        ForeignCase("posterize", "posterize=5", most: 1),
        ForeignCase("temperature", "temperature=5000", most: 16, share: 2_500),
        ForeignCase("vision", "vision=deutan:0.75", most: 16, share: 2_500),
        ForeignCase("daltonize", "daltonize=deutan", most: 16, share: 2_500),
        ForeignCase("lut", "lut=look.cube", most: 1),
        ForeignCase("gaussian", "gaussian=2", most: 1),
        ForeignCase("gaussian12", "gaussian=12", most: 4, share: 20_000),
        ForeignCase("motion", "motion=10", most: 1),
        ForeignCase("zoom", "zoom=20", most: 6, share: 20_000),
        ForeignCase("sharpen", "sharpen=0.8:1.5", most: 2),
        ForeignCase("pixellate", "pixellate=8", most: 1), ForeignCase("edges", most: 1),
        ForeignCase("twirl", "twirl=1.2:60", most: 4, share: 2_000),
        ForeignCase("vortex", "vortex=2:60", most: 4, share: 2_000),
        ForeignCase("bump", "bump=0.5:60", most: 4, share: 2_000),
        ForeignCase("pinch", "pinch=0.5:60", most: 4, share: 2_000),
        ForeignCase("peaking", "peaking=0.03", most: 255, share: 200),
        ForeignCase("zebra", "zebra=0.7:6", most: 255, share: 200),
        ForeignCase("bokeh", "bokeh=matte:8", most: 16, share: 100_000),
    ]

    /// Multiples of twice the squares of `pixellate`.
    private static let size = PixelSize(width: 240, height: 160)

    @Test(.enabled(if: PythonJudge.isThere, "python3 with pip is needed"))
    func filtersDoWhatOtherPeoplesLibrariesDo() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("prism-foreign-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try ForeignFilterTests.writePictures(to: folder)
        let size = ForeignFilterTests.size
        let judged = try PythonJudge.run(
            "judge.py", [folder.path, String(size.width), String(size.height)])
        let lines = judged.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(Set(lines.map { String($0[0]) }) == Set(ForeignFilterTests.cases.map(\.name)))
        for line in lines where line.count == 3 {
            let tested = try #require(ForeignFilterTests.cases.first { $0.name == line[0] })
            let (most, share) = (try #require(Int(line[1])), try #require(Int(line[2])))
            #expect(most <= tested.most, "\(tested.name) is off by \(most)")
            #expect(share <= tested.share, "\(tested.name): \(share) of a million are off")
        }
    }

    private static func writePictures(to folder: URL) throws {
        let source = try PixelBuffer.scene(.bgr888, size, .sYCC, seed: 3)
        try source.packed.write(to: folder.appendingPathComponent("in.rgb"))
        let matte = try Matte(size: size, pixels: (0..<size.width * size.height).map(matteAt))
        try Data(matte.pixels.flatMap { [$0, $0, $0] }).write(
            to: folder.appendingPathComponent("matte.rgb"))
        let look = try cube()
        try look.text.write(
            to: folder.appendingPathComponent("look.cube"), atomically: true, encoding: .utf8)
        let resources = ChainResources(
            cube: { (_: String) throws(PrismError) in look },
            matte: { (_: String) throws(PrismError) in matte })
        let target = try PixelBuffer(format: .bgr888, size: size, colorSpace: .sYCC)
        for tested in cases {
            let steps = try ChainText.parse(tested.chain, resources: resources)
            try FilterChain(steps).render(source.view, into: target.mutableView)
            try target.packed.write(to: folder.appendingPathComponent("\(tested.name).rgb"))
        }
    }

    /// A soft ellipse in the middle.
    private static func matteAt(_ index: Int) -> UInt8 {
        let (x, y) = (
            Double(index % size.width) / 240 - 0.5, Double(index / size.width) / 160 - 0.5
        )
        return UInt8(min(1, max(0, 2 - 8 * (x * x + y * y) * 2)) * 255)
    }

    private static func cube() throws -> ColorCube {
        let colors = (0..<17 * 17 * 17).map { index -> SIMD3<Float> in
            let (r, g, b) = (Float(index % 17), Float(index / 17 % 17), Float(index / 289))
            let color = SIMD3(r, g, b) / 16
            return SIMD3(color.x * color.x, (color.x + color.y) / 2, 1 - color.z * 0.8)
        }
        return try ColorCube(size: 17, isThreeDimensional: true, colors: colors)
    }
}

extension ColorCube {
    /// The text of its `.cube` file.
    fileprivate var text: String {
        "LUT_3D_SIZE \(size)\n" + colors.map { "\($0.x) \($0.y) \($0.z)\n" }.joined()
    }
}

extension PixelBuffer {
    /// Rows of three bytes a pixel without padding.
    fileprivate var packed: Data {
        withPixels { view in
            let plane = view.planes[0]
            var data = Data()
            for y in 0..<size.height {
                data.append(
                    Data(bytes: plane.base + y * plane.stride, count: size.width * 3))
            }
            return data
        }
    }
}
