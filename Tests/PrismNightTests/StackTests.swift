// SPDX-License-Identifier: MIT
// What becomes of a burst: noise falls, the picture stays, nothing depends on threads.

import Glibc
import PrismCore
import PrismImage
import Testing

@testable import PrismNight

@Suite struct StackTests {
    private let scene = Scene()

    private func stack(_ frames: [RawImage], plan: StackPlan = StackPlan()) throws -> StackedRaw {
        var stacker = NightStacker(plan: plan)
        for frame in frames { try stacker.add(frame) }
        return try stacker.finish()
    }

    /// Root mean square differences from the scene, in parts of white, away from the edges.
    private func error(_ stacked: StackedRaw, margin: Int = 24) -> Double {
        let all = stacked.image.all
        var sum = 0.0
        for y in margin..<scene.height - margin {
            for x in margin..<scene.width - margin {
                let off = light(all, x, y) - scene.value(Double(x), Double(y))
                sum += off * off
            }
        }
        return (sum / Double((scene.width - 2 * margin) * (scene.height - 2 * margin))).squareRoot()
    }

    /// A sample of a result as the scene has it.
    private func light(_ all: [UInt16], _ x: Int, _ y: Int) -> Double {
        (Double(all[y * scene.width + x]) / 16 - 256) / 3839
    }

    @Test(arguments: [8, 10, 12, 14, 16])
    func oneFrameComesOutAsItWasTimesTheScale(bits: Int) throws {
        var dice = Dice(seed: 3)
        let most = (1 << min(bits, 14)) - 1
        let samples = (0..<64 * 48).map { _ in
            UInt16(Int(dice.next() % UInt64(most + 1)) << max(0, bits - 14))
        }
        let facts = RawFacts(order: .grbg, bits: bits, black: 16, white: Float((1 << bits) - 1))
        let image = try RawImage(RawSamples(samples), width: 64, height: 48, facts: facts)
        var plan = StackPlan()
        plan.findsHotPixels = false
        let stacked = try stack([image], plan: plan)
        #expect(stacked.scale == (bits <= 12 ? 16 : 1 << (16 - bits)))
        #expect(stacked.image.all.map(Int.init) == samples.map { Int($0) * stacked.scale })
    }

    @Test func eightStillFramesHaveAnEighthOfTheVariance() throws {
        let single = error(try stack([scene.frame(seed: 1)]))
        let eight = error(try stack((0..<8).map { try scene.frame(seed: UInt64(10 + $0)) }))
        #expect(eight * eight < single * single / 8 * 1.08)
    }

