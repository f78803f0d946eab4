// SPDX-License-Identifier: MIT
// The night stack's stages: Swift's side of CPrismKernels, so that PrismNight never sees C.

internal import CPrismKernels

/// The mosaic that a stage reads, borrowed for the call.
package struct NightMosaic {
    let samples: UnsafePointer<UInt16>
    let stride: Int
    package let width, height: Int
    let unpacking: NightUnpacking

    /// Names a mosaic in borrowed memory; sides are taken down to even ones.
    ///
    /// - Returns: nil where the samples are too few, or a side is below 16 or above 65534.
    package init?(
        _ samples: UnsafeBufferPointer<UInt16>, stride: Int, width: Int, height: Int,
        unpacking: NightUnpacking
    ) {
        guard (16...65534).contains(width), (16...65534).contains(height), stride >= width,
            let base = samples.baseAddress, samples.count >= (height - 1) * stride + width
        else { return nil }
        (self.samples, self.stride, self.unpacking) = (base, stride, unpacking)
        (self.width, self.height) = (width & ~1, height & ~1)
    }

    /// The centred value at (x, y), which must be inside.
    package func value(_ x: Int, _ y: Int) -> Int {
        let sample = Int(min(samples[y * stride + x], unpacking.limit))
        let shift = Int(unpacking.shift)
        let scaled = shift >= 0 ? sample << shift : (sample + (1 << (-shift - 1))) >> -shift
        return scaled - Int(unpacking.black[2 * (y & 1) + (x & 1)])
    }

    var pointer: prism_night_mosaic {
        let black = unpacking.black
        return prism_night_mosaic(
            samples: samples, stride: stride, width: Int32(width), height: Int32(height),
            unpacking: prism_night_unpacking(
                black: (black[0], black[1], black[2], black[3]), limit: unpacking.limit,
                shift: unpacking.shift))
    }
}

/// What a frame's first pass needs to know.
package struct NightIntake: Sendable {
    /// From grey to level: ``entries`` values; entry i is for the grey 2 · (i − ``zero``).
    package var table: [Int16]
    /// What a suspect must exceed its neighbours by, for neighbours of 64 i and more: 256 values.
    package var thresholds: [Int16]
    /// Known hot pixels, y << 16 | x, ascending.
    package var map: [UInt32] = []

    package static let entries = Int(PRISM_NIGHT_ENTRIES)
    package static let zero = Int(PRISM_NIGHT_ZERO)

    package init(table: [Int16], thresholds: [Int16]) {
        precondition(table.count == NightIntake.entries && thresholds.count == 256)
        (self.table, self.thresholds) = (table, thresholds)
    }
}

