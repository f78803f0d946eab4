// SPDX-License-Identifier: MIT
// The bridge without Swift on top, for what it allocates by itself.

internal import CPrismBench
import PrismCore

enum BareBridge {
    /// Allocations of `frames` frames that are given back at once, after a warm-up.
    static func allocations(warmUp: Int, frames: Int) throws(PrismError) -> UInt64 {
        var result = prism_bench_bridge_result()
        let status = prism_bench_bridge(UInt32(warmUp), UInt32(frames), &result)
        guard status >= 0 else { throw .system("run the bare bridge", errno: -status) }
        return result.allocations
    }
}
