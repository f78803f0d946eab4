// SPDX-License-Identifier: MIT
// Which frame is whose: deadlines that never drift, shots within one frame of them, late ones counted.

import PrismTesting
import Testing

@testable import PrismCapture

@Suite struct TimelapseGridTests {
    private let grid = TimelapseGrid(origin: 1000, interval: 100, count: 10)

    @Test(
        arguments: [
            // start, next, skipped, taken; frames last 20
            (900, 0, 0..<0, nil), (989, 0, 0..<0, nil), (990, 0, 0..<0, 0), (1000, 0, 0..<0, 0),
            (1020, 0, 0..<0, 0), (1021, 0, 0..<1, nil), (1089, 0, 0..<1, nil), (1090, 0, 0..<1, 1),
            (1100, 0, 0..<1, 1), (1000, 1, 1..<1, nil), (1555, 1, 1..<6, nil), (1600, 1, 1..<6, 6),
            (1920, 9, 9..<9, 9), (1921, 9, 9..<10, nil), (5000, 4, 4..<10, nil),
            (5000, 10, 10..<10, nil),
        ] as [(Int64, Int, Range<Int>, Int?)])
    func aFrameIsDecidedOnByTimeAlone(
        _ start: Int64, _ next: Int, _ skipped: Range<Int>, _ take: Int?
    ) {
        let decision = grid.decide(start: start, duration: 20, next: next)
        #expect(decision == TimelapseGrid.Decision(skipped: skipped, take: take))
    }

    @Test func aDurationHoldsTheShotsDueBeforeItsEnd() {
        #expect(TimelapseGrid.count(during: 7200, interval: 10) == 720)
        #expect(TimelapseGrid.count(during: 7201, interval: 10) == 721)
        #expect(TimelapseGrid.count(during: 0, interval: 10) == 1)
    }

    @Test func anAnchorAtAnyIndexIsTheSameGrid() {
        #expect(TimelapseGrid(index: 7, due: 1700, interval: 100, count: 10) == grid)
    }

    @Test func extremeTimesDoNotTrap() {
        var random = SeededGenerator(seed: 3)
        let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
        for _ in 0..<20000 {
            func pick() -> Int64 { extremes.randomElement(using: &random) ?? 0 }
            let grid = TimelapseGrid(origin: pick(), interval: pick())
            let decision = grid.decide(
                start: pick(), duration: pick(), next: Int.random(in: 0...1 << 40, using: &random))
            #expect(decision.take.map { $0 >= decision.skipped.upperBound } ?? true)
        }
    }

    /// Frames with jitter, lost frames and stalls; every index ends as taken or skipped, exactly once.
    @Test(arguments: [100.0, 7.0, 1.0, 0.4])
    func tenThousandShotsStayOnTheGrid(_ intervalInFrames: Double) {
        var random = SeededGenerator(seed: 4)
        let duration: Int64 = 33_333_333
        let interval = Int64(Double(duration) * intervalInFrames)
        let grid = TimelapseGrid(origin: 0, interval: interval, count: 10_000)
        var next = 0
        var taken = 0
        var time: Int64 = -duration
        while next < 10_000 {
            let jitter = Int64.random(in: -200_000...200_000, using: &random)
            time += duration + jitter
            if Int.random(in: 0..<500, using: &random) == 0 { time += duration * 40 }
            let decision = grid.decide(start: time, duration: duration, next: next)
            #expect(decision.skipped.lowerBound == next)
            next = decision.skipped.upperBound
            guard let index = decision.take else { continue }
            #expect(index == next)
            #expect(abs(time - grid.due(index)) <= duration)
            next += 1
            taken += 1
        }
        // A stall of 40 frames costs what falls into it and no more; faster than the camera, one per frame.
        #expect(taken > (intervalInFrames < 1 ? 3000 : 8500))
    }
}