/// The stages, by the fastest kernels that the CPU has.
package struct NightKernels: Sendable {
    // Pointers to functions, which never change.
    nonisolated(unsafe) var table = prism_night_kernels()
    package let rows: NightRows

    /// Sides of an alignment tile.
    package static let tile = Int(PRISM_NIGHT_TILE)
    /// Most frames that the accumulators hold.
    package static let frames = Int(PRISM_NIGHT_FRAMES)

    /// - Parameters:
    ///   - threads: Threads that share the rows.
    ///   - reference: Take the plain C kernels, whatever the CPU has.
    package init(threads: Int, reference: Bool = false) {
        rows = NightRows(threads: threads)
        prism_night_kernels_init(&table, reference ? 0 : prism_cpu_flags())
    }

    /// Levels of a mosaic's quads without its suspects, and these; nil where there are too many to be believed.
    package func take(_ mosaic: NightMosaic, into levels: NightLevels, intake: NightIntake)
        -> [NightSuspect]?
    {
        let parts = rows.parts(of: 0..<levels.height, multiple: 1).count
        let capacity = NightKernels.suspects(in: mosaic) / parts + 64
        let lists = NightBlock(repeating: prism_night_suspect(), count: capacity * parts)
        let counts = NightBlock(repeating: 0, count: parts)
        var suspicion = prism_night_suspicion()
        withUnsafeMutableBytes(of: &suspicion) { bytes in
            intake.thresholds.withUnsafeBytes { bytes.copyMemory(from: $0) }
        }
        intake.table.withUnsafeBufferPointer { table in
            intake.map.withUnsafeBufferPointer { map in
                withUnsafePointer(to: suspicion) { suspicion in
                    var how = prism_night_intake()
                    (how.suspicion, how.table) = (suspicion, table.baseAddress)
                    (how.map, how.map_count) = (map.baseAddress, Int32(map.count))
                    how.capacity = Int32(capacity)
                    run(0..<levels.height, width: mosaic.width, height: 0, warpRows: 2) {
                        kernels, part, index, scratch in
                        var how = how
                        how.suspects = lists.base + index * capacity
                        let found = pass(levels.pointer, mosaic.pointer) {
                            prism_night_take(
                                kernels, $0, $1, &how, Int32(part.lowerBound),
                                Int32(part.upperBound), scratch)
                        }
                        counts.base[index] = Int(found)
                    }
                }
            }
        }
        return collect(lists, counts, capacity: capacity)
    }

    /// Suspects of a mosaic beyond which they are texture or garbage: one in 100 pixels.
    private static func suspects(in mosaic: NightMosaic) -> Int {
        max(4096, mosaic.width * mosaic.height / 100)
    }

    private func collect(
        _ lists: NightBlock<prism_night_suspect>, _ counts: NightBlock<Int>, capacity: Int
    ) -> [NightSuspect]? {
        var all: [NightSuspect] = []
        for part in 0..<counts.count {
            let count = counts.base[part]
            guard count <= capacity else { return nil }
            for index in 0..<count {
                let one = lists.base[part * capacity + index]
                all.append(
                    NightSuspect(
                        x: Int(one.x), y: Int(one.y), value: one.value, second: one.second,
                        fill: one.fill, isMapped: one.mapped != 0))
            }
        }
        return all
    }

    /// Halves a picture of levels.
    package func halve(_ large: NightLevels, into small: NightLevels) {
        run(0..<small.height) { kernels, part, _, _ in
            pass(small.pointer, large.pointer) {
                prism_night_halve(kernels, $0, $1, Int32(part.lowerBound), Int32(part.upperBound))
            }
        }
    }

    /// Brings a frame's picture to the reference's place.
    package func resample(_ source: NightLevels, by warp: NightWarp, into moved: NightLevels) {
        withUnsafePointer(to: warp.pointer) { warp in
            run(0..<moved.height, width: source.width, height: source.height, warp: warp) {
                kernels, part, _, scratch in
                pass(moved.pointer, source.pointer) {
                    prism_night_resample(
                        kernels, $0, $1, warp, Int32(part.lowerBound), Int32(part.upperBound),
                        scratch)
                }
            }
        }
    }

    /// Tiles of a picture: columns and rows of them.
    package static func tiles(of levels: NightLevels) -> (columns: Int, rows: Int) {
        (max(0, (levels.width - 2) / tile), max(0, (levels.height - 2) / tile))
    }

    /// Sums of all tiles, a row of tiles after the other; tile (i, j) has its corner at (1 + 16 i, 1 + 16 j).
    package func tiles(_ reference: NightLevels, _ moved: NightLevels) -> [NightTileSums] {
        let grid = NightKernels.tiles(of: reference)
        let sums = NightBlock(repeating: prism_night_sums(), count: grid.columns * grid.rows)
        run(0..<grid.rows) { kernels, part, _, _ in
            pass(reference.pointer, moved.pointer) {
                prism_night_tiles(
                    kernels, sums.base, $0, $1, Int32(part.lowerBound), Int32(part.upperBound))
            }
        }
        return (0..<grid.columns * grid.rows).map { index in
            let one = sums.base[index]
            return NightTileSums(
                xx: one.xx, xy: one.xy, yy: one.yy, xe: one.xe, ye: one.ye, ee: one.ee)
        }
    }

    /// The shift by whole pixels that leaves the least difference, and that per pixel in levels.
    package static func search(
        _ reference: NightLevels, _ other: NightLevels, reach: Int
    ) -> (dx: Int, dy: Int, difference: Double) {
        var (dx, dy) = (Int32(0), Int32(0))
        let least = pass(reference.pointer, other.pointer) {
            prism_night_search($0, $1, Int32(reach), &dx, &dy)
        }
        return (Int(dx), Int(dy), Double(least) / 16)
    }

    /// Differences of a frame's levels from the reference's, in 1/16 of their noise.
    package func compare(
        _ reference: NightLevels, _ frame: NightLevels, warp: NightWarp, scale: Int16,
        into differences: NightBytes
    ) {
        withUnsafePointer(to: warp.pointer) { warp in
            run(0..<reference.height, width: frame.width, height: frame.height, warp: warp) {
                kernels, part, _, scratch in
                pass(reference.pointer, frame.pointer) {
                    prism_night_compare(
                        kernels, differences.signed, $0, $1, warp, Int32(scale),
                        Int32(part.lowerBound), Int32(part.upperBound), scratch)
                }
            }
        }
    }

    /// Weights from differences.
    package func weigh(
        _ differences: NightBytes, by weighing: NightWeighing, into weights: NightBytes
    ) {
        var how = prism_night_weighing(
            scale: weighing.scale, size_high: weighing.sizeHigh, size_slope: weighing.sizeSlope,
            mean_high: weighing.meanHigh, mean_slope: weighing.meanSlope)
        withUnsafePointer(to: &how) { how in
            run(0..<weights.height, width: weights.width, height: 0, warpRows: 2) {
                kernels, part, _, scratch in
                prism_night_weights(
                    kernels, weights.block.base, differences.signed, Int32(weights.width),
                    Int32(weights.height), how, Int32(part.lowerBound), Int32(part.upperBound),
                    scratch)
            }
        }
    }

    /// The least weights of 3×3 quads.
    package func shrink(_ weights: NightBytes, into result: NightBytes) {
        run(0..<weights.height) { kernels, part, _, _ in
            prism_night_shrink(
                kernels, result.block.base, weights.block.base, Int32(weights.width),
                Int32(weights.height), Int32(part.lowerBound), Int32(part.upperBound))
        }
    }

    /// Adds a frame to the stack.
    ///
    /// - Parameters:
    ///   - mosaic: The frame.
    ///   - warp: Where the reference's pixels lie in it; step 2.
    ///   - weights: Of the reference's quads; nil is 255 everywhere.
    ///   - fills: Pixels of the frame that take their neighbours' median, ascending by row and column.
    ///   - silenced: Pixels of the reference where the frame has no say, y << 16 | x, ascending.
    ///   - kappa: How far a pixel may be from the mean so far, by the mean / 64: 256 values; empty is any.
    ///   - bounds: Where the least and the greatest values are noted; nil: nowhere.
    ///   - stack: Where it is added.
    package func add(
        _ mosaic: NightMosaic, warp: NightWarp, weights: NightBytes?, fills: [NightSuspect] = [],
        silenced: [UInt32] = [], kappa: [Int16] = [], bounds: NightBounds? = nil,
        to stack: NightSums
    ) {
        precondition(kappa.isEmpty || kappa.count == 256)
        let fills = fills.map(\.pointer)
        fills.withUnsafeBufferPointer { fills in
            silenced.withUnsafeBufferPointer { silenced in
                var merge = prism_night_merge()
                (merge.mosaic, merge.warp) = (mosaic.pointer, warp.pointer)
                merge.weights = weights.map { UnsafePointer($0.block.base) }
                (merge.fills, merge.fill_count) = (fills.baseAddress, Int32(fills.count))
                (merge.silenced, merge.silenced_count) = (
                    silenced.baseAddress, Int32(silenced.count)
                )
                kappa.withUnsafeBufferPointer { limits in
                    merge.kappa = limits.isEmpty ? nil : limits.baseAddress
                    withUnsafePointer(to: &merge) { merge in add(merge, bounds, to: stack) }
                }
            }
        }
    }

    private func add(
        _ merge: UnsafePointer<prism_night_merge>, _ bounds: NightBounds?, to stack: NightSums
    ) {
        bounds?.addedFrame()
        withUnsafePointer(to: merge.pointee.warp) { warp in
            run(0..<stack.height, multiple: 2, width: stack.width, height: stack.height, warp: warp)
            { kernels, part, _, scratch in
                withUnsafePointer(to: stack.pointer) { pointer in
                    let step = bounds == nil ? part.count : NightBounds.strip
                    for top in stride(from: part.lowerBound, to: part.upperBound, by: max(1, step))
                    {
                        let rows = top..<min(top + step, part.upperBound)
                        let before = bounds.map { _ in NightBounds.Before(stack, rows) }
                        prism_night_add(
                            kernels, pointer, merge, Int32(rows.lowerBound),
                            Int32(rows.upperBound), scratch)
                        if let before { bounds?.note(before, stack, rows) }
                    }
                }
            }
        }
    }

    /// Means of the stack as samples: `mean * scale / 256 + black`, held to 16 bits.
    package func finish(
        _ stack: NightSums, scale: Int32, black: SIMD4<Int32>,
        into samples: UnsafeMutableBufferPointer<UInt16>
    ) {
        precondition(samples.count >= stack.width * stack.height)
        guard let base = samples.baseAddress else { return }
        var result = prism_night_result(
            black: (black[0], black[1], black[2], black[3]), scale: scale)
        withUnsafePointer(to: &result) { result in
            run(0..<stack.height) { _, part, _, _ in
                withUnsafePointer(to: stack.pointer) { stack in
                    prism_night_finish(
                        stack, result, base, Int(stack.pointee.width), Int32(part.lowerBound),
                        Int32(part.upperBound))
                }
            }
        }
    }
}

