// SPDX-License-Identifier: MIT
// Chains as they are used: what is handed on, what is refused, what happens between frames.

import BridgeTestSupport
import PrismCore
import PrismTesting
import Testing

@testable import PrismFilters

@Suite struct FilterChainTests {
    private let size = PixelSize(width: 61, height: 37)

    private func render(
        _ chain: String, _ source: PixelBuffer, options: FilterChain.Options = .init()
    ) throws -> PixelBuffer {
        let target = try PixelBuffer(
            format: options.output ?? source.format, size: source.size,
            colorSpace: source.colorSpace)
        try FilterChain(ChainText.parse(chain), options: options)
            .render(source.view, into: target.mutableView)
        return target
    }

    static let nothing = ["", "passthrough", "sepia@0", "gaussian=10@0,twirl@0", "hue=0"]

    @Test(arguments: nothing, FilterChain.formats)
    func aChainThatDoesNothingChangesNoBit(_ chain: String, _ format: PixelFormat) throws {
        let source = try PixelBuffer.scene(format, size, .sYCC, seed: 1)
        let target = try render(chain, source)
        #expect(target.stored.distance(to: source.stored) <= (chain == "hue=0" ? 1 : 0))
    }

    /// Chains of one filter of each kind: points, tables, a cube, gains, neighbourhoods, rows of the program's.
    static let kinds = [
        "sepia", "gamma=0.7", "temperature=5000", "vignette=0.7", "gaussian=2", "gaussian=9",
        "motion=7:30deg", "zoom=20", "sharpen", "pixellate=7", "pointillize=6", "edges", "comic",
        "bump=0.5:20", "zebra", "peaking", "sepia,gaussian=3@0.4,vignette=0.7,twirl=1:20,gamma=2",
    ]

    @Test(arguments: kinds, FilterChain.formats)
    func threadsNeverChangeAResult(_ chain: String, _ format: PixelFormat) throws {
        let source = try PixelBuffer.scene(format, size, .rec709, seed: 2)
        let alone = try render(chain, source, options: .init(threads: 1))
        let together = try render(chain, source, options: .init(threads: 3))
        #expect(alone.stored.distance(to: together.stored) == 0)
    }

    @Test(arguments: kinds)
    func everySizeFromOnePixelOnIsRendered(_ chain: String) throws {
        for (width, height) in [(1, 1), (1, 9), (9, 1), (2, 3), (17, 5)] {
            for format in FilterChain.formats {
                let size = PixelSize(width: width, height: height)
                let source = try PixelBuffer.scene(format, size, .sYCC, seed: 3)
                _ = try render(chain, source)
            }
        }
    }

    @Test(arguments: kinds)
    func anUncachedInputGivesTheSamePicture(_ chain: String) throws {
        let source = try PixelBuffer.scene(.xrgb8888, size, .sYCC, seed: 4)
        let cached = try render(chain, source)
        let uncached = try render(chain, source, options: .init(inputIsUncached: true))
        #expect(cached.stored.distance(to: uncached.stored) == 0)
    }

    @Test func fullIntensityIsTheFilterItselfAndHalfIsBetween() throws {
        let source = try PixelBuffer.scene(.xrgb8888, size, .sYCC, seed: 5)
        let whole = try render("edges", source)
        let half = try render("edges@0.5", source)
        let mean = Picture(
            channels: zip(source.stored.channels, whole.stored.channels).map { before, after in
                before.map { (before[$0, $1] + after[$0, $1]) / 2 }
            })
        #expect(half.stored.distance(to: mean) <= 0.51)
        #expect(try render("edges@1", source).stored.distance(to: whole.stored) == 0)
    }

    @Test func aTargetMayHaveAnotherFormatAndMoreStride() throws {
        let source = try PixelBuffer.scene(.nv12, size, .sYCC, seed: 6)
        let target = try render("", source, options: .init(output: .xrgb8888))
        #expect(target.stored.distance(to: source.stored.decoded(.sYCC).held) <= 1)
    }

    @Test func bytesBehindRowsStayUntouched() throws {
        let source = try PixelBuffer.scene(.bgr888, PixelSize(width: 5, height: 4), .sYCC, seed: 7)
        var bytes = [UInt8](repeating: 0xA5, count: 4 * 64)
        try bytes.withUnsafeMutableBytes { buffer in
            let base = try #require(buffer.baseAddress)
            let plane = MutablePixelView.Plane(base: base, stride: 64, rows: 4)
            let view = MutablePixelView(
                format: .bgr888, width: 5, height: 4, colorSpace: .sYCC, planes: [plane])
            try FilterChain([FilterStep(Sepia())]).render(source.view, into: view)
        }
        for row in 0..<4 { #expect(bytes[row * 64 + 15..<row * 64 + 64].allSatisfy { $0 == 0xA5 }) }
    }

    @Test func newFiltersHoldFromTheNextFrameOn() throws {
        let chain = try FilterChain([FilterStep(Brightness(0.25))])
        let source = try PixelBuffer.scene(.xrgb8888, size, .sYCC, seed: 8)
        let target = try PixelBuffer(format: .xrgb8888, size: size)
        try chain.render(source.view, into: target.mutableView)
        try chain.setFilters([FilterStep(Invert())])
        try chain.render(source.view, into: target.mutableView)
        let inverted = source.stored.mapColors { color, _, _ in 255 - color }
        #expect(target.stored.distance(to: inverted) == 0)
        #expect(chain.filters.map(\.name) == ["invert"])
    }

    @Test func framesAreWholeWhileFiltersChange() async throws {
        let chain = try FilterChain([FilterStep(Brightness(0))], options: .init(threads: 2))
        let source = try PixelBuffer(format: .xrgb8888, size: PixelSize(width: 64, height: 64))
        source.withMutablePixels { view in
            _ = view.planes[0].base.initializeMemory(
                as: UInt8.self, repeating: 100, count: 64 * 256)
        }
        let changes = Task.detached {
            for index in 0..<300 {
                try chain.setFilters([FilterStep(Brightness(Double(index % 100) / 200))])
            }
        }
        let target = try PixelBuffer(format: .xrgb8888, size: source.size)
        for _ in 0..<300 {
            try chain.render(source.view, into: target.mutableView)
            let values = Set(target.stored.channels.flatMap(\.values))
            #expect(values.count == 1, "a picture of two filters: \(values)")
        }
        try await changes.value
    }

    @Test func aWrongParameterLeavesTheFiltersBefore() throws {
        let chain = try FilterChain([FilterStep(Sepia())])
        let error = prismError { try chain.setFilters([FilterStep(Saturation(.nan))]) }
        #expect(error?.code == .outOfRange)
        #expect(chain.filters.map(\.name) == ["sepia"])
    }
}
