// SPDX-License-Identifier: MIT
// What neighbourhood filters look like to a pass.

internal import CPrismKernels

/// A prepared filter that reads a whole plane and writes rows of another.
protocol HeadKernel: AnyObject, Sendable {
    /// Rows of each step, in order; all threads finish one before the next begins. The last one writes the target.
    var steps: [Int] { get }

    /// Rows that are best done at a time in the last step; 0 leaves it to the size of the cache.
    var stripRows: Int { get }

    /// Does rows of a step. Thread: any; several at once, each with a worker's number of its own.
    func run(
        step: Int, source: prism_raster, target: prism_raster, rows: Range<Int>, worker: Int)
}

extension HeadKernel {
    var stripRows: Int { 0 }
}

extension prism_raster {
    /// A plane that is read.
    init(_ source: prism_src, width: Int, height: Int, step: Int) {
        // Kernels take one kind of plane and never write to a source.
        let data = UnsafeMutableRawPointer(mutating: source.data)
        self.init(
            data: data?.assumingMemoryBound(to: UInt8.self), stride: source.stride,
            width: Int32(width), height: Int32(height), step: Int32(step))
    }

    /// A plane that is written.
    init(_ target: prism_dst, width: Int, height: Int, step: Int) {
        self.init(
            data: target.data?.assumingMemoryBound(to: UInt8.self), stride: target.stride,
            width: Int32(width), height: Int32(height), step: Int32(step))
    }
}
