// SPDX-License-Identifier: MIT
// How often the heap was asked for memory, by all threads of this process.

internal import CPrismBench

enum Allocations {
    /// Since the process began.
    static var count: UInt64 { prism_bench_allocations() }

    /// False under a sanitizer, which needs the allocator for itself.
    static var isCounting: Bool { prism_bench_counts_allocations() != 0 }
}
