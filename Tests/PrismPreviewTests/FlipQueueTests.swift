// SPDX-License-Identifier: MIT
// The three slots of a screen in every order of events.

import PrismTesting
import Testing

@testable import PrismPreview

@Suite struct FlipQueueTests {
    @Test func aNewerFrameReplacesTheWaitingOne() {
        var queue = FlipQueue<Int>()
        #expect(queue.present(1).commit == 1)
        #expect(queue.present(2).commit == nil)
        let third = queue.present(3)
        #expect(third.commit == nil && third.giveBack == 2)
        #expect(queue.dropped == 1)
        #expect(queue.flipped().commit == 3)
    }

    @Test func aBufferGoesBackWhenItsReplacementIsOnTheScreen() {
        var queue = FlipQueue<Int>()
        _ = queue.present(1)
        #expect(queue.flipped().giveBack == nil)
        #expect(queue.present(2).giveBack == nil)
        #expect(queue.active == 1)
        #expect(queue.flipped().giveBack == 1)
        #expect(queue.active == 2)
    }

    @Test func aBusyCardKeepsTheNewestForTheNextFlip() {
        var queue = FlipQueue<Int>()
        _ = queue.present(1)
        #expect(queue.refused(.busy).giveBack == nil)
        #expect(queue.present(2).giveBack == 1)
        #expect(queue.flipped().commit == 2)
    }

    @Test func aBusyCardIsTriedAgainWithoutAFlip() {
        var queue = FlipQueue<Int>()
        _ = queue.present(1)
        _ = queue.refused(.busy)
        #expect(queue.retry().commit == 1)
        #expect(queue.retry().commit == nil)
    }

    @Test func aRefusedBufferGoesBackAndTheNextOneIsTried() {
        var queue = FlipQueue<Int>()
        _ = queue.present(1)
        _ = queue.present(2)
        let action = queue.refused(.buffer)
        #expect(action.giveBack == 1 && action.commit == 2)
        #expect(queue.refused(.buffer).giveBack == 2)
        #expect(queue.present(3).commit == 3)
    }

    @Test func aLostEventFreezesNothingAndFreesNothingTooEarly() {
        var queue = FlipQueue<Int>()
        _ = queue.present(1)
        _ = queue.flipped()
        _ = queue.present(2)
        _ = queue.present(3)
        let action = queue.lostEvent()
        #expect(action.commit == 3)
        #expect(action.giveBack == nil && queue.doubtful == 1)
        let flip = queue.flipped()
        #expect(flip.giveBack == 2 && flip.alsoGiveBack == 1)
    }

    @Test func drainingGivesEverythingBack() {
        var queue = FlipQueue<Int>()
        _ = queue.present(1)
        _ = queue.flipped()
        _ = queue.present(2)
        _ = queue.present(3)
        #expect(queue.drain().sorted() == [1, 2, 3])
        #expect(queue.held == 0)
    }

    /// Any order of events: each buffer goes back exactly once, never while it may be shown, and three are held at most
    /// unless an event was lost.
    @Test func noOrderOfEventsLosesABuffer() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            var queue = FlipQueue<Int>()
            var returned: [Int] = []
            var next = 0
            var losses = 0
            for _ in 0..<200 {
                let before = queue.active
                let action: FlipQueue<Int>.Action
                switch Int.random(in: 0..<8, using: &random) {
                case 0...2:
                    next += 1
                    action = queue.present(next)
                case 3...4: action = queue.flipped()
                case 5: action = queue.refused(.busy)
                case 6: action = queue.refused(.buffer)
                default:
                    losses += queue.queued == nil ? 0 : 1
                    action = queue.lostEvent()
                }
                let back = [action.giveBack, action.alsoGiveBack].compactMap { $0 }
                #expect(!back.contains { $0 == queue.active || $0 == queue.queued })
                if let before, back.contains(before) { #expect(queue.active != before) }
                returned += back
                #expect(queue.held <= (losses > 0 ? 4 : 3))
                if let commit = action.commit { #expect(queue.queued == commit) }
            }
            returned += queue.drain()
            #expect(returned.sorted() == (next > 0 ? Array(1...next) : []))
        }
    }
}
