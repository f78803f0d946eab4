// SPDX-License-Identifier: MIT
// The first signal asks, the second one and the clock do not.

import Testing

@testable import prism

@Suite struct SignalPolicyTests {
    @Test func theFirstSignalCallsTheWorkOff() {
        var policy = SignalPolicy()
        #expect(policy.handle(.signal(15)) == .cancel(within: SignalPolicy.patience))
        #expect(policy.first == 15)
        #expect(SignalPolicy.patience < 2_000_000_000)
    }

    @Test func aSecondSignalEndsTheProcessAtOnce() {
        var policy = SignalPolicy()
        _ = policy.handle(.signal(2))
        #expect(policy.handle(.signal(15)) == .exit(status: 143))
    }

    @Test func workThatDoesNotEndIsEnded() {
        var policy = SignalPolicy()
        _ = policy.handle(.signal(1))
        #expect(policy.handle(.timeout) == .exit(status: 129))
    }
}
