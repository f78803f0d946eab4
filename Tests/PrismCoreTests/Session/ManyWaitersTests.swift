// SPDX-License-Identifier: MIT
// Three consumers and ten waits at once see the same frames in order, and a wait that is called off returns.

import PrismTesting
import Testing

@testable import PrismCore

@Suite struct ManyWaitersTests {
    @Test func threeConsumersAndTenWaitsSeeTimesThatNeverGoBack() async throws {
        try await withCamera(allowance: 8, configuration: .small(buffers: 8)) { camera in
            var subscriptions: [FrameSubscription] = []
            for _ in 0..<3 { subscriptions.append(try await camera.subscribe(.latest)) }
            try await camera.start(.fixed)
            let orders = try await withThrowingTaskGroup(of: [Int64].self) { group in
                for subscription in subscriptions {
                    group.addTask {
                        var times: [Int64] = []
                        while times.count < 30, let frame = try await subscription.next() {
                            times.append(frame.metadata.timestamp?.nanoseconds ?? 0)
                        }
                        subscription.cancel()
                        return times
                    }
                }
                for index in 0..<10 {
                    group.addTask {
                        let ticket = try await camera.set(.with { $0.contrast = 1 })
                        let shown = try await camera.applied(ticket)
                        #expect(shown.timestamp != nil, "wait \(index)")
                        return []
                    }
                }
                var orders: [[Int64]] = []
                for try await times in group { orders.append(times) }
                return orders
            }
            for times in orders {
                let isRising = zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
                #expect(isRising)
            }
            #expect(orders.filter { !$0.isEmpty }.count == 3)
        }
    }
}
