// SPDX-License-Identifier: MIT
// Fingers to gestures.

import PrismTesting
import PrismUI
import Testing

@Suite struct TouchReaderTests {
    private let ms: Int64 = 1_000_000

    @Test func aShortTouchIsATapWhereItBegan() {
        var reader = TouchReader(height: 480)
        #expect(reader.read(.down(0, Point(x: 100, y: 50)), at: 0) == nil)
        #expect(reader.read(.moved(0, Point(x: 103, y: 52)), at: 50 * ms) == nil)
        #expect(reader.read(.up(0), at: 100 * ms) == .tap(Point(x: 100, y: 50)))
    }

    @Test func aLongTouchIsNone() {
        var reader = TouchReader(height: 480)
        _ = reader.read(.down(0, Point(x: 1, y: 1)), at: 0)
        #expect(reader.read(.up(0), at: 500 * ms) == nil)
    }

    @Test func aDragIsTheWholeWayUp() {
        var reader = TouchReader(height: 100)
        _ = reader.read(.down(0, Point(x: 0, y: 80)), at: 0)
        var sum = 0.0
        for y in stride(from: 78.0, through: 30, by: -2) {
            if case .drag(let part)? = reader.read(.moved(0, Point(x: 0, y: y)), at: 1) {
                sum += part
            }
        }
        #expect(abs(sum - 0.5) < 1e-9)
        #expect(reader.read(.up(0), at: 2) == nil)
    }

    @Test func twoFingersPinchAndTheirEndIsNoTap() {
        var reader = TouchReader(height: 480)
        _ = reader.read(.down(0, Point(x: 100, y: 100)), at: 0)
        _ = reader.read(.down(1, Point(x: 200, y: 100)), at: 1)
        #expect(reader.read(.moved(1, Point(x: 300, y: 100)), at: 2) == .pinch(2))
        #expect(reader.read(.moved(0, Point(x: 200, y: 100)), at: 3) == .pinch(0.5))
        #expect(reader.read(.up(1), at: 4) == nil)
        #expect(reader.read(.moved(0, Point(x: 220, y: 200)), at: 5) == nil)
        #expect(reader.read(.up(0), at: 6) == nil)
    }

    @Test func whatTheSystemTakesAwayIsForgotten() {
        var reader = TouchReader(height: 480)
        _ = reader.read(.down(0, Point(x: 1, y: 1)), at: 0)
        #expect(reader.read(.cancelled, at: 1) == nil)
        #expect(reader.read(.up(0), at: 2) == nil)
    }

    @Test func noOrderOfTouchesIsTooMuch() {
        var random = SeededGenerator(seed: 8)
        var reader = TouchReader(height: 480)
        for step in 0..<20_000 {
            let finger = Int.random(in: 0..<4, using: &random)
            let point = Point(
                x: .random(in: 0..<800, using: &random), y: .random(in: 0..<480, using: &random))
            let touch: TouchReader.Touch =
                switch Int.random(in: 0..<10, using: &random) {
                case 0...2: .down(finger, point)
                case 3...6: .moved(finger, point)
                case 7...8: .up(finger)
                default: .cancelled
                }
            if case .pinch(let factor)? = reader.read(touch, at: Int64(step)) {
                #expect(factor > 0 && factor.isFinite)
            }
        }
    }
}
