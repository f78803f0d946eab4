// SPDX-License-Identifier: MIT
// A gain of 1 on a sensor whose least gain is a little more: it is what people call ISO 100, and no error.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct LeastGainTests {
    @Test(arguments: [false, true])
    func oneIsTheLeastThatTheSensorHas(legacy: Bool) async throws {
        try await withCamera(.virtual(legacy: legacy)) { camera in
            let frames = try await camera.subscribe(.latest)
            try await camera.start(ControlSettings(exposure: .manual(nanoseconds: 5 * ms, gain: 4)))
            _ = try await frames.next()
            let drain = Task { while try await frames.next() != nil {} }
            let ticket = try await camera.set(
                ControlSettings(exposure: .manual(nanoseconds: 5 * ms, gain: 1)))
            let shown = try await camera.applied(ticket)
            #expect(abs((shown.analogueGain ?? 0) - 1.1228) < 0.001)
            drain.cancel()
        }
    }

    @Test func betweenOneAndTheLeastIsOutOfRangeWhichIsNamed() async throws {
        try await withCamera { camera in
            let error = await prismError {
                try await camera.set(
                    ControlSettings(exposure: .manual(nanoseconds: 5 * ms, gain: 1.05)))
            }
            #expect(error?.code == .outOfRange && error?.message.contains("1.12") == true)
        }
    }

    @Test func whatIsFarAboveOneIsNotTakenForIt() {
        let wish = ControlSettings(exposure: .manual(nanoseconds: 5 * ms, gain: 1))
        let test = AppliedTest(wish, leastGain: 1.1228)
        var metadata = FrameMetadata()
        metadata.exposureTime = 5 * ms
        metadata.analogueGain = 1.12
        #expect(test.matches(metadata))
        #expect(!AppliedTest(wish).matches(metadata), "without a camera 1 is 1")
        metadata.analogueGain = 1.2
        #expect(!test.matches(metadata))
        #expect(!AppliedTest(wish, leastGain: 2).matches(metadata), "2 is not what 1 means")
    }
}
