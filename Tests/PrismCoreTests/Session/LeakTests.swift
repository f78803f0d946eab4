// SPDX-License-Identifier: MIT
// Nothing is left behind; counted in a process of its own, since descriptors and threads belong to the process.

import PrismTesting
import Testing

import enum BridgeTestSupport.OwnProcess
import struct BridgeTestSupport.ProcessUsage

@testable import PrismCore

@Test(.enabled(if: !OwnProcess.isChild)) func nothingLeaksInAProcessOfItsOwn() throws {
    let (status, output) = try OwnProcess.run("PrismCoreTests", suite: "LeakTests")
    #expect(status == 0, "\(output)")
    #expect(output.contains("Test run with 3 tests"), "\(output)")
}

@Suite(.serialized, .enabled(if: OwnProcess.isChild)) struct LeakTests {
    /// Runs `body` some times, then `cycles` times more, and compares what the process holds.
    private func isFlat(
        cycles: Int, warmUp: Int = 10, _ body: () async throws -> Void
    ) async throws -> Bool {
        for _ in 0..<warmUp { try await body() }
        let before = try ProcessUsage.now()
        for _ in 0..<cycles { try await body() }
        var now = try ProcessUsage.now()
        // A thread that was told to end may take a moment to.
        for _ in 0..<10_000 where !now.isFlat(since: before, cycles: cycles) {
            await Task.yield()
            now = try ProcessUsage.now()
        }
        return now.isFlat(since: before, cycles: cycles)
    }

    @Test(.timeLimit(.minutes(2)))
    func aThousandCyclesOfConfigureStartAndStopLeaveNothingBehind() async throws {
        try await withCamera { camera in
            let frames = try await camera.subscribe(.latest)
            let bytes = MockCamera.bufferBytes
            let isFlat = try await isFlat(cycles: 1_000) {
                try await camera.configure(.small)
                try await camera.start(.fixed)
                _ = try await frames.next()
                try await camera.stop()
            }
            #expect(isFlat)
            try await camera.configure(.small)
            #expect(MockCamera.bufferBytes == bytes)
        }
        #expect(MockCamera.bufferBytes == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func sessionsThatAreClosedLeaveNothingBehind() async throws {
        let isFlat = try await isFlat(cycles: 100) {
            try await withCamera { camera in
                let frames = try await camera.subscribe(.latest)
                try await camera.start(.fixed)
                _ = try await frames.next()
            }
        }
        #expect(isFlat)
        #expect(MockCamera.bufferBytes == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func sessionsThatAreDroppedLeaveNothingBehind() async throws {
        let isFlat = try await isFlat(cycles: 100) {
            let mock = try MockCamera(.virtual())
            var camera: CameraSession? = try await CameraSession.open(.mock(mock))
            try await camera?.configure(.small)
            let frames = try #require(try await camera?.subscribe(.latest))
            var states = try #require(await camera?.stateStream()).makeAsyncIterator()
            try await camera?.start(.fixed)
            var frame = try await frames.next()
            camera = nil
            // Whoever waits is let go, and the camera is free although a frame is still held.
            while await states.next() != nil {}
            while try await frames.next() != nil {}
            var again: CameraSession?
            while again == nil { again = try? await CameraSession.open(.mock(mock)) }
            await again?.close()
            #expect(frame?.metadata.sequence == 0)
            frame = nil
        }
        #expect(isFlat)
        #expect(MockCamera.bufferBytes == 0)
    }
}
