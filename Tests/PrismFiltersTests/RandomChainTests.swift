// SPDX-License-Identifier: MIT
// 500 random chains against real numbers, within the bound that their filters' manuals add up to.

import BridgeTestSupport
import PrismCore
import Testing

@testable import PrismFilters

@Suite struct RandomChainTests {
    private static let spaces: [ColorSpace] = [.sYCC, .rec709, .unspecified]

    @Test(arguments: 0..<500)
    func aChainIsWhatItsFiltersAddUpTo(_ seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed) &* 7919 &+ 1)
        let size = PixelSize(width: 9 + random.below(90), height: 9 + random.below(70))
        let format = FilterChain.formats[random.below(FilterChain.formats.count)]
        let space = RandomChainTests.spaces[random.below(3)]
        var maker = RandomSteps(random: random, luma: space.luma)
        maker.aspect = Double(size.width) / Double(size.height)
        let steps = (0..<1 + random.below(5)).map { _ in maker.next() }
        let source = try PixelBuffer.scene(format, size, space, seed: UInt64(seed))
        let target = try PixelBuffer(format: format, size: size, colorSpace: space)
        let chain = try FilterChain(
            steps.map(\.step), options: .init(threads: 1 + random.below(3)))
        try chain.render(source.view, into: target.mutableView)

        let plan = FilterPlanner(
            geometry: FilterGeometry(size: size, colorSpace: space), input: format, output: format
        ).plan(steps.map(\.step))
        var shown = steps.filter { $0.step.intensity > 0 }[...]
        var reference = ReferenceChain(source.stored, isYUV: format.isYUV, space: space)
        for pass in plan.passes {
            reference.begin(pass)
            for name in pass.names {
                // What changes nothing is in no pass.
                var step = shown.popFirst()
                while let skipped = step, skipped.step.name != name { step = shown.popFirst() }
                if let step { reference.add(step) }
            }
            reference.end(pass)
        }
        let off = target.stored.distance(to: reference.picture)
        #expect(
            off <= reference.error,
            "\(format) \(size) \(steps.map(\.step.text)): off by \(off) of \(reference.error)")
    }
}

extension Picture {
    /// The largest difference of a channel anywhere.
    func distance(to other: Picture) -> Double {
        zip(channels, other.channels).map { mine, theirs in
            zip(mine.values, theirs.values).map { abs($0 - $1) }.max() ?? 0
        }.max() ?? 0
    }
}
