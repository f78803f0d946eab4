// SPDX-License-Identifier: MIT
// Memory that a pass works in, taken once.

internal import Glibc

/// Memory of one size for each worker.
///
/// `@unchecked Sendable`: each worker touches its own part.
final class Scratch: @unchecked Sendable {
    private let memory: UnsafeMutableRawBufferPointer
    private let part: Int

    /// Takes `bytes` for each of `workers`.
    init(bytes: Int, workers: Int) {
        // A page apart, so that workers share no cache line.
        part = (bytes + 4095) & ~4095
        memory = .allocate(byteCount: max(64, part * workers), alignment: 64)
    }

    deinit { memory.deallocate() }

    /// A worker's part.
    subscript(worker: Int) -> UnsafeMutableRawPointer? {
        memory.baseAddress.map { $0 + worker * part }
    }
}

/// Sizes of caches.
enum Cache {
    /// Bytes of the second-level cache that one core may count on.
    static let secondLevel: Int = {
        let size = sysconf(Int32(_SC_LEVEL2_CACHE_SIZE))
        // Boards often do not say; a quarter of the Zero 2 W's 512 KB is one core's share.
        return size > 0 ? min(size, 1 << 20) : 128 << 10
    }()
}
