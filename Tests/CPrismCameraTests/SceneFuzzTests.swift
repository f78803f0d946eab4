// SPDX-License-Identifier: MIT
// Random scenes: each is taken and drawn, or refused with a line that says what was wrong.

import BridgeTestSupport
import CPrismCamera
import Testing

extension BridgeTests {
    @Suite struct SceneFuzzTests {
        private static let names: [StaticString?] = [
            nil, "bars", "chart", "daylight", "night", "day", "", "Bars", "nowhere",
        ]

        private static let numbers: [Float] = [
            0, 1, -1, 0.01, 0.5, 24, 100, 2850, 40_000, 1e9, -0.0, .nan, .infinity, -.infinity,
            .leastNonzeroMagnitude, .greatestFiniteMagnitude,
        ]

        private func options(_ random: inout SplitMix) -> prism_mock_options {
            // Mostly usual, so that some are taken.
            func number(_ random: inout SplitMix) -> Float {
                random.below(4) > 0 ? 0 : Self.numbers[random.below(Self.numbers.count)]
            }
            var scene = MockScene(Self.names[random.below(Self.names.count)])
            scene.kelvin = number(&random)
            scene.flickerRate = number(&random)
            scene.flickerDepth = number(&random)
            scene.distance = number(&random)
            scene.background = number(&random)
            scene.startHour = number(&random)
            scene.daySeconds = number(&random)
            scene.flaws = UInt32(random.below(20) == 0 ? 7 : random.below(3))
            var options = prism_mock_options()
            options.size = UInt32(MemoryLayout<prism_mock_options>.size)
            options.virtual_clock = 1
            options.render = 1
            options.seed = UInt64(random.below(3))
            scene.fill(&options)
            return options
        }

        @Test func randomScenesAreDrawnOrRefused() throws {
            var random = SplitMix(seed: 77)
            var drawn = 0, refused = 0
            for _ in 0..<250 {
                var options = options(&random)
                var message = [CChar](repeating: 0, count: 256)
                let result = prism_mock_define("fuzz", &options, &message, message.count)
                guard result == 0 else {
                    refused += 1
                    #expect(result == -22 && message[0] != 0)
                    continue
                }
                drawn += 1
                let manager = try TestManager()
                let session = try TestSession(manager, "fuzz")
                try session.configure(
                    .wish([.wish(PRISM_ROLE_VIEWFINDER, "NV12", 64, 64)], buffers: 2))
                try session.start()
                let frame = try #require(session.next())
                try session.stop()
                try session.requeue(frame)
                session.destroy()
                try manager.close()
                #expect(prism_mock_undefine("fuzz") == 0)
            }
            #expect(drawn > 30 && refused > 30, "\(drawn) \(refused)")
        }
    }
}
