// SPDX-License-Identifier: MIT
// What a case is, and all of them.

import PrismCore

struct BenchCase: Sendable {
    let name: String
    let summary: String
    let run: @Sendable () async throws -> Outcome

    static let all = [
        memory, bridge, framePath, slowConsumer, cycles, stop, still, resident, help, jpeg, filters,
        preview,
        timelapse, mock, controls, compat, exposure,
    ]

    /// Runs it; an error becomes its outcome.
    func outcome() async -> Outcome {
        do { return try await run() } catch { return .failed("\(error)") }
    }
}
