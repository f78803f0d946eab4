// SPDX-License-Identifier: MIT
// When a picture is taken: at the end, at once, on a grid that does not drift, or on each press.

import PrismTesting
import Testing

@testable import prism

@Suite struct CompatShutterTests {
    private static let second: Int64 = 1_000_000_000

    /// Runs frames at a tenth of a second; returns when pictures were taken and when it ended.
    private func run(
        _ timing: CompatRequest.Timing, length: Int64?, until end: Int64,
        presses: [Int64: Int] = [:], missing: ClosedRange<Int64>? = nil
    ) -> (taken: [Int64], finished: Int64?, shutter: CompatShutter) {
        var shutter = CompatShutter(timing, length: length.map { $0 * Self.second })
        var taken: [Int64] = []
        for tick in 0...end * 10 {
            shutter.press(presses[tick] ?? 0)
            if missing?.contains(tick) == true { continue }
            switch shutter.frame(elapsed: tick * Self.second / 10, isReady: true) {
            case .wait: continue
            case .take(let isLast):
                taken.append(tick)
                if isLast { return (taken, tick, shutter) }
            case .finish: return (taken, tick, shutter)
            }
        }
        return (taken, nil, shutter)
    }

    @Test func oneAtTheEndOrAtOnceOrNever() {
        #expect(run(.atEnd, length: 5, until: 10).taken == [50])
        #expect(run(.immediate, length: 5, until: 10).taken == [0])
        #expect(run(.never, length: 5, until: 10).finished == 50)
        #expect(run(.atEnd, length: nil, until: 20).taken == [])
    }

    @Test func aTimelapseIsAGrid() {
        let run = run(.every(3_500_000_000), length: 10, until: 20)
        #expect(run.taken == [35, 70] && run.finished == 100)
        let whole = self.run(.every(Self.second), length: 3, until: 9)
        #expect(whole.taken == [10, 20, 30] && whole.finished == 30)
    }

    @Test func aStallSkipsAndDoesNotShiftTheGrid() {
        let run = run(.every(Self.second), length: nil, until: 6, missing: 11...34)
        #expect(run.taken == [10, 35, 40, 50, 60])
        #expect(run.shutter.skipped == 1)
    }

    @Test func everyPressIsAShotOrBusy() {
        let run = run(.onPress, length: 10, until: 20, presses: [5: 1, 20: 3, 99: 1])
        #expect(run.taken == [5, 20, 99] && run.finished == 100)
        #expect(run.shutter.busy == 2)
    }

    @Test func aThousandPressesAreAllAccountedFor() {
        var random = SeededGenerator(seed: 9)
        var shutter = CompatShutter(.onPress, length: nil)
        var (shots, presses) = (0, 0)
        for tick in 0..<4_000 {
            let count = Int.random(in: 0...2, using: &random)
            presses += count
            shutter.press(count)
            let isReady = Bool.random(using: &random)
            if shutter.frame(elapsed: Int64(tick), isReady: isReady) == .take(isLast: false) {
                shots += 1
            }
        }
        if shutter.frame(elapsed: 9_999, isReady: true) == .take(isLast: false) { shots += 1 }
        #expect(shots + shutter.busy == presses && shots > 500)
    }

    @Test func whatWasPressedBeforeTheEndIsTaken() {
        var shutter = CompatShutter(.onPress, length: nil)
        shutter.press()
        shutter.quit()
        #expect(shutter.frame(elapsed: 0, isReady: true) == .take(isLast: true))
        var idle = CompatShutter(.onPress, length: nil)
        idle.quit()
        #expect(idle.frame(elapsed: 0, isReady: true) == .finish)
    }

    @Test func keysAreLines() {
        let input = CompatInput(takesKeys: false, takesSignals: true)
        input.type("\n\nq\n\n".utf8)
        #expect(input.take() == (3, false))
        input.type("x".utf8)
        #expect(input.take() == (0, false))
        input.type("\n".utf8)
        #expect(input.take() == (0, true))
        #expect(!CompatInput(takesKeys: true, takesSignals: false).signal(10))
    }
}
