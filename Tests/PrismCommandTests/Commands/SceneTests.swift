// SPDX-License-Identifier: MIT
// Pictures that a simulated camera cannot look at are named.

import PrismCore
import PrismImage
import PrismTesting
import Testing

@Suite struct SceneTests {
    @Test func aSceneThatIsTooWideIsNamedAndOutOfRange() throws {
        let directory = try TemporaryDirectory()
        let pixels = [UInt8](repeating: 128, count: 65_500 * 3)
        let picture = try #require(DecodedImage(width: 65_500, height: 1, pixels: pixels))
        let file = try AtomicFile(path: directory.file("wide.png"))
        _ = try picture.withPixelView { view throws(PrismError) in
            try ImageEncoder(format: .png(PNGOptions())).encode(
                view, metadata: nil, to: file.fileDescriptor)
        }
        try file.publish()
        let scene = directory.file("wide.png")
        let run = try Run.prism(["list", "--camera", "mock:scene=\(scene)"])
        #expect(run.status == 6)
        #expect(run.errorLines.count == 1)
        #expect(run.error.contains(scene))
    }
}
