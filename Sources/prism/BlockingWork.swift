// SPDX-License-Identifier: MIT
// A thread on which the program may block: looking through /proc, asking file systems, waiting for a child.

import PrismCore

/// Runs what blocks on a thread of its own, so that no task of the cooperative pool has to.
actor BlockingWork {
    private nonisolated let executor: DedicatedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Starts the thread; throws `noMemory` where none can be had.
    init() throws(PrismError) { executor = try DedicatedExecutor(name: "prism-work") }

    deinit { executor.stop() }

    /// Runs `body` there.
    func run<Value: Sendable>(
        _ body: @Sendable () throws(PrismError) -> Value
    ) throws(PrismError) -> Value {
        try body()
    }
}
