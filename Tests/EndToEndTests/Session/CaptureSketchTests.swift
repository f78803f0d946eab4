// SPDX-License-Identifier: MIT
// A burst and a ramp as plans on a camera; ring and bracket are among PrismCoreTests' runner tests.

import PrismCore
import Testing

@Suite struct CaptureSketchTests {
    private static let second: Int64 = 1_000_000_000

    @Test func aBurstIsConsecutiveFrames() async throws {
        let camera = try await RunningCamera(buffers: 9)
        // A virtual clock stands still while frames are held, and a burst holds them.
        camera.mock.setAllowance(frames: 5)
        var sequences: [UInt32] = []
        _ = try await CaptureRunner(camera.session).run(.burst(count: 5)) {
            (frames: [CameraFrame]) throws(PrismError) in
            sequences = frames.map(\.metadata.sequence)
        }
        let first = try #require(sequences.first)
        #expect(sequences == (0..<5).map { first + $0 })
        await camera.session.close()
    }

    /// Day to night: each shot's exposure follows from what the one before it measured.
    @Test func aRampIsAPlanForEachShot() async throws {
        let camera = try await RunningCamera()
        var exposure: Int64 = 1_000_000
        var shown: [Int64] = []
        for _ in 0..<4 {
            let wish = ControlSettings(exposure: .manual(nanoseconds: exposure, gain: 1))
            let plan = CapturePlan([
                .hold(wish), .awaitApplied(within: Self.second), .collect(count: 1, pick: .next),
                .consume,
            ])
            _ = try await CaptureRunner(camera.session).run(plan) {
                (frames: [CameraFrame]) throws(PrismError) in
                shown += frames.compactMap(\.metadata.exposureTime)
            }
            exposure = try #require(shown.last) * 2
        }
        #expect(shown.count == 4)
        for (earlier, later) in zip(shown, shown.dropFirst()) {
            #expect(abs(later - 2 * earlier) <= later / 25)
        }
        await camera.session.close()
    }
}