    @Test func movingFramesAreBroughtToTheFirst() throws {
        let moves = [(0.0, 0.0, 0.0), (7.3, -4.6, 0.4), (-12.2, 9.7, -0.8), (3.4, 15.5, 1.5)]
        var stacker = NightStacker()
        for (index, move) in moves.enumerated() {
            let frame = try scene.frame(
                dx: move.0, dy: move.1, degrees: move.2, seed: UInt64(20 + index))
            let verdict = try stacker.add(frame)
            #expect(verdict.rejected == nil, "\(verdict)")
            let found = FrameTransform(verdict.transform)
            for corner in [(30.0, 30.0), (290, 30), (30, 226), (290, 226)] {
                let place = scene.place(corner.0, corner.1, dx: move.0, dy: move.1, degrees: move.2)
                let at = found(corner.0, corner.1)
                #expect(
                    hypot(at.x - place.x, at.y - place.y) < 0.12, "frame \(index): \(at), \(place)")
            }
        }
        let single = error(try stack([scene.frame(seed: 1)]))
        #expect(error(try stacker.finish()) < single / 3.0.squareRoot())
    }

    @Test func theMeanHasNoPedestal() throws {
        var dark = scene
        dark.brightness = 0.01
        let frames = try (0..<6).map { try dark.frame(dx: Double($0), seed: UInt64(40 + $0)) }
        let all = try stack(frames).image.all
        var truth = 0.0
        for y in 24..<dark.height - 24 {
            for x in 24..<dark.width - 24 {
                truth += light(all, x, y) - dark.value(Double(x), Double(y))
            }
        }
        let judged = Double((dark.height - 48) * (dark.width - 48))
        #expect(abs(truth) < 0.0005 * judged)
    }

    @Test func anObjectThatMovesLeavesNoGhost() throws {
        func square(_ at: Int) -> (Int, Int, Double) -> Double {
            { x, y, value in (at..<at + 40).contains(x) && (100..<140).contains(y) ? 0.4 : value }
        }
        let frames = try (0..<6).map {
            try scene.frame(seed: UInt64(50 + $0), paint: square(60 + 30 * $0))
        }
        let all = try stack(frames).image.all
        var worst = 0.0
        for row in stride(from: 104, to: 136, by: 8) {
            for x in stride(from: 116, to: 240, by: 8) {
                var sum = 0.0
                for j in 0..<8 {
                    for i in 0..<8 {
                        let truth = scene.value(Double(x + i), Double(row + j))
                        sum += light(all, x + i, row + j) - truth
                    }
                }
                worst = max(worst, abs(sum / 64))
            }
        }
        #expect(worst < 0.02 * 0.28 + 0.004)
    }

    @Test func aMovedObjectIsFollowed() throws {
        func ball(_ at: Double) -> (Int, Int, Double) -> Double {
            { x, y, value in
                let (u, v) = (Double(x) - at, Double(y) - 120)
                let texture = 0.25 + 0.1 * sin(u / 3) * cos(v / 4)
                return u * u + v * v < 900 ? texture : value
            }
        }
        let frames = try (0..<6).map {
            try scene.frame(seed: UInt64(60 + $0), paint: ball(100 + 8 * Double($0)))
        }
        var still = StackPlan()
        still.followsMotion = false
        let (with, without) = (try stack(frames), try stack(frames, plan: still))
        let centre = (x: 100 / 2, y: 120 / 2)
        #expect(without.weights.frames(centre.x, centre.y) < 1.5)
        #expect(with.weights.frames(centre.x, centre.y) > 3)
    }

    @Test(arguments: [1, 2, 3, 7])
    func threadsChangeNothing(threads: Int) throws {
        let frames = try (0..<4).map {
            try scene.frame(dx: 3.3 * Double($0), degrees: 0.3 * Double($0), seed: UInt64(70 + $0))
            { x, y, v in
                x * 7 + y * 1013 == 99 * 1013 + 700 ? 0.9 : v
            }
        }
        var plan = StackPlan()
        let one = try stack(frames, plan: plan)
        plan.threads = threads
        let many = try stack(frames, plan: plan)
        #expect(one.image.all == many.image.all)
        #expect(one.weights.totals == many.weights.totals)
        #expect(one.report.transforms == many.report.transforms)
    }

    @Test func aSatelliteIsClippedFromATripodsStack() throws {
        let frames = try (0..<12).map { index in
            try scene.frame(seed: UInt64(80 + index)) { x, y, value in
                index == 7 && y == 100 ? value + 0.2 : value
            }
        }
        var plan = StackPlan()
        plan.merge = .kappaSigma
        (plan.fullTrust, plan.noTrust) = (50, 60)
        (plan.fullMeanTrust, plan.noMeanTrust) = (50, 60)
        let clipped = try stack(frames, plan: plan).image.all
        plan.merge = .robust
        let plain = try stack(frames, plan: plan).image.all
        func trail(_ all: [UInt16]) -> Double {
            (40..<280).reduce(0.0) { $0 + light(all, $1, 100) - scene.value(Double($1), 100) } / 240
        }
        #expect(trail(plain) > 0.012)
        #expect(abs(trail(clipped)) < 0.002)
    }
}