extension NightKernels {
    private typealias Part = (
        UnsafePointer<prism_night_kernels>, Range<Int>, Int, UnsafeMutableRawPointer
    ) -> Void

    private func run(
        _ all: Range<Int>, multiple: Int = 1, width: Int, height: Int,
        warp: UnsafePointer<prism_night_warp>, body: Part
    ) {
        let rows = Int(prism_night_warp_rows(warp, Int32(width)))
        run(all, multiple: multiple, width: width, height: height, warpRows: rows, body: body)
    }

    private func run(
        _ all: Range<Int>, multiple: Int = 1, width: Int = 0, height: Int = 0, warpRows: Int = 0,
        body: Part
    ) {
        let bytes = prism_night_scratch(Int32(width), Int32(height), Int32(warpRows))
        withUnsafePointer(to: table) { table in
            rows.run(rows: all, multiple: multiple, scratch: bytes) { body(table, $0, $1, $2) }
        }
    }
}

/// Lends two values for a call of C.
private func pass<A, B, Result>(
    _ a: A, _ b: B, _ body: (UnsafePointer<A>, UnsafePointer<B>) -> Result
) -> Result {
    withUnsafePointer(to: a) { a in withUnsafePointer(to: b) { b in body(a, b) } }
}

extension NightWarp {
    var pointer: prism_night_warp {
        prism_night_warp(h: h, hx: hx, hv: hv, v: v, vx: vx, vy: vy, step: step)
    }
}

extension NightSuspect {
    var pointer: prism_night_suspect {
        prism_night_suspect(
            x: UInt16(x), y: UInt16(y), value: value, second: second, fill: fill,
            mapped: isMapped ? 1 : 0)
    }
}
