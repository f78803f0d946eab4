// SPDX-License-Identifier: MIT
// Follows moved parts of the reference from frame to frame and adds them from where they went.

internal import CPrismKernels

/// What is known of the tiles' motions, and the stages that use it.
package final class NightFollower: Sendable {
    private let motions: NightBlock<prism_night_motion>
    private let rows: Int

    /// - Parameters:
    ///   - width: Quads in a row.
    ///   - height: Rows of quads.
    package init(width: Int, height: Int) {
        rows = Int(prism_night_tiles_along(Int32(height)))
        motions = NightBlock(
            repeating: prism_night_motion(),
            count: rows * Int(prism_night_tiles_along(Int32(width))))
    }

    /// A frame in which tiles are looked for.
    package struct Frame {
        let reference, frame: NightLevels
        let warp: NightWarp
        let weights: NightBytes
        let age: Int

        /// - Parameters:
        ///   - reference: The reference's levels.
        ///   - frame: The frame's.
        ///   - warp: From the one to the other, step 1.
        ///   - weights: What the frame weighs without following.
        ///   - age: Frames from the reference to this one.
        package init(
            reference: NightLevels, frame: NightLevels, warp: NightWarp, weights: NightBytes,
            age: Int
        ) {
            (self.reference, self.frame, self.warp) = (reference, frame, warp)
            (self.weights, self.age) = (weights, max(1, age))
        }

        fileprivate func pointer(_ how: NightFollowing) -> prism_night_follow {
            var follow = prism_night_follow()
            (follow.ref, follow.alt) = (reference.pointer, frame.pointer)
            (follow.warp, follow.weights) = (warp.pointer, UnsafePointer(weights.block.base))
            (follow.reach, follow.near) = (Int32(how.reach), Int32(how.near))
            follow.lack = Int32(how.lack * 64 * 255)
            (follow.age, follow.most) = (Int32(age), Int64(how.most))
            (follow.size_full, follow.size_none) = (fixed(how.sizeFull), fixed(how.sizeNone))
            (follow.mean_full, follow.mean_none) = (fixed(how.meanFull), fixed(how.meanNone))
            return follow
        }

        private func fixed(_ levels: Double) -> Int32 { Int32((256 * levels).rounded()) }
    }

    /// Looks for tiles, and adds those that were found.
    ///
    /// - Returns: How many tiles were found.
    package func follow(
        _ frame: Frame, how: NightFollowing, mosaic: NightMosaic, fills: [NightSuspect],
        table: [Int16], kernels: NightKernels, into stack: NightSums
    ) -> Int {
        let follow = frame.pointer(how)
        let counts = NightBlock(repeating: 0, count: kernels.rows.threads)
        kernels.rows.run(rows: 0..<rows, scratch: 0) { part, index, _ in
            withUnsafePointer(to: follow) {
                counts.base[index] = Int(
                    prism_night_find(
                        motions.base, $0, Int32(part.lowerBound), Int32(part.upperBound)))
            }
        }
        let found = (0..<counts.count).reduce(0) { $0 + counts.base[$1] }
        if found > 0 { add(follow, mosaic, fills.map(\.pointer), table, kernels, stack) }
        return found
    }

    private func add(
        _ follow: prism_night_follow, _ mosaic: NightMosaic, _ fills: [prism_night_suspect],
        _ table: [Int16], _ kernels: NightKernels, _ stack: NightSums
    ) {
        fills.withUnsafeBufferPointer { fills in
            table.withUnsafeBufferPointer { table in
                guard let table = table.baseAddress else { return }
                var merge = prism_night_merge()
                merge.mosaic = mosaic.pointer
                (merge.fills, merge.fill_count) = (fills.baseAddress, Int32(fills.count))
                var (follow, sums) = (follow, stack.pointer)
                withUnsafePointer(to: &merge) { merge in
                    withUnsafePointer(to: &follow) { follow in
                        withUnsafePointer(to: &sums) { sums in
                            kernels.rows.run(rows: 0..<stack.height / 2, scratch: 0) { part, _, _ in
                                prism_night_add_found(
                                    sums, merge, follow, table, motions.base,
                                    Int32(part.lowerBound), Int32(part.upperBound))
                            }
                        }
                    }
                }
            }
        }
    }
}
