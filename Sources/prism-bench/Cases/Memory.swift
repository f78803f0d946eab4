// SPDX-License-Identifier: MIT
// How fast this machine copies memory: the measure for every figure that moves pixels.

internal import Glibc

extension BenchCase {
    static let memory = BenchCase(
        name: "memory", summary: "bandwidth of memcpy over 64 MiB, best of 10"
    ) {
        let size = 64 << 20
        let source = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4096)
        let target = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4096)
        defer {
            source.deallocate()
            target.deallocate()
        }
        source.initializeMemory(as: UInt8.self, repeating: 1)
        target.initializeMemory(as: UInt8.self, repeating: 2)
        var best = Double.infinity
        for _ in 0..<10 {
            let watch = Stopwatch()
            target.copyMemory(from: UnsafeRawBufferPointer(source))
            best = min(best, watch.seconds)
        }
        return .figures([Figure("memcpy", Double(size) / best / 1e9, "GB/s")])
    }
}
