// SPDX-License-Identifier: MIT
// The finishing kernels, strip by strip on one or several threads.

internal import CPrismKernels
internal import Dispatch

/// Finishes mosaics. Thread: any; each strip at work has scratch of its own, about 60 bytes per sample.
package enum FinishKernels {
    /// Rows of quads in a strip: more need more memory, fewer denoise more rows twice.
    private static let rows = 128

    /// Means of the balanced, clipped samples of each cell.
    package static func base(_ mosaic: FinishMosaic, gains: SIMD3<Float>) -> [Float] {
        let cells = FinishCells(width: mosaic.width, height: mosaic.height)
        var source = mosaic.pointer
        let gains = [gains.x, gains.y, gains.z]
        return [Float](unsafeUninitializedCapacity: cells.count) { buffer, count in
            prism_finish_base(
                &source, gains, buffer.baseAddress, Int32(cells.across), 0, Int32(cells.down))
            count = cells.count
        }
    }

    /// Renders a picture.
    ///
    /// - Parameters:
    ///   - mosaic: The samples.
    ///   - noise: How much of what is noise.
    ///   - tone: Colours and brightness.
    ///   - threads: Strips that are at work at the same time, 1 to 4.
    ///   - proceed: Called now and then, on the caller's thread, with the part that is done; false ends the work.
    /// - Returns: Nil where `proceed` returned false.
    package static func picture(
        _ mosaic: FinishMosaic, noise: FinishNoise, tone: FinishTone, threads: Int,
        proceed: (Double) -> Bool
    ) -> FinishedPlanes? {
        var planes = FinishedPlanes(width: mosaic.width, height: mosaic.height)
        let stride = planes.width
        var job = prism_finish_job()
        job.mosaic = mosaic.pointer
        let done = noise.withPointer(width: mosaic.width) { noise in
            job.noise = noise
            return tone.withPointer { tone in
                job.tone = tone
                return planes.luma.withUnsafeMutableBufferPointer { luma in
                    planes.cb.withUnsafeMutableBufferPointer { cb in
                        planes.cr.withUnsafeMutableBufferPointer { cr in
                            job.picture = prism_finish_picture(
                                luma: luma.baseAddress, cb: cb.baseAddress, cr: cr.baseAddress,
                                luma_stride: stride, chroma_stride: stride / 2)
                            return withUnsafePointer(to: job) { job in
                                strips(mosaic, threads, proceed) { first, last, scratch in
                                    prism_finish_strip(job, first, last, scratch)
                                }
                            }
                        }
                    }
                }
            }
        }
        return done ? planes : nil
    }

    /// Denoises a mosaic into `samples`, which has as many rows and no gaps between them.
    ///
    /// - Returns: False where `proceed` returned false.
    package static func denoise(
        _ mosaic: FinishMosaic, noise: FinishNoise, threads: Int,
        into samples: UnsafeMutableBufferPointer<UInt16>,
        proceed: (Double) -> Bool
    ) -> Bool {
        precondition(samples.count >= 4 * mosaic.width * mosaic.height)
        var job = prism_finish_job()
        job.mosaic = mosaic.pointer
        return noise.withPointer(width: mosaic.width) { noise in
            job.noise = noise
            return withUnsafePointer(to: job) { job in
                strips(mosaic, threads, proceed) { first, last, scratch in
                    prism_finish_mosaic_strip(
                        job, first, last, samples.baseAddress, 2 * mosaic.width, scratch)
                }
            }
        }
    }

    /// Runs `body` for all strips, `threads` at a time.
    private static func strips(
        _ mosaic: FinishMosaic, _ threads: Int, _ proceed: (Double) -> Bool,
        _ body: (Int32, Int32, UnsafeMutableRawPointer) -> Void
    ) -> Bool {
        let firsts = Array(stride(from: 0, to: mosaic.height, by: rows))
        let threads = max(1, min(threads, mostThreads, firsts.count))
        let bytes = prism_finish_scratch(Int32(mosaic.width), Int32(rows))
        let scratch = UnsafeMutableRawPointer.allocate(byteCount: threads * bytes, alignment: 64)
        defer { scratch.deallocate() }
        for round in stride(from: 0, to: firsts.count, by: threads) {
            guard proceed(Double(round) / Double(firsts.count)) else { return false }
            let strips = firsts[round...].prefix(threads)
            concurrently(strips.count) { index in
                let first = firsts[round + index]
                let last = min(first + rows, mosaic.height)
                body(Int32(first), Int32(last), scratch + index * bytes)
            }
        }
        return true
    }

    /// Strips that are at work at the same time at most: each has scratch of its own.
    private static let mostThreads = 4

    private static func concurrently(_ count: Int, _ body: (Int) -> Void) {
        guard count > 1 else { return body(0) }
        withoutActuallyEscaping(body) { body in
            // Each strip writes rows and scratch of its own, and all end before this returns.
            nonisolated(unsafe) let body = body
            DispatchQueue.concurrentPerform(iterations: count) { body($0) }
        }
    }
}

extension FinishMosaic {
    fileprivate var pointer: prism_finish_mosaic {
        prism_finish_mosaic(
            samples: samples.baseAddress, stride: stride, width: Int32(width),
            height: Int32(height), black: (black[0], black[1], black[2], black[3]),
            scale: 1 / (white - black.reduce(0, +) / 4),
            colors: (colors[0], colors[1], colors[2], colors[3]))
    }
}

extension FinishNoise {
    fileprivate func withPointer<Result>(
        width: Int, _ body: (prism_finish_noise) -> Result
    ) -> Result {
        func lend(_ weights: UnsafeBufferPointer<UInt16>?) -> Result {
            body(
                prism_finish_noise(
                    slope: slope, offset: offset, strength: strength, chroma: chroma,
                    scales: (scales[0], scales[1], scales[2], scales[3]),
                    weights: weights?.baseAddress, weights_stride: width, whole: whole))
        }
        guard let weights else { return lend(nil) }
        return weights.withUnsafeBufferPointer { lend($0) }
    }
}

extension FinishTone {
    fileprivate func withPointer<Result>(_ body: (prism_finish_tone) -> Result) -> Result {
        alpha.withUnsafeBufferPointer { alpha in
            beta.withUnsafeBufferPointer { beta in
                table.withUnsafeBufferPointer { table in
                    var tone = prism_finish_tone()
                    tone.gains = (gains.x, gains.y, gains.z)
                    tone.matrix = (
                        matrix[0], matrix[1], matrix[2], matrix[3], matrix[4], matrix[5],
                        matrix[6], matrix[7], matrix[8]
                    )
                    tone.knee = knee
                    tone.top = top
                    tone.least = gain.lowerBound
                    tone.most = gain.upperBound
                    tone.alpha = alpha.baseAddress
                    tone.beta = beta.baseAddress
                    tone.cells_across = Int32(cells.across)
                    tone.cells_down = Int32(cells.down)
                    tone.table = table.baseAddress
                    return body(tone)
                }
            }
        }
    }
}
