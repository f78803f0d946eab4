// SPDX-License-Identifier: MIT
// Skies matched by triangles: any turn and shift, strangers among the stars, skies that are others.

import Foundation
import PrismTesting
import Testing

@testable import PrismNight

@Suite struct StarMatcherTests {
    private func stars(_ seed: UInt64, _ count: Int) -> [Star] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            Star(
                x: Double.random(in: 0..<2000, using: &random),
                y: Double.random(in: 0..<1500, using: &random),
                flux: Double.random(in: 10..<1000, using: &random))
        }
    }

    @Test(arguments: [0.0, 0.4, 1.5, 12, 40])
    func aTurnedSkyIsFound(_ degrees: Double) throws {
        let reference = stars(3, 60)
        let truth = FrameTransform(
            turn: degrees * .pi / 180, aboutX: 1000, y: 750, dx: 37.25, dy: -21.5)
        var random = SeededGenerator(seed: 9)
        let frame =
            reference.dropFirst(8).map { star -> Star in
                let at = truth(star.x, star.y)
                return Star(
                    x: at.x + 0.05 * random.normal(), y: at.y + 0.05 * random.normal(),
                    flux: star.flux)
            } + stars(77, 10)
        let match = try #require(StarMatcher(reference).match(frame))
        #expect(match.pairs >= 40)
        for (x, y) in [(0.0, 0.0), (2000, 0), (0, 1500), (2000, 1500)] {
            let (found, wanted) = (match.transform(x, y), truth(x, y))
            #expect(hypot(found.x - wanted.x, found.y - wanted.y) < 0.06)
        }
    }

    @Test func anotherSkyIsNoMatch() {
        let matcher = StarMatcher(stars(3, 60))
        for seed in 100..<110 { #expect(matcher.match(stars(UInt64(seed), 60)) == nil) }
    }

    @Test func aMirroredSkyIsNoMatch() {
        let reference = stars(3, 60)
        let mirrored = reference.map { Star(x: 2000 - $0.x, y: $0.y, flux: $0.flux) }
        #expect(StarMatcher(reference).match(mirrored) == nil)
    }

    @Test func fewStarsAreNoneToGoBy() {
        #expect(!StarMatcher(stars(1, 5)).isUsable)
        #expect(StarMatcher(stars(1, 30)).match([]) == nil)
    }
}
