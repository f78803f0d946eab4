// SPDX-License-Identifier: MIT
// What presses of the shutter ask for, on a screen and on lines of a header.

import PrismTesting
import PrismUI
import Testing

@Suite struct ShutterButtonTests {
    private let long = ShutterButton.longPress

    @Test func aTapIsAPhotograph() {
        var button = ShutterButton()
        button.press(at: 0)
        #expect(button.isPressed)
        #expect(button.release(at: long - 1) == .photograph)
        #expect(!button.isPressed)
    }

    @Test func aLongPressIsABurstUntilItIsLetGo() {
        var button = ShutterButton()
        button.press(at: 100)
        #expect(button.deadline == 100 + long)
        #expect(button.tick(at: 99 + long) == nil)
        #expect(button.tick(at: 100 + long) == .beginBurst)
        #expect(button.deadline == nil && button.tick(at: 200 + long) == nil)
        #expect(button.release(at: 2 * long) == .endBurst)
    }

    @Test func slidingOffCallsATapOffAndEndsABurst() {
        var button = ShutterButton()
        button.press(at: 0)
        #expect(button.release(at: 1, isInside: false) == nil)
        button.press(at: 2)
        _ = button.tick(at: 2 + long)
        #expect(button.release(at: 3 + long, isInside: false) == .endBurst)
    }

    @Test func recordingStartsAndStopsByTaps() {
        var button = ShutterButton(mode: .videoReady)
        button.press(at: 0)
        #expect(button.deadline == nil)
        #expect(button.release(at: 9 * long) == .startRecording)
        #expect(button.mode == .recording)
        button.press(at: 0)
        #expect(button.release(at: 1) == .stopRecording)
        #expect(button.mode == .videoReady)
    }

    @Test func anotherModeEndsABurst() {
        var button = ShutterButton()
        button.press(at: 0)
        _ = button.tick(at: long)
        #expect(button.set(.videoReady) == .endBurst)
        #expect(button.release(at: 2 * long) == nil)
    }

    /// Whatever comes, every burst ends and no release without a press does anything.
    @Test func burstsAreAlwaysEnded() {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            var button = ShutterButton()
            var now: Int64 = 0
            var bursts = 0
            for _ in 0..<60 {
                now += Int64.random(in: 1...long, using: &random)
                let action: ShutterButton.Action?
                switch Int.random(in: 0..<4, using: &random) {
                case 0:
                    button.press(at: now)
                    action = nil
                case 1: action = button.tick(at: now)
                case 2: action = button.release(at: now, isInside: Bool.random(using: &random))
                default:
                    action = button.set(
                        [.photo, .videoReady].randomElement(using: &random) ?? .photo)
                }
                if action == .beginBurst { bursts += 1 }
                if action == .endBurst { bursts -= 1 }
                #expect((0...1).contains(bursts))
            }
            if button.set(.photo) == .endBurst { bursts -= 1 }
            #expect(bursts == 0)
        }
    }

    @Test func aBouncingContactIsOnePress() {
        var button = LineButton()
        var events: [LineButton.Event] = []
        for (time, isClosed) in [(0, true), (1, false), (2, true), (3, false), (4, true)] {
            events += button.edge(.full, isClosed: isClosed, at: Int64(time) * 1_000_000)
        }
        #expect(events == [.pressed])
        #expect(button.tick(at: 100_000_000) == [])
        #expect(button.edge(.full, isClosed: false, at: 200_000_000) == [.released])
    }

    @Test func aContactThatBouncesOpenIsReleasedOnceItIsQuiet() {
        var button = LineButton()
        #expect(button.edge(.full, isClosed: true, at: 0) == [.pressed])
        #expect(button.edge(.full, isClosed: false, at: 5_000_000) == [])
        #expect(button.deadline == LineButton.bounce)
        #expect(button.tick(at: LineButton.bounce) == [.released])
        #expect(button.deadline == nil)
    }

    @Test func halfAPressComesBeforeAWholeOne() {
        var button = LineButton()
        let second: Int64 = 1_000_000_000
        #expect(button.edge(.half, isClosed: true, at: 0) == [.halfPressed])
        #expect(button.edge(.full, isClosed: true, at: second) == [.pressed])
        #expect(button.edge(.full, isClosed: false, at: 2 * second) == [.released])
        #expect(button.edge(.half, isClosed: false, at: 3 * second) == [.halfReleased])
    }
}
