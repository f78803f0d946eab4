// SPDX-License-Identifier: MIT
// Stacks of a turning sky against the truth: places, peaks, noise, satellites, clouds.

import Foundation
import PrismCore
import PrismImage
import Testing

@testable import PrismNight

@Suite struct StarStackTests {
    private func stack(_ scene: SkyScene, _ count: Int) throws -> StackedRaw {
        var stacker = NightStacker(plan: .stars)
        stacker.expected = count
        for index in 0..<count { try stacker.add(try scene.frame(index), number: index) }
        return try stacker.finish()
    }

    /// Root mean square distance of where the transforms lead from where they should, on a grid.
    private func deviation(_ stacked: StackedRaw, _ scene: SkyScene) -> Double {
        var (sum, count) = (0.0, 0.0)
        for verdict in stacked.report.frames where verdict.isUsed {
            let found = FrameTransform(verdict.transform)
            let truth = scene.transform(verdict.frame)
            for y in stride(from: 0.0, through: Double(scene.height), by: 48) {
                for x in stride(from: 0.0, through: Double(scene.width), by: 48) {
                    let (a, b) = (found(x, y), truth(x, y))
                    sum += (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
                    count += 1
                }
            }
        }
        return (sum / max(1, count)).squareRoot()
    }

    /// The result in parts of white.
    private func levels(_ stacked: StackedRaw) -> [Double] {
        let facts = stacked.image.facts
        let (black, range) = (Double(facts.black[0]), Double(facts.white - facts.black[0]))
        return stacked.image.rows.map { (Double($0) - black) / range }
    }

    @Test func framesWithSatellitesAreAlignedToAThirtiethOfAPixel() throws {
        var scene = SkyScene()
        scene.satellites = [2, 3, 5]
        let stacked = try stack(scene, 8)
        #expect(stacked.report.used == 8)
        let deviation = deviation(stacked, scene)
        #expect(deviation <= 0.03, "\(deviation) pixels rms")
    }

    @Test func starsKeepTheirPeaksAndTheSkyItsBound() throws {
        var scene = SkyScene()
        // What a lens at full aperture draws; narrower points lose more between the samples of one colour.
        scene.sigma = 2
        let levels = levels(try stack(scene, 10))
        let truth = scene.light(0)
        var (got, wanted) = (0.0, 0.0)
        for star in scene.stars where star.light > 0.15 {
            let (x, y) = (Int(star.x.rounded()), Int(star.y.rounded()))
            guard (60..<scene.width - 60).contains(x), (60..<scene.height - 60).contains(y) else {
                continue
            }
            got += levels[y * scene.width + x] - scene.sky
            wanted += truth[y * scene.width + x] - scene.sky
        }
        #expect(got / wanted >= 0.97, "\(got / wanted)")
        let dark = truth.indices.filter { at in
            let (x, y) = (at % scene.width, at / scene.width)
            return (60..<scene.width - 60).contains(x) && (60..<scene.height - 60).contains(y)
                && truth[at] - scene.sky < 1e-5
        }
        let squares = dark.reduce(0.0) { $0 + pow(levels[$1] - scene.sky, 2) }
        let noise = (squares / Double(dark.count)).squareRoot()
        let bound = ((1e-3 * scene.sky + 1e-6) / 10).squareRoot()
        #expect(noise <= 1.1 * bound, "\(noise / bound) of the bound")
    }

    @Test func aSatelliteLeavesNothingEvenInTheReference() throws {
        var scene = SkyScene()
        scene.satellites = [0, 4]
        let count = 10
        let levels = levels(try stack(scene, count))
        var clean = scene
        clean.satellites = []
        let (with, without) = (scene.light(0), clean.light(0))
        // At the very edge too few frames have a say.
        let trail = with.indices.filter { at in
            (24..<scene.width - 24).contains(at % scene.width) && with[at] - without[at] > 0.05
        }
        let left = trail.reduce(0.0) { $0 + levels[$1] - without[$1] } / Double(trail.count)
        #expect(trail.count > 200 && abs(left) < 0.0015, "\(left)")
    }

    @Test func aBrighterSkyIsNoReasonToLeaveAFrameOut() throws {
        var scene = SkyScene()
        scene.excess = { frame, x, y in Double(frame) * (0.004 + x * 4e-6 + y * 2e-6) }
        let stacked = try stack(scene, 8)
        #expect(stacked.report.used == 8)
        let levels = levels(stacked)
        let middle = levels[(150 * scene.width + 150)...].prefix(60).sorted()[30]
        #expect(abs(middle - scene.sky) < 0.003, "\(middle)")
    }

    @Test func framesUnderCloudsAreLeftOutWithTheReason() throws {
        var scene = SkyScene()
        scene.hidden = [2, 3, 5, 7]
        let stacked = try stack(scene, 8)
        let left = stacked.report.frames.filter { !$0.isUsed }
        #expect(left.map(\.frame) == [2, 3, 5, 7])
        #expect(left.allSatisfy { $0.rejected == .hidden && $0.note?.contains("stars") == true })
    }

    @Test func trailsHaveNoGapsAndNoHotPixels() throws {
        var scene = SkyScene()
        (scene.turnDegrees, scene.shift) = (0, (x: 1.4, y: 0))
        var plan = StackPlan()
        (plan.merge, plan.aligns) = (.brightest, false)
        var stacker = NightStacker(plan: plan)
        let hot = (x: 200, y: 100)
        for index in 0..<20 {
            let frame = try scene.frame(index)
            var rows = frame.rows
            rows[hot.y * scene.width + hot.x] = 3000
            try stacker.add(
                try RawImage(
                    RawSamples(rows), width: scene.width, height: scene.height, facts: frame.facts))
        }
        let stacked = try stacker.finish()
        #expect(stacked.report.hotPixels == [HotPixel(x: hot.x, y: hot.y)])
        let levels = levels(stacked)
        let star = try #require(
            scene.stars.filter { $0.x < 400 && $0.x > 20 }.max { $0.light < $1.light })
        let row = Int(star.y.rounded()) * scene.width
        for step in 2..<24 {
            let level = levels[row + Int(star.x.rounded()) + step]
            #expect(level > scene.sky + star.light * 0.5, "a gap at \(step)")
        }
    }

    @Test func aCometFades() throws {
        var scene = SkyScene()
        (scene.turnDegrees, scene.shift) = (0, (x: 3, y: 0))
        var plan = StackPlan()
        (plan.merge, plan.aligns, plan.decay) = (.brightest, false, 0.9)
        var stacker = NightStacker(plan: plan)
        for index in 0..<12 { try stacker.add(try scene.frame(index)) }
        let levels = levels(try stacker.finish())
        let star = try #require(
            scene.stars.filter { $0.x < 400 && $0.x > 20 }.max { $0.light < $1.light })
        let row = Int(star.y.rounded()) * scene.width + Int(star.x.rounded())
        #expect(levels[row] < 0.6 * levels[row + 33])
    }

    @Test func aKnockOnTheTripodBeginsAnew() throws {
        var moved = SkyScene()
        moved.seed = 5
        let scene = SkyScene()
        var stacker = NightStacker(plan: .stars)
        stacker.expected = 12
        for index in 0..<3 { try stacker.add(try scene.frame(index)) }
        for index in 0..<9 { try stacker.add(try moved.frame(index)) }
        let report = try stacker.finish().report
        #expect(report.reference == 5 && report.used == 7)
        #expect(report.frames.prefix(3).allSatisfy { $0.rejected == .moved })
        #expect(report.frames[5].note?.contains("moved") == true)
    }
}
