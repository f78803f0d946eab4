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
        let test = AppliedTest(ControlSettings(exposure: .manual(nanoseconds: 5 * ms, gain: 1)))
        var metadata = FrameMetadata()
        metadata.exposureTime = 5 * ms
        metadata.analogueGain = 1.2
        #expect(test.matches(metadata))
        metadata.analogueGain = 1.4
        #expect(!test.matches(metadata))
    }
}
