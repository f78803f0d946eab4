// SPDX-License-Identifier: MIT
// Frames to several consumers: who gets which, who drops, who ends.

import Glibc
import PrismTesting
import Testing

@testable import PrismCore

@Suite struct SubscriptionTests {
    @Test func nextDeliversItsCountInOrderAndEnds() async throws {
        try await withCamera(allowance: 4, configuration: nil) { camera in
            let frames = try await camera.subscribe(.next(count: 3))
            try await camera.configure(.small)
            try await camera.start()
            var taken: [CameraFrame] = []
            while let frame = try await frames.next() { taken.append(frame) }
            #expect(taken.count == 3)
            let numbers = taken.map(\.metadata.sequence)
            #expect(numbers == numbers.sorted() && Set(numbers).count == 3)
            #expect(frames.dropped == 0)
            #expect(try await frames.next() == nil, "the end stays the end")
        }
    }

    @Test func latestSkipsToTheNewestFrame() async throws {
        try await withCamera(allowance: 1) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            await camera.routed(atLeast: 5)
            try await camera.stop()
            let routed = await camera.routed
            let frame = try #require(try await frames.next())
            #expect(Int(frame.metadata.sequence) == routed - 1)
            #expect(frames.dropped == routed - 1)
        }
    }

    @Test func aFullQueueDropsTheNewcomers() async throws {
        try await withCamera(allowance: 2) { camera in
            let frames = try await camera.subscribe(.every(limit: 2))
            try await camera.start(.fixed)
            await camera.routed(atLeast: 6)
            try await camera.stop()
            let numbers = [
                try await frames.next()?.metadata.sequence,
                try await frames.next()?.metadata.sequence,
            ]
            #expect(numbers == [0, 1], "the oldest two")
            let routed = await camera.routed
            #expect(frames.dropped == routed - 2)
        }
    }

    @Test func severalConsumersShareTheSameFrames() async throws {
        try await withCamera(allowance: 4, configuration: nil) { camera in
            let first = try await camera.subscribe(.next(count: 4))
            let second = try await camera.subscribe(.next(count: 2))
            try await camera.configure(.small)
            try await camera.start()
            var left: [CameraFrame] = []
            var right: [CameraFrame] = []
            for try await frame in first { left.append(frame) }
            for try await frame in second { right.append(frame) }
            #expect(left.count == 4 && right.count == 2)
            #expect(zip(left, right).allSatisfy { $0 === $1 })
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aSlowConsumerNeitherStallsTheCameraNorMiscountsItsDrops() async throws {
        try await withCamera(allowance: 3, configuration: .small(buffers: 4)) { camera in
            var events = await camera.eventStream().makeAsyncIterator()
            let frames = try await camera.subscribe(.latest)
            try await camera.start(.fixed)
            var delivered = 0
            while await camera.routed < 1_000 {
                let frame = try #require(try await frames.next())
                delivered += 1
                // Holds its frame while eight more are made.
                await camera.routed(atLeast: Int(frame.metadata.sequence) + 9)
            }
            try await camera.stop()
            let routed = await camera.routed
            // What still waits is delivered; without it this would wait for ever.
            if delivered + frames.dropped < routed, try await frames.next() != nil {
                delivered += 1
            }
            #expect(delivered + frames.dropped == routed)
            #expect(await camera.frameCounters().hidden == 0)
            await camera.close()
            #expect(await events.next() == nil, "no stall, no starvation")
        }
    }

    @Test func aCancelledTaskStopsWaiting() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            let wait = Task { try await frames.next() }
            wait.cancel()
            #expect(try await wait.value == nil)
            try await camera.start()
            #expect(try await frames.next() != nil, "the subscription is as good as before")
        }
    }

    @Test func closingEndsAWaitingConsumer() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            let wait = Task { try await frames.next() }
            await camera.close()
            #expect(try await wait.value == nil)
        }
    }

    @Test func twoConsumersOnOneSubscriptionAreRefused() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            let errors = await withTaskGroup(of: PrismError?.self) { group in
                for _ in 0..<2 { group.addTask { await prismError { try await frames.next() } } }
                let first = await group.next()
                frames.cancel()
                return await group.reduce(into: [first ?? nil]) { $0.append($1) }
            }
            #expect(errors.compactMap { $0?.code } == [.busy])
        }
    }

    @Test func aCancelledSubscriptionGivesItsFramesAndItsLoansBack() async throws {
        try await withCamera(allowance: 1) { camera in
            let frames = try await camera.subscribe(.every(limit: 2))
            try await camera.start(.fixed)
            await camera.routed(atLeast: 2)
            try await camera.stop()
            #expect(await camera.frameCounters().out == 2)
            frames.cancel()
            #expect(await camera.frameCounters().out == 0)
            #expect(try await frames.next() == nil)
            let other = try await camera.subscribe(.every(limit: 2))
            #expect(other.policy.loans == 3)
        }
    }

    @Test func aSubscriptionThatNobodyKeepsEnds() async throws {
        try await withCamera { camera in
            for _ in 0..<50 { _ = try await camera.subscribe(.every(limit: 2)) }
            let loans = await camera.run { $0.router.loans }
            #expect(loans == 0)
        }
    }
}
