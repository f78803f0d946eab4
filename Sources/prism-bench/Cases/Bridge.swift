// SPDX-License-Identifier: MIT
// Allocations of the bridge alone: the handler's callback, the hand-over and the requeue.

extension BenchCase {
    static let bridge = BenchCase(
        name: "bridge", summary: "heap allocations per frame below the C header"
    ) {
        guard Allocations.isCounting else { return .skipped("a sanitizer owns the allocator") }
        let frames = 360
        let allocations = try BareBridge.allocations(warmUp: 60, frames: frames)
        return .figures([
            Figure("frames", frames),
            Figure(
                "allocations per frame", Double(allocations) / Double(frames), target: .exactly(0)),
        ])
    }
}
