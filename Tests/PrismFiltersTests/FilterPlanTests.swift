// SPDX-License-Identifier: MIT
// What the planner joins, keeps and says.

import PrismCore
import Testing

@testable import PrismFilters

@Suite struct FilterPlanTests {
    private func plan(
        _ chain: String, _ input: PixelFormat = .xrgb8888, _ output: PixelFormat? = nil
    ) throws -> FilterPlan {
        let geometry = FilterGeometry(
            size: PixelSize(width: 1920, height: 1080), colorSpace: .sYCC)
        return FilterPlanner(geometry: geometry, input: input, output: output ?? input)
            .plan(try ChainText.parse(chain))
    }

    @Test func affineFiltersWithTheirIntensitiesAreOneMatrix() throws {
        let plan = try plan("brightness=0.1,contrast=1.2@0.5,saturation=1.3,hue=20deg,sepia@0.4")
        #expect(plan.passes.count == 1)
        #expect(plan.passes[0].tail.map(\.text) == ["3x4 matrix"])
        #expect(plan.intermediates == 0)
    }

    @Test func curvesAndDiagonalMatricesAreOneTable() throws {
        let plan = try plan("contrast=1.2,gamma=0.8,exposure=0.5,posterize=5,brightness=0.1")
        #expect(plan.passes[0].tail.map(\.text) == ["3 tables of 256"])
    }

    @Test func mixedPointFiltersAreOneCube() throws {
        let plan = try plan("saturation=1.2,gamma=1.2,sepia@0.4,curves=0/0;0.5/0.6;1/1,hue=10deg")
        #expect(plan.passes[0].tail.count == 1)
        guard case .cube? = plan.passes[0].tail.first else {
            Issue.record("\(plan.explanation)")
            return
        }
    }

    @Test func whatAJumpWouldBlurIsNotMadeATable() throws {
        let plan = try plan("saturation=1.2,posterize=4,hue=1")
        #expect(plan.passes[0].tail.map(\.text) == ["3x4 matrix", "3 tables of 256", "3x4 matrix"])
    }

    @Test func pointFiltersJoinTheNeighbourhoodBefore() throws {
        let plan = try plan("gaussian=2,sepia,vignette=0.5")
        #expect(plan.passes.count == 1)
        #expect(plan.passes[0].tail.map(\.text) == ["3x4 matrix", "gain by position"])
        #expect(plan.intermediates == 0)
    }

    @Test func manyPassesNeedTwoPicturesInBetween() throws {
        #expect(try plan("gaussian=2,twirl").intermediates == 1)
        #expect(try plan("gaussian=2,twirl,edges,gaussian=1").intermediates == 2)
    }

    @Test(arguments: [PixelFormat.nv12, .yuv420])
    func planesAreKeptWhereTheMathsAllows(_ format: PixelFormat) throws {
        let kept = "brightness=0.1,contrast=1.2,saturation=1.3,hue=0.5,gaussian=4,twirl,motion=5"
        #expect(try plan(kept, format).passes.allSatisfy { $0.work == .planes })
        #expect(try plan("grayscale", format).passes.map(\.work) == [.planes])
        for mixing in ["sepia", "gamma=0.5", "edges", "zebra", "mixer=0.5"] {
            #expect(try plan(mixing, format).passes.allSatisfy { $0.work == .pixels }, "\(mixing)")
        }
        #expect(try plan("saturation=1.3", format, .xrgb8888).passes.map(\.work) == [.pixels])
    }

    @Test func whatMixesColoursStandsBetweenPlanes() throws {
        let passes = try plan("gaussian=2,sepia,motion=5,hue=1", .nv12).passes
        #expect(passes.map(\.work) == [.planes, .pixels, .planes])
        #expect(passes.map(\.output) == [.nv12, .nv12, .nv12])
        let edges = try plan("saturation=1.2,edges,zebra,gaussian=2", .nv12).passes
        #expect(edges.map(\.output) == [.xrgb8888, .xrgb8888, .nv12, .nv12])
    }

    @Test func aChainMovesNoMoreThanItsFiltersOneByOne() throws {
        let names = FilterCatalog.all.filter { type in
            type.manual.parameters.allSatisfy { $0.fallback != nil }
        }.map { $0.manual.name }
        for format in FilterChain.formats {
            for (index, name) in names.enumerated() {
                let others = (1...3).map { names[(index + $0 * 5) % names.count] }
                let chain = ([name] + others).map { "\($0)@0.9" }
                let together = try plan(chain.joined(separator: ","), format).movedBytes
                let alone = try chain.reduce(0) { try $0 + plan($1, format).movedBytes }
                #expect(together <= alone, "\(format) \(chain)")
            }
        }
    }

    @Test func thePlanIsExplained() throws {
        let text = try plan("gaussian=2@0.5,sepia", .nv12).explanation
        #expect(
            text == """
                1920x1080 NV12 -> NV12
                  pass 1: gaussian: neighbourhood + blend 0.5; NV12 by planes, 6.2 MB
                  pass 2: sepia: 3x4 matrix; NV12 -> NV12, 6.2 MB
                  12.4 MB moved, one picture in between

                """)
        #expect(try plan("").explanation.contains("the frame is handed on"))
    }

    @Test func weightsThatAKernelCannotHoldAreTwoMatrices() throws {
        let plan = try plan("contrast=4,contrast=4,contrast=4,contrast=4")
        #expect(plan.passes[0].tail.count > 1)
    }
}
