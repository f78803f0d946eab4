// SPDX-License-Identifier: MIT
// libjpeg-turbo's planar compressor, to compare with.

internal import CPrismBench
import PrismCore

/// The compressor; one thread at a time.
struct PlanarPeer: ~Copyable {
    private let handle: OpaquePointer

    /// Opens libturbojpeg; nil where it is not installed.
    init?() {
        var out: OpaquePointer?
        guard prism_bench_planar_open(&out) == 0, let out else { return nil }
        handle = out
    }

    deinit { prism_bench_planar_close(handle) }

    /// Compresses a YUV420 view and returns the file's size in bytes.
    borrowing func compress(_ view: PixelView, quality: Int) throws(PrismError) -> Int {
        let planes: [UnsafePointer<UInt8>?] = view.planes.map {
            $0.base.assumingMemoryBound(to: UInt8.self)
        }
        let strides = view.planes.map { Int32($0.stride) }
        let size = prism_bench_planar_compress(
            handle, planes, strides, Int32(view.width), Int32(view.height), Int32(quality))
        guard size >= 0 else { throw .system("compress with libturbojpeg", errno: Int32(-size)) }
        return Int(size)
    }
}
