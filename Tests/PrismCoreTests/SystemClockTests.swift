// SPDX-License-Identifier: MIT
// The kernel's clocks, read for real.

import PrismCore
import Testing

@Suite struct SystemClockTests {
    @Test func theKernelsClocksAreReadInNanoseconds() {
        let reading = KernelClock().read()
        #expect(reading.boottime >= reading.monotonic)
        #expect(reading.utc > 1_700_000_000_000_000_000)
        #expect(reading.bootIdentifier.utf8.count == 36)
    }

    @Test func waitingEndsAtOrAfterTheDeadline() async throws {
        let clock = KernelClock()
        let deadline = clock.read().boottime + 2_000_000
        try await clock.wait(untilBoottime: deadline)
        #expect(clock.read().boottime >= deadline)
        try await clock.wait(untilBoottime: 0)
    }

    @Test func waitingCanBeCalledOff() async {
        let task = Task { try await KernelClock().wait(untilBoottime: .max) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
