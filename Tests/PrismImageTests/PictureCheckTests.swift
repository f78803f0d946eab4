// SPDX-License-Identifier: MIT
// Pictures that show nothing are found; a dark one with noise is not taken for one.

import PrismCore
import PrismTesting
import Testing

@testable import PrismImage

@Suite struct PictureCheckTests {
    private func flaw(
        luma: [UInt8], chroma: UInt8, range: ColorSpace.Range = .full
    ) throws -> PictureCheck? {
        let planes = [luma, [UInt8](repeating: chroma, count: 16 * 16)]
        return planes[0].withUnsafeBytes { y in
            planes[1].withUnsafeBytes { c in
                guard let luma = y.baseAddress, let chroma = c.baseAddress else { return nil }
                var space = ColorSpace.sYCC
                space.range = range
                let view = PixelView(
                    format: .nv12, width: 16, height: 16, colorSpace: space,
                    planes: [
                        .init(base: luma, stride: 16, rows: 16),
                        .init(base: chroma, stride: 16, rows: 8),
                    ])
                return PictureCheck.flaw(of: view)
            }
        }
    }

    @Test func blackIsBlackInEitherRange() throws {
        let zeros = [UInt8](repeating: 0, count: 256)
        #expect(try flaw(luma: zeros, chroma: 128) == .black)
        let sixteens = [UInt8](repeating: 16, count: 256)
        #expect(try flaw(luma: sixteens, chroma: 128, range: .limited) == .black)
        #expect(try flaw(luma: sixteens, chroma: 128) == .uniform)
    }

    @Test func aBufferOfZerosIsNotWritten() throws {
        #expect(try flaw(luma: [UInt8](repeating: 0, count: 256), chroma: 0) == .uniform)
    }

    @Test func aDarkNightHasNoise() throws {
        var random = SeededGenerator(seed: 3)
        let night = (0..<256).map { _ in UInt8.random(in: 0...3, using: &random) }
        #expect(try flaw(luma: night, chroma: 128) == nil)
    }

    @Test(arguments: PixelLayout.formats.map(\.format))
    func aSceneIsNoFlaw(format: PixelFormat) throws {
        let frame = try TestFrame(format, TestScene(width: 40, height: 30), .sYCC, padding: 1)
        #expect(try frame.withView { PictureCheck.flaw(of: $0) } == nil)
    }
}
