// SPDX-License-Identifier: MIT
// The reader of chains: what it takes, what it refuses and with which words.

import BridgeTestSupport
import PrismCore
import PrismTesting
import Testing

@testable import PrismFilters

@Suite struct ChainTextTests {
    @Test func aChainIsReadInOrder() throws {
        let steps = try ChainText.parse("saturation=1.2, sepia@0.6 ,vignette=0.8:radius=1.5")
        #expect(steps.map(\.name) == ["saturation", "sepia", "vignette"])
        #expect(steps.map(\.intensity) == [1, 0.6, 1])
        #expect(steps[0].filter as? Saturation == Saturation(1.2))
        #expect(steps[2].filter as? Vignette == Vignette(0.8, radius: 1.5))
    }

    @Test(arguments: ["", "   ", "\n"])
    func nothingIsAnEmptyChain(_ text: String) throws {
        #expect(try ChainText.parse(text).isEmpty)
    }

    @Test func anglesMayBeDegrees() throws {
        let twirl = try ChainText.parse("twirl=90deg")[0].filter as? Twirl
        #expect(twirl?.angle == Double.pi / 2)
    }

    @Test func curvesArePoints() throws {
        let curves = try ChainText.parse("curves=0/0;0.5/0.7;1/1")[0].filter as? Curves
        #expect(curves?.points.map(\.y) == [0, 0.7, 1])
    }

    @Test func aFileInQuotationMarksMayHoldAnyMark() throws {
        let cube = try ColorCube(
            size: 2, isThreeDimensional: false, colors: [.zero, SIMD3(repeating: 1)])
        let asked = Lock("")
        let resources = ChainResources(
            cube: { (path: String) throws(PrismError) in
                asked.withLock { $0 = path }
                return cube
            }, matte: ChainResources.none.matte)
        let steps = try ChainText.parse("lut=\"a,b:c@d.cube\"@0.5", resources: resources)
        #expect(asked.withLock { $0 } == "a,b:c@d.cube")
        #expect(steps[0].intensity == 0.5)
    }

    static let refused: [(String, PrismError.Code, String)] = [
        ("saturaton=1", .usage, "did you mean saturation?"),
        ("sepia,,hue", .usage, "unknown filter \"\""),
        ("saturation=", .usage, "expected a number"),
        ("saturation=x", .usage, "expected a number"),
        ("saturation=nan", .outOfRange, "expected 0 to 2"),
        ("saturation=inf", .outOfRange, "expected 0 to 2"),
        ("saturation=3", .outOfRange, "amount is 3, expected 0 to 2"),
        ("sepia@1.5", .outOfRange, "the intensity is 1.5, expected 0 to 1"),
        ("sepia@nan", .outOfRange, "expected 0 to 1"),
        ("sepia@", .usage, "expected a number from 0 to 1 behind @"),
        ("sepia@0.5@0.5", .usage, "a second @"),
        ("vignette=0.5:raduis=1", .usage, "did you mean radius?"),
        ("vignette=0.5:amount=1", .usage, "amount is given twice"),
        ("vignette=0.5:1:1", .usage, "more than 2 values"),
        ("grayscale=1", .usage, "it has no parameters"),
        ("vision=proton", .usage, "did you mean protan?"),
        ("curves=0/0;0/1", .outOfRange, "x must increase"),
        ("curves=0/0", .outOfRange, "1 points"),
        ("curves=0;1", .usage, "expected x/y"),
        ("lut", .usage, "file is missing"),
        ("lut=a.cube", .unsupported, "may not read"),
        ("lut=\"a", .usage, "not closed"),
    ]

    @Test(arguments: refused.indices)
    func whatIsWrongIsNamed(_ index: Int) throws {
        let (text, code, words) = ChainTextTests.refused[index]
        let error = try #require(prismError { try ChainText.parse(text) })
        #expect(error.code == code, "\(error)")
        #expect(error.message.contains(words), "\(error)")
    }

    @Test func everyFilterReadsItsOwnText() throws {
        for type in FilterCatalog.all {
            let isFile = type.manual.parameters.contains { $0.fallback == nil }
            guard !isFile else { continue }
            let step = try #require(ChainText.parse(type.manual.name).first)
            let again = try #require(ChainText.parse(step.text).first)
            #expect(again.filter.values == step.filter.values, "\(step.text)")
        }
    }

    @Test func namesAreWordsAndManualsAreWhole() {
        #expect(Set(FilterCatalog.names).count == FilterCatalog.names.count)
        for type in FilterCatalog.all {
            let manual = type.manual
            #expect(!manual.formula.isEmpty && !manual.source.isEmpty && manual.name != "")
            #expect(!manual.name.contains { ",:=@\" ".contains($0) })
        }
    }

    @Test func noTextCrashesTheReader() {
        var random = SplitMix(seed: 6)
        let words =
            FilterCatalog.names + [
                "=", ":", ",", "@", "\"", ";", "/", "0.5", "1", "-1", "nan", "inf", "1e999", "deg",
                " ", "radius", "\u{0}", "é", "👩‍🚀",
            ]
        for _ in 0..<20_000 {
            let text = (0..<random.below(12)).map { _ in words[random.below(words.count)] }
            guard let steps = try? ChainText.parse(text.joined()) else { continue }
            for step in steps { #expect((0...1).contains(step.intensity)) }
        }
    }
}
