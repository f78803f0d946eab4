// SPDX-License-Identifier: MIT
// A thread on which the program may block: looking through /proc, asking file systems, waiting for a child.

import PrismCore

/// Runs what blocks on a thread of its own, so that no task of the cooperative pool has to.
actor BlockingWork {
    private nonisolated let executor = DedicatedExecutor(name: "prism-work")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    deinit { executor.stop() }

    /// Runs `body` there.
    func run<Value: Sendable>(
        _ body: @Sendable () throws(PrismError) -> Value
    ) throws(PrismError) -> Value {
        try body()
    }
}
