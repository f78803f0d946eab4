// SPDX-License-Identifier: MIT
// Elapsed time.

import PrismCore

struct Stopwatch {
    private let start = DedicatedExecutor.now()

    var seconds: Double { Double(DedicatedExecutor.now() - start) / 1e9 }
}
